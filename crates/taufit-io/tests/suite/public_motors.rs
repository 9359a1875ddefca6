//! Torque constants and friction of a real arm from runs in which one joint moves at a time.

use crate::common::logs::public;
use taufit::methods::{GivenConstant, MotorLog, MotorsSettings, identify_motors};
use taufit::model::Robot;
use taufit::recording::{EffortKind, Recording};
use taufit::study::{ConstantOrigin, MotorMode};
use taufit_io::{LogOptions, read_log, read_urdf};

/// UR10e: Mamedov and Mikhel 2020 \[N·m/A\].
const PUBLISHED: [f64; 6] = [10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232];

/// The robot and its six runs.
fn runs() -> (Robot, Vec<Recording>) {
    let folder = public("ur10e_innopolis").join("original");
    let robot = read_urdf(folder.join("ur10e.urdf")).unwrap().robot;
    let options = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
    let options = ["t=1", "q=2..7", "i=14..19"]
        .iter()
        .fold(options, |options, entry| options.with_map(entry).unwrap());
    let run = |joint: usize| {
        let path = folder.join(format!("ur-20_01_22-joint_{joint}.csv.gz"));
        read_log(path, &robot, &options).unwrap().recording
    };
    let recordings = (1..=6).map(run).collect();
    (robot, recordings)
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn runs_with_changing_speed_are_said_to_have_no_plateau_and_are_fitted_by_strokes() {
    let (robot, recordings) = runs();
    let logs: Vec<MotorLog<'_, Recording>> =
        recordings.iter().map(|log| MotorLog { log, robot: &robot, phases: &[] }).collect();
    let error = identify_motors(&logs, &MotorsSettings::default()).unwrap_err();
    assert_eq!(error.code(), "E170");

    // The axes of joints 1 and 5 are upright in these runs, and nothing hangs on joint 6.
    let given = [0, 4, 5]
        .map(|dof| GivenConstant { joint: robot.dof_joint(dof).name.clone(), kct: PUBLISHED[dof] });
    let settings = MotorsSettings {
        mode: MotorMode::SingleJoint,
        given: given.to_vec(),
        ..MotorsSettings::default()
    };
    let found = identify_motors(&logs, &settings).unwrap();
    for (dof, joint) in found.joints.iter().enumerate() {
        assert!(joint.n_records >= 12, "{}", joint.name);
        assert!(joint.coulomb.as_ref().unwrap().interval.is_some());
        assert!(joint.viscous.as_ref().unwrap().value > 0.0);
        if (1..4).contains(&dof) {
            assert_eq!(joint.kct_origin, ConstantOrigin::Data, "{}", joint.name);
            // The masses of the URDF are the maker's, the published gains come from a known load: both
            // are off by more than these runs scatter.
            let ratio = joint.kct.as_ref().unwrap().value / PUBLISHED[dof];
            assert!((0.8..1.2).contains(&ratio), "{}: {ratio}", joint.name);
        }
    }
}
