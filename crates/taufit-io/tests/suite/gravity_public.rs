//! A real arm whose logs hold few stops: what they tell, and what they do not.

use crate::common::logs::public;
use taufit::methods::{GravityResult, GravitySettings, identify_gravity};
use taufit::recording::EffortKind;
use taufit::validate::Grade;
use taufit_io::{LogOptions, read_log, read_urdf};

/// UR10e: Mamedov and Mikhel 2020 \[N·m/A\].
const GAINS: [f64; 6] = [10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232];
/// Runs in which one joint moves at a time, at several speeds both ways, and a tour of ten poses.
const SINGLE_JOINTS: [&str; 7] = [
    "20_01_22-joint_1",
    "20_01_22-joint_2",
    "20_01_22-joint_3",
    "20_01_22-joint_4",
    "20_01_22-joint_5",
    "20_01_22-joint_6",
    "20_01_17-ptp_10_points",
];
/// Excitations without load: slow only where they turn.
const EXCITATIONS: [&str; 6] = [
    "20_02_05-20sec_8harm",
    "20_02_10-30sec_12harm",
    "20_02_12-40sec_12harm",
    "20_02_12-50sec_12harm",
    "20_02_19_14harm50sec",
    "20_02_19_15harm50sec",
];

/// Weights of the arm from some of its logs; none where these are not at hand.
fn weights(names: &[&str], settings: &GravitySettings) -> GravityResult {
    let folder = public("ur10e_innopolis");
    let robot = read_urdf(folder.join("original/ur10e.urdf")).unwrap().robot;
    let columns = ["t=1", "q=2..7", "current=14..19"];
    let options = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
    let options = columns.iter().fold(options, |options, map| options.with_map(map).unwrap());
    let read = |name: &&str| {
        let path = folder.join(format!("original/ur-{name}.csv.gz"));
        read_log(path, &robot, &options).unwrap().recording
    };
    let logs: Vec<_> = names.iter().map(read).collect();
    identify_gravity(&robot, &logs, &GAINS.map(Some), settings).unwrap()
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn logs_with_few_stops_from_one_side_are_not_sold_as_more() {
    let result = weights(&SINGLE_JOINTS, &GravitySettings::default());
    let (found, codes) = (&result.found, result.warnings.iter().map(|w| w.code()));
    assert!(found.held_out);
    // Joints 2 to 4 come to their stops from below only, and joint 2 hardly leaves one angle.
    assert_eq!(codes.clone().filter(|code| *code == "W225").count(), 3);
    assert!(codes.clone().any(|code| code == "W226"));
    assert_eq!(result.verdict.grade, Grade::Poor, "{}", result.verdict.reason);
    assert!(found.base_parameters.iter().any(|c| c.sigma.is_none()));
    // What the elbow shows is shown: its moment lies within 5 % of the robot's file.
    let elbow = found.base_parameters.iter().find(|c| c.name == "mz3").unwrap();
    assert!((elbow.value / elbow.nominal.unwrap() - 1.0).abs() < 0.05, "{elbow:?}");
}

/// All runs without load, with slow motion up to 0.4 rad/s: every joint has been driven both ways, so that
/// its friction band is known, and the error of poses left out of the fit is that band, within a tenth.
#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_error_of_poses_left_out_is_the_friction_band() {
    let settings = GravitySettings { slow_speed: 0.4, ..GravitySettings::default() };
    let names = [&SINGLE_JOINTS[..], &EXCITATIONS].concat();
    let result = weights(&names, &settings);
    let found = &result.found;
    assert!(found.held_out);
    for joint in &found.joints {
        let [band, _] = joint.band.unwrap();
        assert!(joint.error_rms < 1.1 * band, "{joint:?}");
    }
    // Slow motion of excitations is seldom steady: more than 20 % of the torque are left without friction.
    assert_eq!(result.verdict.grade, Grade::Poor, "{}", result.verdict.reason);
}
