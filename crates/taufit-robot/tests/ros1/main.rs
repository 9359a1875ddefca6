//! Our client of ROS 1 against our server, over a master: whole runs, and every fault that a driver can
//! have. The master is a script; where there is no Python, the tests say so and pass.

#![cfg(feature = "ros1")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod rig;

use rig::{Rig, live_settings, read, run, sweeps, ur5};
use taufit::experiment::RosSettings;
use taufit::sim::Command;
use taufit_robot::connect;
use taufit_robot::serve::Mischief;

/// The arm was told to stop, and did.
fn assert_stopped(rig: &Rig) {
    let (command, fastest) = rig.at_last();
    let is_stop = match &command {
        Command::Hold => true,
        Command::Velocity(qd) => qd.iter().all(|v| *v == 0.0),
        // Where a goal has ended.
        Command::Position(point) => point.qd.iter().all(|v| *v == 0.0),
        _ => false,
    };
    assert!(is_stop && fastest < 0.02, "{command:?} at {fastest} rad/s");
}

/// A run on a robot with a fault ends with this code, whole up to there and at rest. It is long enough to
/// be under way when the fault comes, however long connecting takes on a busy computer.
fn assert_fails(mischief: Mischief, code: &str, least_samples: usize) {
    let Some(mut rig) = Rig::start(mischief) else { return };
    let outcome = run(&mut rig, &sweeps(8), None);
    let error = outcome.result.unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    if least_samples > 0 {
        let recording = read(&outcome.bytes);
        assert!(recording.n_samples() >= least_samples, "{}", recording.n_samples());
        assert!(recording.t_s.is_sorted());
    }
    assert_stopped(&rig);
}

#[test]
fn a_sweep_is_recorded_from_end_to_end() {
    // Names in another order in every message, on top.
    let mischief = Mischief { shuffle_joints: true, ..Mischief::default() };
    let Some(mut rig) = Rig::start(mischief) else { return };
    let outcome = run(&mut rig, &sweeps(1), None);
    let report = outcome.result.unwrap();
    assert_eq!(report.n_lost, 0, "{report:?}");
    assert!(report.worst_tracking_rad < 0.05, "{report:?}");
    let recording = read(&outcome.bytes);
    assert_eq!(recording.n_samples() as u64, report.n_samples);
    // From -1.6 to -1.8 under position control, to -1.2 and back under velocity control; others stood.
    let extremes = |dof: usize| {
        let q = recording.q(dof);
        (q.iter().copied().fold(f64::MAX, f64::min), q.iter().copied().fold(f64::MIN, f64::max))
    };
    let (low, high) = extremes(1);
    assert!((low + 1.8).abs() < 0.02 && (high + 1.2).abs() < 0.02, "{low} {high}");
    let (low, high) = extremes(4);
    assert!(high - low < 0.01, "{low} {high}");
    assert_stopped(&rig);
}

#[test]
fn lost_packets_are_counted() {
    let mischief = Mischief { drop_share: 0.1, ..Mischief::default() };
    let Some(mut rig) = Rig::start(mischief) else { return };
    let report = run(&mut rig, &sweeps(1), None).result.unwrap();
    let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
    assert!((share - 0.1).abs() < 0.02, "{report:?}");
}

#[test]
fn a_driver_that_dies_in_any_phase() {
    for phase in [1, 3] {
        let Some(mut rig) = Rig::start(Mischief::default()) else { return };
        let outcome = run(&mut rig, &sweeps(1), Some(phase));
        let error = outcome.result.unwrap_err();
        assert_eq!(error.code(), "E160", "phase {phase}: {error}");
        assert!(read(&outcome.bytes).n_samples() > 20);
    }
}

#[test]
fn frozen_feedback() {
    assert_fails(Mischief { freeze_at_s: Some(8.0), ..Mischief::default() }, "E160", 50);
}

#[test]
fn a_silent_driver() {
    assert_fails(Mischief { silent_at_s: Some(8.0), ..Mischief::default() }, "E160", 50);
}

#[test]
fn a_switch_that_is_refused() {
    assert_fails(Mischief { refuse_switch: true, ..Mischief::default() }, "E237", 50);
}

#[test]
fn a_goal_that_is_aborted() {
    assert_fails(Mischief { abort_at_s: Some(1.5), ..Mischief::default() }, "E238", 10);
}

#[test]
fn a_speed_slider_at_half() {
    assert_fails(Mischief { speed_slider: Some(0.5), ..Mischief::default() }, "E239", 0);
}

#[test]
fn other_joint_names() {
    assert_fails(Mischief { rename_joints: true, ..Mischief::default() }, "E235", 0);
}

#[test]
fn controllers_that_are_not_there() {
    let Some(rig) = Rig::start(Mischief::default()) else { return };
    let ros = RosSettings {
        position_controller: Some("a".to_owned()),
        velocity_controller: Some("b".to_owned()),
        ..RosSettings::default()
    };
    let settings = live_settings(rig.settings.ros.master_uri.as_deref().unwrap(), ros);
    let error = connect(&settings, &ur5()).err().unwrap();
    assert_eq!(error.code(), "E246", "{error}");
}

#[test]
fn a_manager_that_is_not_there() {
    let Some(rig) = Rig::start(Mischief::default()) else { return };
    let ros =
        RosSettings { controller_manager: Some("/nowhere".to_owned()), ..RosSettings::default() };
    let settings = live_settings(rig.settings.ros.master_uri.as_deref().unwrap(), ros);
    let error = connect(&settings, &ur5()).err().unwrap();
    assert_eq!(error.code(), "E233", "{error}");
}

#[test]
fn a_master_that_is_not_there() {
    // Nobody listens on port 1.
    let settings = live_settings("http://127.0.0.1:1", RosSettings::default());
    let error = connect(&settings, &ur5()).err().unwrap();
    assert_eq!(error.code(), "E249", "{error}");
    assert!(error.to_string().contains("roscore"), "{error}");
    let settings = live_settings("not an address", RosSettings::default());
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E249");
}
