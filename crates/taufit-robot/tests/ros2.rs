//! ROS 2 connection against the served robot, over the loopback: a whole run, and faults of the driver.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Outcome, retry_if_stalled, tolerate_stalls, ur5};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taufit::experiment::{
    ConnectionOptions, Experiment, RosSettings, SimulationSettings, Sweep, SweepJoint,
};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_robot::serve::{ArmPacket, DriverFaults, Ros2Server, ServedArm};
use taufit_robot::{ConnectionSettings, Result, RobotConnection, SimulatedConnection, connect};

const RATE_HZ: f64 = 100.0;

/// Initial position: a little off the start of the sweep.
const HOME: [f64; 6] = [0.0, -1.7, 0.5, 0.0, 0.0, 0.0];

/// Motion to the start, then one joint forward and back at 0.5 rad/s.
fn sweep() -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -1.8, 0.5, 0.0, 0.0, 0.0],
        distance_rad: 0.6,
        velocities_rad_s: vec![0.5],
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: true, joints });
    let mut experiment = Experiment { sweep, rate_hz: RATE_HZ, ..Experiment::new("ur5") };
    tolerate_stalls(&mut experiment);
    experiment
}

/// Domain of its own for every test and every run of the tests.
fn domain_id() -> u16 {
    static COUNT: AtomicU16 = AtomicU16::new(0);
    let run = u16::try_from(std::process::id() % 5).unwrap();
    10 + 44 * run + COUNT.fetch_add(1, Ordering::Relaxed) % 44
}

fn settings(preset: &str, domain_id: u16) -> ConnectionSettings {
    let ros = RosSettings { domain_id: Some(domain_id), ..RosSettings::default() };
    let effort = Some(EffortKind::Torque);
    let options = ConnectionOptions { effort, ros, ..ConnectionOptions::default() };
    ConnectionSettings::new(&options, Some(preset), &ur5(), RATE_HZ).unwrap()
}

/// Served arm with its packets.
struct Peer {
    server: Arc<Mutex<Option<Ros2Server>>>,
    packets: Receiver<Arc<ArmPacket>>,
    settings: ConnectionSettings,
}

impl Peer {
    fn new(preset: &str, driver_faults: DriverFaults) -> Self {
        Self::of(&ur5(), preset, driver_faults)
    }

    fn of(robot: &Robot, preset: &str, driver_faults: DriverFaults) -> Self {
        let settings = settings(preset, domain_id());
        let simulation = SimulationSettings::default();
        let connection = SimulatedConnection::new(robot, &simulation, &HOME, RATE_HZ).unwrap();
        let arm = ServedArm::start(connection, driver_faults);
        let packets = arm.listen();
        let server = Ros2Server::start(arm, &settings).unwrap();
        assert!(server.warning().is_none(), "{:?}", server.warning());
        Self { server: Arc::new(Mutex::new(Some(server))), packets, settings }
    }

    fn connection(&self) -> Result<Box<dyn RobotConnection>> {
        connect(&self.settings, &ur5())
    }
}

/// Runs the sweep; `on_phase` receives the number of every phase.
fn run(connection: &mut dyn RobotConnection, on_phase: &mut dyn FnMut(usize)) -> Outcome {
    common::run(connection, &sweep(), |now| {
        on_phase(now.phase);
        true
    })
}

/// Run with faults of the driver.
fn run_with(driver_faults: DriverFaults) -> (Peer, Outcome) {
    let peer = Peer::new("generic-ros2", driver_faults);
    let mut connection = peer.connection().unwrap();
    let outcome = run(connection.as_mut(), &mut |_| {});
    drop(connection);
    (peer, outcome)
}

/// Asserts that the arm is at rest.
fn is_at_rest(peer: &Peer) {
    let began = Instant::now();
    let speed =
        |packet: &ArmPacket| packet.feedback.qd.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let mut last = f64::INFINITY;
    while began.elapsed() < Duration::from_secs(3) {
        while let Ok(packet) = peer.packets.try_recv() {
            last = speed(&packet);
        }
        if last < 0.01 {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it still moves at {last} rad/s");
}

#[test]
fn a_sweep_is_driven_and_recorded_whatever_the_order_of_joints() {
    retry_if_stalled(|| {
        let driver_faults = DriverFaults { shuffle_joints: true, ..DriverFaults::default() };
        let (peer, outcome) = run_with(driver_faults);
        let report = outcome.result.as_ref().unwrap();
        let recording = outcome.read();
        assert_eq!(report.n_samples, recording.n_samples() as u64);
        let lost_share = report.n_lost as f64 / report.n_samples as f64;
        assert!(lost_share < 0.01, "{report:?}");
        // Extremes of the sweep in the recorded positions.
        let joint2 = recording.q(1).iter();
        let (low, high) = joint2.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
        assert!((low + 1.8).abs() < 0.05 && (high + 1.2).abs() < 0.05, "{low} to {high}");
        is_at_rest(&peer);
    });
}

#[test]
fn feedback_that_freezes_or_ends_stops_the_run() {
    retry_if_stalled(|| {
        for (name, driver_faults) in [
            ("freeze", DriverFaults { freeze_at_s: Some(5.0), ..DriverFaults::default() }),
            ("silent", DriverFaults { silent_at_s: Some(5.0), ..DriverFaults::default() }),
        ] {
            let (peer, outcome) = run_with(driver_faults);
            assert_eq!(outcome.code(), "E160", "{name}");
            is_at_rest(&peer);
        }
    });
}

#[test]
fn packets_that_are_lost_are_counted() {
    retry_if_stalled(|| {
        let (_, outcome) = run_with(DriverFaults { drop_share: 0.1, ..DriverFaults::default() });
        let report = outcome.result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.09..0.12).contains(&share), "{report:?}");
    });
}

#[test]
fn a_manager_that_refuses_is_named() {
    retry_if_stalled(|| {
        let (peer, outcome) =
            run_with(DriverFaults { refuse_switch: true, ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E237");
        let message = outcome.result.unwrap_err().to_string();
        assert!(message.contains("forward_velocity_controller was not started"), "{message}");
        is_at_rest(&peer);
    });
}

#[test]
fn a_goal_that_is_given_up_ends_the_run() {
    retry_if_stalled(|| {
        let (peer, outcome) =
            run_with(DriverFaults { abort_at_s: Some(0.0), ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E238");
        let message = outcome.result.unwrap_err().to_string();
        assert!(message.contains("path tolerance"), "{message}");
        is_at_rest(&peer);
    });
}

#[test]
fn a_robot_at_half_speed_or_with_other_joints_is_refused_before_it_moves() {
    retry_if_stalled(|| {
        let half = DriverFaults { speed_slider: Some(0.5), ..DriverFaults::default() };
        let peer = Peer::new("ur-ros2-jazzy", half);
        let error = peer.connection().err().unwrap();
        assert_eq!(error.code(), "E239");
        assert!(error.to_string().contains("50 %"), "{error}");
        let other = DriverFaults { rename_joints: true, ..DriverFaults::default() };
        let error = Peer::new("generic-ros2", other).connection().err().unwrap();
        assert_eq!(error.code(), "E235");
        assert!(error.to_string().contains("it has other_joint1"), "{error}");
    });
}

/// Driver without a topic of its speed scaling: the speed along the reference shows it.
#[test]
fn a_slider_that_nobody_speaks_of() {
    retry_if_stalled(|| {
        let (peer, outcome) =
            run_with(DriverFaults { speed_slider: Some(0.5), ..DriverFaults::default() });
        let error = outcome.result.unwrap_err();
        assert_eq!(error.code(), "E239", "{error}");
        is_at_rest(&peer);
    });
}

/// Robot with the same joint names: only its own URDF differs.
#[test]
fn another_robot_is_refused_before_it_moves() {
    retry_if_stalled(|| {
        let ur5 = include_str!("../../../testdata/robots/ur5_dh.toml");
        let longer = taufit_io::parse_robot_toml(&ur5.replace("0.425", "0.612")).unwrap();
        let longer = longer.description.build().unwrap();
        let error =
            Peer::of(&longer, "generic-ros2", DriverFaults::default()).connection().err().unwrap();
        assert_eq!(error.code(), "E255");
        assert!(error.to_string().contains("0.612 m"), "{error}");
    });
}

#[test]
fn a_peer_that_dies_ends_the_run_in_every_phase() {
    retry_if_stalled(|| {
        // Go to start, settle, constant velocity.
        for phase in 1..=3 {
            let peer = Peer::new("generic-ros2", DriverFaults::default());
            let mut connection = peer.connection().unwrap();
            let server = Arc::clone(&peer.server);
            let mut n_told = 0;
            let mut kill = |number| {
                // Some tenths of a second into the phase.
                n_told += usize::from(number == phase);
                if n_told == 3 {
                    drop(server.lock().unwrap().take());
                }
            };
            let outcome = run(connection.as_mut(), &mut kill);
            let code = outcome.code();
            assert!(["E160", "E236", "E233"].contains(&code), "phase {phase}: {code}");
        }
    });
}

#[test]
fn nobody_there_is_said() {
    let mut settings = settings("generic-ros2", domain_id());
    settings.timeout_s = 0.5;
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E234");
    settings.ros.domain_id = Some(233);
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E233");
    settings.ros.domain_id = Some(domain_id());
    settings.ros.distribution = "noetic".to_owned();
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E248");
}
