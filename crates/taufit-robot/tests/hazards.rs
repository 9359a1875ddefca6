//! Every hazard of feedback in every kind of phase over every connection: the stop is commanded in time and
//! the cause is named.
//!
//! The served robots have no time-out of their own (`no_timeout`), so that every stop is that of the run.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod common;

use common::{Outcome, retry_if_stalled, run, ur5};
use std::any::Any;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taufit::command::Command;
use taufit::experiment::{
    ConnectionOptions, Experiment, RosSettings, Sweep, SweepJoint, start_pose,
};
use taufit::recording::EffortKind;
use taufit_robot::serve::{
    DriverFaults, FeedbackFault, Ros1Master, Ros1ServeSettings, Ros1Server, Ros2Server,
    RtdeServeSettings, RtdeServer, ServedArm, SharedFaults,
};
use taufit_robot::{ConnectionSettings, SimulatedConnection, connect};

/// Longest silence \[s\]: longer than the default, since the computer of a test is busy.
const STALE_S: f64 = 0.3;

/// Time between detection and the stop command at the arm, on a busy computer \[s\].
const MARGIN_S: f64 = 0.3;

/// Braking of the program on a controller of Universal Robots: 1 rad/s at 4 rad/s² \[s\]. Controllers of ROS hold
/// at once.
const RTDE_BRAKING_S: f64 = 0.25;

/// Motion to the start under position control, rest, constant velocity.
const PHASES: [(usize, &str); 3] = [(1, "position"), (2, "rest"), (3, "velocity")];

/// Injected fault, its code, and the longest time until it is detected \[s\]. Where nothing moves, a fault that
/// shows in motion only is detected at the beginning of the next phase.
struct Hazard {
    name: &'static str,
    fault: fn(f64) -> DriverFaults,
    code: &'static str,
    within_s: f64,
    in_motion_only: bool,
    ros_only: bool,
}

fn feedback(fault: FeedbackFault) -> DriverFaults {
    DriverFaults { feedback: vec![(fault, 0.0)], no_timeout: true, ..DriverFaults::default() }
}

/// Hazards that packets show at once, or after a silence, or in motion.
const HAZARDS: [Hazard; 14] = {
    const fn hazard(
        name: &'static str,
        fault: fn(f64) -> DriverFaults,
        code: &'static str,
        within_s: f64,
    ) -> Hazard {
        Hazard { name, fault, code, within_s, in_motion_only: false, ros_only: false }
    }
    let silent = |now_s: f64| DriverFaults {
        silent_at_s: Some(now_s),
        no_timeout: true,
        ..DriverFaults::default()
    };
    let frozen = |now_s: f64| DriverFaults {
        freeze_at_s: Some(now_s),
        no_timeout: true,
        ..DriverFaults::default()
    };
    [
        hazard("silence", silent, "E160", STALE_S),
        hazard("repeated packets", frozen, "E160", STALE_S),
        hazard("stamps not finite", |_| feedback(FeedbackFault::NanStamp), "E164", STALE_S),
        hazard("position not finite", |_| feedback(FeedbackFault::NanPosition), "E161", 0.1),
        hazard("velocity not finite", |_| feedback(FeedbackFault::NanVelocity), "E161", 0.1),
        hazard("effort not finite", |_| feedback(FeedbackFault::NanEffort), "E161", 0.1),
        hazard("clock ahead", |_| feedback(FeedbackFault::ClockAhead), "E168", 0.1),
        hazard("clock behind", |_| feedback(FeedbackFault::ClockBehind), "E168", 0.1),
        hazard("position jump", |_| feedback(FeedbackFault::PositionJump), "E159", 0.1),
        hazard("exchanged joints", |_| feedback(FeedbackFault::SwappedJoints), "E167", 0.1),
        Hazard {
            in_motion_only: true,
            ..hazard(
                "frozen values",
                |_| feedback(FeedbackFault::StuckValues),
                "E165",
                0.2 + STALE_S,
            )
        },
        Hazard {
            in_motion_only: true,
            ..hazard("zero velocities", |_| feedback(FeedbackFault::ZeroVelocity), "E166", 0.3)
        },
        Hazard {
            ros_only: true,
            ..hazard("missing joint", |_| feedback(FeedbackFault::MissingJoint), "E235", STALE_S)
        },
        Hazard {
            ros_only: true,
            ..hazard(
                "missing velocities",
                |_| feedback(FeedbackFault::MissingVelocities),
                "E241",
                STALE_S,
            )
        },
    ]
};

/// 0.5 rad to the start, half a second of rest, then 0.8 rad at 0.4 rad/s.
fn experiment() -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -2.1, 0.3, -1.57, 0.0, 0.0],
        distance_rad: 0.8,
        velocities_rad_s: vec![0.4],
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: false, joints });
    let mut experiment =
        Experiment { sweep, rate_hz: 125.0, settle_s: 0.5, ..Experiment::new("ur5") };
    experiment.simulation.start = Some(vec![0.0, -1.6, 0.3, -1.57, 0.0, 0.0]);
    experiment.simulation.arm.sensors.effort.kind = EffortKind::Current;
    (experiment.guard.stale_s, experiment.guard.tracking_error_rad) = (STALE_S, 0.3);
    experiment
}

/// Served robot with the settings of its connection.
struct Served {
    settings: ConnectionSettings,
    faults: SharedFaults,
    /// Robot time, and local time of the last command that moves the arm.
    state: Arc<Mutex<(f64, Instant)>>,
    _server: Box<dyn Any>,
}

fn moves(command: &Command) -> bool {
    match command {
        Command::Velocity(qd) => qd.iter().any(|v| *v != 0.0),
        Command::Position(point) => point.qd.iter().any(|v| *v != 0.0),
        _ => false,
    }
}

fn serve(kind: &str) -> Served {
    let (experiment, robot) = (experiment(), ur5());
    let start = start_pose(&experiment, &robot, None).unwrap();
    let simulated = SimulatedConnection::new(&robot, &experiment.simulation, &start, 125.0);
    let no_timeout = DriverFaults { no_timeout: true, ..DriverFaults::default() };
    let arm = ServedArm::start(simulated.unwrap(), no_timeout);
    let (faults, packets) = (arm.driver_faults().clone(), arm.listen());
    let state = Arc::new(Mutex::new((0.0, Instant::now())));
    let of_thread = Arc::clone(&state);
    std::thread::spawn(move || {
        for packet in packets {
            let mut state = of_thread.lock().unwrap();
            state.0 = packet.feedback.t_s;
            if moves(&packet.command) {
                state.1 = Instant::now();
            }
        }
    });
    let settings = |options: &ConnectionOptions, preset| {
        ConnectionSettings::new(options, Some(preset), &robot, 125.0).unwrap()
    };
    let mut options = ConnectionOptions { timeout_s: Some(5.0), ..ConnectionOptions::default() };
    let (settings, server): (_, Box<dyn Any>) = match kind {
        "rtde" => {
            let version = [3, 15, 0, 0];
            let served = RtdeServeSettings { version, ..RtdeServeSettings::new(&robot) };
            let server = RtdeServer::start(arm, &robot, &served).unwrap();
            let ports = server.ports();
            options.rtde.port = Some(ports.rtde);
            options.rtde.script_port = Some(ports.script[1]);
            options.rtde.dashboard_port = Some(ports.dashboard);
            (settings(&options, "rtde"), Box::new(server))
        }
        "ros1" => {
            let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
            let master_uri = Some(master.uri().to_owned());
            options.ros = RosSettings { master_uri, ..RosSettings::default() };
            let settings = settings(&options, "ur-ros1-noetic");
            let server = Ros1Server::start(arm, &settings, &Ros1ServeSettings::default()).unwrap();
            (settings, Box::new((server, master)))
        }
        _ => {
            static COUNT: AtomicU16 = AtomicU16::new(0);
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let domain_id = Some(100 + (std::process::id() as u16 * 7 + count) % 130);
            options.ros = RosSettings { domain_id, ..RosSettings::default() };
            let settings = settings(&options, "ur-ros2-jazzy");
            let server = Ros2Server::start(arm, &settings).unwrap();
            (settings, Box::new(server))
        }
    };
    Served { settings, faults, state, _server: server }
}

/// Runs until the fault, which is injected some tenths of a second into a phase, ends the run. Returns the run
/// and the time between the fault and the last command that moved the arm \[s\].
fn inject(kind: &str, hazard: &Hazard, phase: usize) -> (Outcome, f64) {
    let served = serve(kind);
    let mut connection = connect(&served.settings, &ur5()).unwrap();
    let mut injected = None;
    let mut n_reports = 0;
    let outcome = run(connection.as_mut(), &experiment(), |now| {
        n_reports += usize::from(now.phase == phase);
        if n_reports == 3 && injected.is_none() {
            served.faults.set((hazard.fault)(served.state.lock().unwrap().0));
            injected = Some(Instant::now());
        }
        true
    });
    drop(connection);
    let ended = Instant::now();
    let last_motion = loop {
        let last_motion = served.state.lock().unwrap().1;
        if last_motion.elapsed() > Duration::from_millis(200) {
            break last_motion;
        }
        let waited = ended.elapsed();
        assert!(waited < Duration::from_secs(2), "{kind} {}: it still moves", hazard.name);
        std::thread::sleep(Duration::from_millis(20));
    };
    let took = last_motion.saturating_duration_since(injected.unwrap());
    (outcome, took.as_secs_f64())
}

fn check(kind: &str, hazard: &Hazard, (phase, phase_name): (usize, &str)) {
    let case = format!("{kind}, {} in {phase_name}", hazard.name);
    let (outcome, took_s) = inject(kind, hazard, phase);
    let error = outcome.result.as_ref().unwrap_err();
    assert_eq!(error.code(), hazard.code, "{case}: {error}");
    // A rest lasts half a second; then a controller is switched.
    let wait_s = if hazard.in_motion_only && phase_name == "rest" { 1.0 } else { 0.0 };
    let braking_s = if kind == "rtde" { RTDE_BRAKING_S } else { 0.0 };
    let allowed_s = hazard.within_s + wait_s + braking_s + MARGIN_S;
    assert!(took_s < allowed_s, "{case}: stop after {took_s:.3} s, allowed are {allowed_s:.3} s");
    assert!(outcome.read().t_s.is_sorted(), "{case}");
    eprintln!("{case}: {} after {took_s:.3} s", error.code());
}

/// All hazards in all phases, `n_parallel` at a time.
fn matrix(kind: &str, n_parallel: usize) {
    let hazards = HAZARDS.iter().filter(|hazard| !hazard.ros_only || kind != "rtde");
    let cases: Vec<_> = hazards.flat_map(|h| PHASES.map(|phase| (h, phase))).collect();
    for batch in cases.chunks(n_parallel) {
        retry_if_stalled(|| {
            std::thread::scope(|scope| {
                for &(hazard, phase) in batch {
                    scope.spawn(move || check(kind, hazard, phase));
                }
            });
        });
    }
}

#[test]
fn every_hazard_in_every_phase_over_rtde() {
    matrix("rtde", 9);
}

#[test]
fn every_hazard_in_every_phase_over_ros1() {
    matrix("ros1", 9);
}

#[test]
fn every_hazard_in_every_phase_over_ros2() {
    matrix("ros2", 4);
}
