//! Loads in motion.

use super::*;
use taufit::methods::{
    DriveGain, FrictionChoice, FrictionUse, KnownRobot, RigidInputs, RigidSettings, identify_rigid,
};
use taufit::study::{Identifiability, Provenance, RobotRecord, Study};
use taufit::validate::Grade;

/// Noise of single samples at 100 Hz, first joint; that of the last is a sixth or seventh of it. A UR5 infers
/// torques from currents, a Panda has torque sensors.
const ARMS: [(&str, f64); 2] = [("ur5", 0.3), ("panda", 0.1)];

#[test]
fn loads_from_02_to_5_kg_come_back() {
    let (mut inside, mut all) = (0, 0);
    for (name, noise_nm) in ARMS {
        let robot = arm(name);
        for (k, mass_kg) in [0.2, 1.0, 5.0].into_iter().enumerate() {
            let seed = 10 + k as u64;
            let run = Run { noise_nm, seed, ..Run::USUAL };
            let PayloadResult { found, verdict, .. } = weigh_tool(&robot, mass_kg, run);
            let truth = truth(mass_kg);
            let mass = &found.parameters[0].parameter;
            assert!((mass.value / mass_kg - 1.0).abs() < 0.01, "{name} {mass_kg}: {mass:?}");
            for (parameter, truth) in found.parameters[1..4].iter().zip(&truth[1..4]) {
                let off_m = (parameter.parameter.value - truth).abs();
                assert!(off_m < 0.002, "{name} {mass_kg}: {parameter:?} against {truth}");
            }
            for (parameter, truth) in found.parameters[4..].iter().zip(&truth[4..]) {
                inside += u32::from(is_inside(parameter, *truth));
                all += 1;
            }
            assert_eq!(verdict.grade, Grade::Good, "{}", verdict.reason);
        }
    }
    // 36 intervals of 95 %: fewer than 31 inside has a chance of one in a hundred.
    assert!(inside >= 31, "{inside} of {all} inertias inside their intervals");
}

#[test]
fn both_routes_and_both_frictions_agree_and_the_error_falls_to_that_without_load() {
    // Noise of the positions is noise of the accelerations, and with the load comes to more.
    let run = Run { encoder_rad: 0.0, ..Run::USUAL };
    let found = weigh_tool(&arm("ur5"), 2.0, run).found;
    let mass = &found.parameters[0];
    for other in [mass.difference, found.friction.refitted_mass_kg] {
        assert!((other.unwrap() - 2.0).abs() < 0.02, "{other:?}");
    }
    for joint in &found.joints {
        let free = joint.free_rms_nm.unwrap();
        assert!(joint.after_rms_nm < 1.1 * free, "{}: {} {free}", joint.name, joint.after_rms_nm);
    }
    assert!(found.joints[1].before_rms_nm > 20.0 * found.joints[1].after_rms_nm);
}

pub(crate) fn study_of(robot: &Robot, log: &Recording) -> Study {
    let settings = RigidSettings {
        condition: settings().condition,
        friction: FrictionChoice::Given(FrictionShape::COULOMB_VISCOUS.with_offset()),
        ..RigidSettings::default()
    };
    let result =
        identify_rigid(robot, &RigidInputs::new(std::slice::from_ref(log)), &settings).unwrap();
    let provenance = Provenance {
        version: String::new(),
        command: String::new(),
        settings: serde_json::to_value(&settings).unwrap(),
        inputs: Vec::new(),
    };
    let record = RobotRecord::new("ur5", catalog::description("ur5").unwrap());
    result.to_study(robot, record, provenance).unwrap()
}

#[test]
fn an_identified_robot_takes_the_place_of_a_run_without_load() {
    let robot = arm("ur5");
    let free = Run::USUAL.of(&robot);
    let known = KnownRobot::of_study(&study_of(&robot, &free)).unwrap();
    let loaded = [Run { seed: 7, ..Run::USUAL }.of(&with_tool(&robot, 1.5))];
    let weigh_with = |free: &[Recording], friction_use| {
        let settings = PayloadSettings { friction_use, ..settings() };
        identify_payload(
            &robot,
            &PayloadInputs {
                known: Some(&known),
                ..PayloadInputs::new(free, &loaded, &flange(&robot))
            },
            &settings,
        )
        .unwrap()
    };
    let other_free = [Run { seed: 8, ..Run::USUAL }.of(&robot)];
    for (free, friction_use) in
        [(&[][..], FrictionUse::Keep), (&[], FrictionUse::Refit), (&other_free, FrictionUse::Keep)]
    {
        let result = weigh_with(free, friction_use);
        let mass = &result.found.parameters[0].parameter;
        assert!((mass.value - 1.5).abs() < 0.015, "{mass:?}");
        assert!(is_inside(&result.found.parameters[0], 1.5), "{mass:?}");
        for (parameter, truth) in result.found.parameters[1..4].iter().zip(&truth(1.5)[1..]) {
            assert!((parameter.parameter.value - truth).abs() < 0.002, "{parameter:?}");
        }
        assert_eq!(result.found.friction.refitted, friction_use == FrictionUse::Refit);
        assert!(!codes(&result).contains(&"W223"), "{:?}", codes(&result));
    }
}

#[test]
fn friction_that_grows_with_the_load_is_found_and_said() {
    let robot = arm("ur5");
    let mut loaded = with_tool(&robot, 3.0);
    for dof in 0..6 {
        let friction = loaded.dof_joint(dof).friction;
        loaded =
            loaded.with_friction(dof, Friction { coulomb: 1.4 * friction.coulomb, ..friction });
    }
    let runs = [Run::USUAL.of(&robot), Run { seed: 2, ..Run::USUAL }.of(&loaded)];
    let settings = PayloadSettings { friction_use: FrictionUse::Refit, ..settings() };
    let result = identify_payload(
        &robot,
        &PayloadInputs::new(&runs[..1], &runs[1..], &flange(&robot)),
        &settings,
    )
    .unwrap();
    let change = result.found.friction.changes.iter().find(|c| c.name == "fc2").unwrap();
    assert!((change.after / change.before - 1.4).abs() < 0.02, "{change:?}");
    assert!((result.found.parameters[0].parameter.value - 3.0).abs() < 0.03);
}

#[test]
fn slow_motion_leaves_inertia_to_the_prior_and_says_so() {
    let run = Run { speed: 0.1, noise_nm: 1.0, ..Run::USUAL };
    let result = weigh_tool(&arm("ur5"), 2.0, run);
    let found = &result.found;
    let held = found.parameters[4..]
        .iter()
        .filter(|p| p.parameter.identifiability == Identifiability::Undetermined);
    assert_eq!(held.count(), 6, "{:?}", found.parameters);
    assert!(codes(&result).contains(&"W216"));
    assert!((found.parameters[0].parameter.value - 2.0).abs() < 0.04);
    // The ball of 2 kg has 0.4 m r² = 0.0031 kg m²; nothing may run away from it.
    for moment in [4, 7, 9].map(|k| found.parameters[k].parameter.value) {
        assert!((0.0..0.05).contains(&moment), "{moment}");
    }
}

#[test]
fn currents_are_weighed_with_gains_and_their_doubt_widens_the_interval() {
    let robot = arm("ur5");
    let gain = |dof: usize| 8.0 + dof as f64;
    let in_amperes = |mut log: Recording| {
        let n = log.n_samples();
        log.effort.iter_mut().enumerate().for_each(|(k, x)| *x /= gain(k / n));
        Recording { effort_kind: EffortKind::Current, ..log }
    };
    let runs = [Run::USUAL.of(&robot), Run { seed: 2, ..Run::USUAL }.of(&with_tool(&robot, 2.0))];
    let runs = runs.map(in_amperes);
    let weighed = |relative_sigma: f64, first: bool| {
        let gains: Vec<Option<DriveGain>> = (0..6)
            .map(|dof| DriveGain { nm_per_a: gain(dof), relative_sigma })
            .enumerate()
            .map(|(dof, gain)| (first || dof > 0).then_some(gain))
            .collect();
        let frame = flange(&robot);
        identify_payload(
            &robot,
            &PayloadInputs { gains: &gains, ..PayloadInputs::new(&runs[..1], &runs[1..], &frame) },
            &settings(),
        )
        .unwrap()
    };
    let (sure, unsure, without) = (weighed(0.0, true), weighed(0.03, true), weighed(0.0, false));
    let mass = |result: &PayloadResult| result.found.parameters[0].parameter.clone();
    for result in [&sure, &unsure, &without] {
        assert!((mass(result).value - 2.0).abs() < 0.02, "{:?}", mass(result));
    }
    // Independent gains, each to 3 %: the mass is a mean over the joints that feel it.
    let relative = mass(&unsure).sigma_or_infinity() / 2.0;
    assert!((0.007..0.03).contains(&relative), "{relative}");
    assert!(mass(&sure).sigma_or_infinity() / 2.0 < 0.004, "{:?}", mass(&sure));
    assert!(codes(&without).contains(&"W220") && !codes(&sure).contains(&"W220"));
}

#[test]
fn a_load_is_expressed_in_the_frame_it_was_asked_for() {
    let robot = catalog::robot("planar2r").unwrap();
    let frame = robot.frames().iter().find(|f| f.link == Some(1)).unwrap().clone();
    let run = Run { noise_nm: 0.05, ..Run::USUAL };
    let loaded = robot.clone().with_payload(&frame.name, tool(1.0)).unwrap();
    let logs = [run.of(&robot), Run { seed: 2, ..run }.of(&loaded)];
    let found = identify_payload(
        &robot,
        &PayloadInputs::new(&logs[..1], &logs[1..], &frame.name),
        &settings(),
    )
    .unwrap()
    .found;
    assert!((found.parameters[0].parameter.value - 1.0).abs() < 0.01);
    assert!((found.body.com_m[0] - 0.03).abs() < 0.002, "{:?}", found.body);
    assert_eq!((found.frame.as_str(), found.link.as_str()), (frame.name.as_str(), "link2"));
}

#[test]
fn a_common_factor_of_all_torques_widens_the_intervals_and_is_a_concern_if_nobody_knows_it() {
    let robot = arm("ur5");
    let runs = [Run::USUAL.of(&robot), Run { seed: 2, ..Run::USUAL }.of(&with_tool(&robot, 2.0))];
    let weighed = |scale_sigma: Option<f64>, stated_mass_kg: Option<f64>| {
        let settings = PayloadSettings { scale_sigma, stated_mass_kg, ..settings() };
        identify_payload(
            &robot,
            &PayloadInputs::new(&runs[..1], &runs[1..], &flange(&robot)),
            &settings,
        )
        .unwrap()
    };
    let exact = weighed(Some(0.0), None);
    let within = weighed(Some(0.05), None);
    let [of_exact, of_within] =
        [&exact, &within].map(|result| result.found.parameters[0].parameter.sigma_or_infinity());
    assert!((of_within / of_exact.hypot(0.1) - 1.0).abs() < 0.01, "{of_exact} {of_within}");
    // A factor of the load moves its centre by nothing.
    assert!(
        (within.found.parameters[1].parameter.sigma_or_infinity()
            / exact.found.parameters[1].parameter.sigma_or_infinity()
            - 1.0)
            .abs()
            < 0.01
    );
    let unknown = weighed(None, None);
    assert_eq!(unknown.verdict.grade, Grade::Usable);
    assert!(unknown.verdict.concerns[0].contains("unverified"), "{:?}", unknown.verdict);
    assert_eq!(weighed(None, Some(2.0)).verdict.grade, Grade::Good);
    let wrong = weighed(None, Some(1.9)).verdict;
    assert_eq!((wrong.grade, wrong.concerns.len()), (Grade::Usable, 1));
}

#[test]
fn an_inertia_that_is_not_told_from_zero_is_not_called_determined() {
    // Products are a tenth of the smallest moment, in noise that hides them.
    let run = Run { noise_nm: 0.6, ..Run::USUAL };
    let found = weigh_tool(&arm("ur5"), 1.0, run).found;
    let largest =
        [4, 7, 9].map(|k| found.parameters[k].parameter.value).into_iter().fold(0.0, f64::max);
    let mut n_zero = 0;
    for parameter in &found.parameters[4..] {
        let half_width = 1.96 * parameter.parameter.sigma_or_infinity();
        match parameter.parameter.identifiability {
            Identifiability::Determined => {
                assert!(parameter.parameter.value.abs() > half_width, "{parameter:?}");
            }
            Identifiability::ConsistentWithZero => {
                assert!(
                    parameter.parameter.value.abs() <= half_width && half_width <= 0.5 * largest
                );
                n_zero += 1;
            }
            _ => assert!(half_width > 0.5 * largest, "{parameter:?}"),
        }
    }
    assert!(n_zero > 0, "{:?}", found.parameters);
}
