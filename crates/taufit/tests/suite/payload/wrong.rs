//! Inputs that cannot be right.

use super::*;
use taufit::methods::{DriveGain, FrictionUse};
use taufit::validate::Grade;

fn short() -> Run {
    Run { duration_s: 20.0, ..Run::USUAL }
}

fn refused(robot: &Robot, free: &[Recording], loaded: &[Recording], frame: &str) -> &'static str {
    identify_payload(robot, &PayloadInputs::new(free, loaded, frame), &settings())
        .unwrap_err()
        .code()
}

#[test]
fn logs_that_say_nothing_are_refused() {
    let robot = arm("ur5");
    let (frame, log) = (flange(&robot), [short().of(&robot)]);
    assert_eq!(refused(&robot, &log, &log, &frame), "E205");
    assert_eq!(refused(&robot, &[], &log, &frame), "E209");
    assert_eq!(refused(&robot, &log, &[], &frame), "E107");
    assert_eq!(refused(&robot, &log, &log, "nowhere"), "E021");
    let still = [Run { reach: 0.001, seed: 5, ..short() }.of(&with_tool(&robot, 2.0))];
    assert_eq!(refused(&robot, &log, &still, &frame), "E206");
    let mut broken = log.clone();
    broken[0].effort[17] = f64::NAN;
    assert_eq!(refused(&robot, &log, &broken, &frame), "E103");
}

#[test]
fn currents_and_torques_do_not_mix_and_currents_need_gains() {
    let robot = arm("ur5");
    let frame = flange(&robot);
    let torques = [short().of(&robot)];
    let loaded = Run { seed: 2, ..short() }.of(&with_tool(&robot, 2.0));
    let currents = [Recording { effort_kind: EffortKind::Current, ..loaded }];
    let gains = vec![Some(DriveGain { nm_per_a: 1.0, relative_sigma: 0.0 }); 6];
    let error = identify_payload(
        &robot,
        &PayloadInputs { gains: &gains, ..PayloadInputs::new(&torques, &currents, &frame) },
        &settings(),
    )
    .unwrap_err();
    assert_eq!(error.code(), "E213");
    assert!(error.to_string().contains("currents") && error.to_string().contains("torques"));
    let free = [Recording { effort_kind: EffortKind::Current, ..torques[0].clone() }];
    assert_eq!(refused(&robot, &free, &currents, &frame), "E214");
}

#[test]
fn swapped_logs_are_a_negative_mass() {
    let robot = arm("ur5");
    let free = [short().of(&with_tool(&robot, 2.0))];
    let loaded = [Run { seed: 2, ..short() }.of(&robot)];
    assert_eq!(refused(&robot, &free, &loaded, &flange(&robot)), "E210");
}

#[test]
fn a_controller_that_takes_the_load_off_leaves_nothing_to_weigh() {
    // Efforts less the torque of the load, as a controller reports that knows the load.
    let robot = arm("ur5");
    let runs = [short().of(&robot), Run { seed: 2, ..short() }.of(&robot)];
    let stated = PayloadSettings { stated_mass_kg: Some(2.0), ..settings() };
    let result = identify_payload(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &flange(&robot)),
        &stated,
    )
    .unwrap();
    let codes = codes(&result);
    assert!(codes.contains(&"W215") && codes.contains(&"W218"), "{codes:?}");
    assert_eq!(result.verdict.grade, Grade::Poor);
}

#[test]
fn a_mass_that_was_stated_rightly_or_wrongly() {
    let robot = arm("ur5");
    let runs = [short().of(&robot), Run { seed: 2, ..short() }.of(&with_tool(&robot, 2.0))];
    let weighed = |stated_kg: f64| {
        let settings = PayloadSettings { stated_mass_kg: Some(stated_kg), ..settings() };
        let frame = flange(&robot);
        identify_payload(&robot, &PayloadInputs::new(&runs[..1], &runs[1..], &frame), &settings)
            .unwrap()
    };
    let (right, wrong) = (weighed(2.0), weighed(2.4));
    assert!(!codes(&right).contains(&"W218") && codes(&wrong).contains(&"W218"));
    assert_eq!(right.verdict.grade, Grade::Good, "{}", right.verdict.reason);
    assert_eq!(wrong.verdict.grade, Grade::Usable, "{}", wrong.verdict.reason);
    let settings = PayloadSettings { stated_mass_kg: Some(-1.0), ..settings() };
    let error = identify_payload(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &flange(&robot)),
        &settings,
    );
    assert_eq!(error.unwrap_err().code(), "E100");
}

#[test]
fn the_wrong_link_is_noticed_and_the_right_one_is_not() {
    let robot = arm("ur5");
    let runs = [short().of(&robot), Run { seed: 2, ..short() }.of(&with_tool(&robot, 2.0))];
    let weighed = |link: usize| {
        let frame = robot.joints()[link].link.name.clone();
        identify_payload(&robot, &PayloadInputs::new(&runs[..1], &runs[1..], &frame), &settings())
            .unwrap()
    };
    let wrong = weighed(2);
    assert!(codes(&wrong).contains(&"W217"), "{:?}", codes(&wrong));
    let said: Vec<String> = wrong.warnings.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|text| text.contains(&flange(&robot))), "{said:?}");
    assert!(!codes(&weighed(5)).contains(&"W217"));
}

#[test]
fn hardly_any_motion_is_a_poor_result() {
    let robot = arm("ur5");
    // With offsets that may differ, only what changes along the motion tells a weight.
    let refit = PayloadSettings { friction_use: FrictionUse::Refit, ..settings() };
    let run = Run { reach: 0.03, noise_nm: 3.0, duration_s: 10.0, ..Run::USUAL };
    let free = [run.of(&robot)];
    let loaded = [Run { seed: 2, ..run }.of(&with_tool(&robot, 0.2))];
    let weighed =
        identify_payload(&robot, &PayloadInputs::new(&free, &loaded, &flange(&robot)), &refit);
    match weighed {
        Ok(result) => assert_eq!(result.verdict.grade, Grade::Poor),
        Err(error) => assert!(["E206", "E208", "E210"].contains(&error.code()), "{error}"),
    }
}

#[test]
fn the_model_of_another_robot_is_refused() {
    use taufit::methods::{KnownRobot, RigidInputs, RigidSettings, identify_rigid};
    use taufit::study::{Provenance, RobotRecord};
    let other = catalog::robot("planar2r").unwrap();
    let log = [Run { duration_s: 20.0, noise_nm: 0.05, ..Run::USUAL }.of(&other)];
    let result =
        identify_rigid(&other, &RigidInputs::new(&log), &RigidSettings::default()).unwrap();
    let provenance = Provenance {
        version: String::new(),
        command: String::new(),
        settings: serde_json::Value::Null,
        inputs: Vec::new(),
    };
    let record = RobotRecord::new("planar2r", catalog::description("planar2r").unwrap());
    let study = result.to_study(&other, record, provenance).unwrap();
    let known = KnownRobot::of_study(&study).unwrap();
    let robot = arm("ur5");
    let loaded = [short().of(&robot)];
    let error = identify_payload(
        &robot,
        &PayloadInputs { known: Some(&known), ..PayloadInputs::new(&[], &loaded, &flange(&robot)) },
        &settings(),
    )
    .unwrap_err();
    assert_eq!(error.code(), "E207");
    assert!(error.to_string().contains("planar2r"), "{error}");
}

/// Over ways so short that its weight hardly changes, a load and an offset of friction are all but one.
#[test]
fn friction_that_changed_between_the_runs_is_told_by_both_routes() {
    let robot = arm("ur5");
    let near = Run { reach: 0.3, ..short() };
    let free = [near.of(&robot)];
    let weighed = |offset: f64| {
        let mut loaded = with_tool(&robot, 1.0);
        for dof in [1, 2] {
            let friction = loaded.dof_joint(dof).friction;
            loaded = loaded
                .with_friction(dof, Friction { offset: friction.offset + offset, ..friction });
        }
        let loaded = [Run { seed: 2, ..near }.of(&loaded)];
        identify_payload(&robot, &PayloadInputs::new(&free, &loaded, &flange(&robot)), &settings())
            .unwrap()
    };
    let (changed, same) = (weighed(4.0), weighed(0.0));
    for code in ["W221", "W222"] {
        assert!(codes(&changed).contains(&code), "{code}: {:?}", codes(&changed));
        assert!(!codes(&same).contains(&code), "{code}: {:?}", codes(&same));
    }
}
