//! Faults of the driver, and the ends of a run.

use crate::common::{retry_if_stalled, run, ur5};
use crate::raw::controllers;
use crate::rig::{Rig, live_settings, sweep};
use std::time::Duration;
use taufit::command::Command;
use taufit::experiment::{Plan, RosSettings};
use taufit_robot::serve::DriverFaults;
use taufit_robot::{EmergencyStop, RobotConnection, connect};

/// Controllers before a run: the trajectory controller is active.
const AS_BEFORE: [(&str, &str); 2] =
    [("scaled_pos_joint_traj_controller", "running"), ("joint_group_vel_controller", "stopped")];

/// The arm is at rest after a stop command; the controllers are restored.
fn assert_restored(rig: &Rig) {
    rig.assert_at_rest();
    assert_eq!(controllers(rig.master.uri(), "/controller_manager"), AS_BEFORE.map(owned));
}

fn owned((name, state): (&str, &str)) -> (String, String) {
    (name.to_owned(), state.to_owned())
}

/// Asserts that a run on a robot with a fault ends with this code, a complete log and the robot at rest. Returns
/// the message.
fn fails_with(driver_faults: DriverFaults, code: &str) -> String {
    let rig = Rig::start(driver_faults);
    let mut connection = rig.connection().unwrap();
    let outcome = run(connection.as_mut(), &sweep(vec![0.5; 4]), |_| true);
    drop(connection);
    let recording = outcome.read();
    let error = outcome.result.unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert!(recording.n_samples() > 2 && recording.t_s.is_sorted());
    assert_restored(&rig);
    error.to_string()
}

#[test]
fn lost_packets_are_counted() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults { drop_share: 0.1, ..DriverFaults::default() });
        let mut connection = rig.connection().unwrap();
        let report = run(connection.as_mut(), &sweep(vec![0.5]), |_| true).result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.09..0.12).contains(&share), "{report:?}");
    });
}

/// The nominal rate is found although no two consecutive packets come.
#[test]
fn nine_packets_of_ten_lost() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults { drop_share: 0.9, ..DriverFaults::default() });
        let mut connection = rig.connection().unwrap();
        let report = run(connection.as_mut(), &sweep(vec![0.5]), |_| true).result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.88..0.92).contains(&share), "{report:?}");
        assert_eq!(report.loss().unwrap().code(), "W171");
    });
}

#[test]
fn a_driver_that_dies_in_any_phase() {
    retry_if_stalled(|| {
        // Go to start, settle, constant velocity.
        std::thread::scope(|scope| {
            (1..=3).for_each(|phase| drop(scope.spawn(move || dies_in(phase))))
        });
    });
}

fn dies_in(phase: usize) {
    let mut rig = Rig::start(DriverFaults::default());
    let mut connection = rig.connection().unwrap();
    let mut n_told = 0;
    let outcome = run(connection.as_mut(), &sweep(vec![0.5]), |now| {
        // Some tenths of a second into the phase.
        n_told += usize::from(now.phase == phase);
        if n_told == 2 {
            rig.kill();
        }
        true
    });
    assert!(outcome.read().n_samples() > 2);
    let error = outcome.result.unwrap_err();
    assert!(["E160", "E233", "E236"].contains(&error.code()), "phase {phase}: {error}");
}

#[test]
fn frozen_feedback() {
    retry_if_stalled(|| {
        fails_with(DriverFaults { freeze_at_s: Some(4.0), ..DriverFaults::default() }, "E160");
    });
}

#[test]
fn a_silent_driver() {
    retry_if_stalled(|| {
        fails_with(DriverFaults { silent_at_s: Some(4.0), ..DriverFaults::default() }, "E160");
    });
}

#[test]
fn a_switch_that_is_refused() {
    retry_if_stalled(|| {
        let message =
            fails_with(DriverFaults { refuse_switch: true, ..DriverFaults::default() }, "E237");
        assert!(message.contains("joint_group_vel_controller was not started"), "{message}");
    });
}

#[test]
fn a_goal_that_is_aborted() {
    retry_if_stalled(|| {
        let message =
            fails_with(DriverFaults { abort_at_s: Some(0.0), ..DriverFaults::default() }, "E238");
        assert!(message.contains("path tolerance"), "{message}");
    });
}

#[test]
fn ctrl_c_and_drop_stop_the_robot_and_restore_the_controllers() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let mut connection = rig.connection().unwrap();
        let mut n_told = 0;
        let outcome = run(connection.as_mut(), &sweep(vec![0.5]), |now| {
            n_told += usize::from(now.phase == 3);
            n_told < 5
        });
        assert_eq!(outcome.result.unwrap_err().code(), "E162");
        drop(connection);
        assert_restored(&rig);
        // Dropped in the middle of a motion.
        let mut connection = rig.connection().unwrap();
        let experiment = sweep(vec![0.5]);
        let plan = Plan::new(&experiment, &ur5(), None, &[0.3; 6]).unwrap();
        begin(connection.as_mut(), &plan.phases[2]);
        connection.send(&Command::Velocity(vec![0.2; 6])).unwrap();
        drop(connection);
        assert_restored(&rig);
        begin(rig.connection().unwrap().as_mut(), &plan.phases[0]);
        assert_restored(&rig);
    });
}

/// The run dies while a robot without a time-out moves.
#[test]
fn an_emergency_stop_stops_the_robot_and_restores_the_controllers() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults { no_timeout: true, ..DriverFaults::default() });
        let stop = EmergencyStop::connect(&rig.settings).unwrap().unwrap();
        let mut connection = rig.connection().unwrap();
        let plan = Plan::new(&sweep(vec![0.5]), &ur5(), None, &[0.3; 6]).unwrap();
        begin(connection.as_mut(), &plan.phases[2]);
        connection.send(&Command::Velocity(vec![0.2; 6])).unwrap();
        std::mem::forget(connection);
        std::thread::sleep(Duration::from_millis(300));
        stop.stop().unwrap();
        assert_restored(&rig);
    });
}

fn begin(connection: &mut dyn RobotConnection, phase: &taufit::experiment::Phase) {
    connection.begin(phase).unwrap();
    while !connection.is_ready().unwrap() {
        connection.receive().unwrap();
    }
}

#[test]
fn a_robot_that_cannot_be_used_is_refused_before_it_moves() {
    retry_if_stalled(|| {
        let half = Rig::start(DriverFaults { speed_slider: Some(0.5), ..DriverFaults::default() });
        let error = half.connection().err().unwrap();
        assert!(error.code() == "E239" && error.to_string().contains("50 %"), "{error}");
        let other = Rig::start(DriverFaults { rename_joints: true, ..DriverFaults::default() });
        let error = other.connection().err().unwrap();
        let message = error.to_string();
        assert!(
            error.code() == "E235" && message.contains("it has other_shoulder_pan"),
            "{message}"
        );
    });
}

/// Robot with the same joint names: only its own URDF differs.
#[test]
fn another_robot_is_refused_before_it_moves() {
    retry_if_stalled(|| {
        let ur5 = include_str!("../../../../testdata/robots/ur5_dh.toml");
        let longer = taufit_io::parse_robot_toml(&ur5.replace("0.425", "0.612")).unwrap();
        let rig = Rig::serve_other(&longer.description.build().unwrap());
        let error = rig.connection().err().unwrap();
        assert!(error.code() == "E255" && error.to_string().contains("0.612 m"), "{error}");
    });
}

#[test]
fn a_link_that_only_listens_needs_no_controllers() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let nowhere = Some("/nowhere".to_owned());
        let ros = RosSettings { controller_manager: nowhere, ..RosSettings::default() };
        let mut settings = live_settings(rig.master.uri(), ros);
        settings.only_listens = true;
        let connection = connect(&settings, &ur5()).unwrap();
        assert!(connection.info().commands.is_empty());
    });
}

#[test]
fn what_is_not_there_is_named() {
    retry_if_stalled(|| {
        let rig = Rig::start(DriverFaults::default());
        let refusal = |ros| {
            let settings = live_settings(rig.master.uri(), ros);
            let error = connect(&settings, &ur5()).err().unwrap();
            (error.code(), error.to_string())
        };
        let name = |name: &str| Some(name.to_owned());
        let (code, message) = refusal(RosSettings {
            position_controller: name("a"),
            velocity_controller: name("b"),
            ..RosSettings::default()
        });
        assert_eq!(code, "E246", "{message}");
        let (code, message) =
            refusal(RosSettings { controller_manager: name("/nowhere"), ..RosSettings::default() });
        assert!(code == "E233" && message.contains("/nowhere/list_controllers"), "{message}");
        let (code, message) =
            refusal(RosSettings { joint_states: name("/silence"), ..RosSettings::default() });
        assert!(code == "E234" && message.contains("/silence"), "{message}");
    });
}

#[test]
fn a_driver_that_comes_back_is_heard_again() {
    retry_if_stalled(|| {
        let mut rig = Rig::start(DriverFaults::default());
        let mut connection = rig.connection().unwrap();
        rig.kill();
        // Queued packets, then none.
        while connection.receive().unwrap().is_some() {}
        rig.revive();
        let received = (0..1000).find_map(|_| connection.receive().unwrap());
        assert!(received.is_some(), "no packet for 10 s");
    });
}
