//! Faults of a simulated robot: it stops, the log can be read, and the message names the cause.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use taufit::experiment::{
    Experiment, FreeLog, GuardSettings, Plan, Poses, SimulationSettings, Sweep, SweepJoint,
    start_pose,
};
use taufit::model::{Robot, catalog};
use taufit::recording::Recording;
use taufit::sim::Fault;
use taufit_io::{LogHeader, LogOptions, LogWriter, read_log};
use taufit_robot::{
    ConnectionInfo, Error, Operator, Result, RobotConnection, RobotFeedback, RunProgress,
    RunReport, SimulatedConnection, run_plan,
};

const RATE_HZ: f64 = 100.0;

fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Sweep of one joint forward and back: 0.5 s of rest, then 1.0 rad at 0.5 rad/s from about 0.5 s on.
fn sweep() -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -1.8, 0.5, 0.0, 0.0, 0.0],
        distance_rad: 1.0,
        velocities_rad_s: vec![0.5],
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: true, joints });
    Experiment { sweep, rate_hz: RATE_HZ, ..Experiment::new("ur5") }
}

fn with_fault(fault: Fault) -> Experiment {
    let mut experiment = sweep();
    experiment.simulation.arm.faults = vec![fault];
    experiment
}

/// Result, robot and log of a run.
struct Outcome {
    result: Result<RunReport>,
    connection: SimulatedConnection,
    bytes: Vec<u8>,
}

/// Runs an experiment into memory; the operator stops it at `stop_at_s`.
fn run(experiment: &Experiment, stop_at_s: f64) -> Outcome {
    let mut bytes = Vec::new();
    let (result, connection) = run_into(experiment, stop_at_s, &mut bytes);
    Outcome { result, connection, bytes }
}

fn run_into(
    experiment: &Experiment,
    stop_at_s: f64,
    sink: impl Write,
) -> (Result<RunReport>, SimulatedConnection) {
    let robot = ur5();
    let start = start_pose(experiment, &robot, None).unwrap();
    let plan = Plan::new(experiment, &robot, None, &start).unwrap();
    let mut connection = SimulatedConnection::of(experiment, &robot, &start).unwrap();
    let info = connection.info().clone();
    let head = LogHeader {
        joints: info.joints,
        effort_kind: info.effort_kind,
        rate_hz: RATE_HZ,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let log = LogWriter::new(sink, &head).unwrap();
    let stop = AtomicBool::new(false);
    let total_s = plan.duration_s();
    let mut progress = |now: &RunProgress<'_>| {
        stop.store(total_s - now.left_s >= stop_at_s, Ordering::Relaxed);
    };
    let operator = Operator { stop: &stop, progress: &mut progress };
    let result = run_plan(&mut connection, &robot, &plan, experiment.guard, log, operator);
    (result, connection)
}

/// Log as the reader returns it.
fn read(bytes: &[u8]) -> Recording {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("fault-{number}.mcap"));
    std::fs::write(&path, bytes).unwrap();
    read_log(path, &ur5(), &LogOptions::default()).unwrap().recording
}

/// Asserts that the robot is at rest and the log has every sample up to the stop.
fn check_aftermath(outcome: &mut Outcome, trip_s: f64) -> Recording {
    let truth = outcome.connection.truth().unwrap();
    assert!(
        truth.signals.qd.iter().all(|v| v.abs() < 0.05),
        "it still moves: {:?}",
        truth.signals.qd
    );
    let recording = read(&outcome.bytes);
    let n_before = recording.t_s.iter().filter(|t| **t <= trip_s + 1e-9).count();
    assert_eq!(n_before, (trip_s * RATE_HZ).round() as usize, "samples before the trip");
    assert!(recording.t_s.is_sorted());
    recording
}

#[test]
fn a_run_without_faults_is_recorded_from_end_to_end() {
    let outcome = run(&sweep(), f64::INFINITY);
    let report = outcome.result.unwrap();
    let recording = read(&outcome.bytes);
    assert_eq!((report.n_lost, report.n_samples), (0, recording.n_samples() as u64));
    assert!((report.duration_s - recording.n_samples() as f64 / RATE_HZ).abs() < 1e-6);
    assert!(report.worst_tracking_rad > 0.0 && report.worst_tracking_rad < 0.05, "{report:?}");
    let steps = recording.t_s.windows(2).map(|w| w[1] - w[0]);
    assert!(
        steps.into_iter().all(|step| (step - 1.0 / RATE_HZ).abs() < 1e-6),
        "a sample is missing"
    );
}

#[test]
fn stale_feedback() {
    let mut outcome = run(&with_fault(Fault::StaleFeedback { from_s: 1.2 }), f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    assert_eq!(error.code(), "E160", "{error}");
    let Error::Stale { t_s, age_s, .. } = error else { panic!("{error}") };
    assert!(t_s < 1.35 && age_s > 0.1, "{error}");
    check_aftermath(&mut outcome, 1.19);
}

#[test]
fn silence_is_borne_longer_while_nothing_is_commanded() {
    let log = Some(FreeLog { duration_s: 5.0 });
    let mut experiment = Experiment { log, rate_hz: RATE_HZ, ..Experiment::new("ur5") };
    experiment.simulation.arm.faults = vec![Fault::StaleFeedback { from_s: 1.2 }];
    let error = run(&experiment, f64::INFINITY).result.unwrap_err();
    let Error::Stale { t_s, age_s, .. } = error else { panic!("{error}") };
    assert!(age_s > 2.0 && (t_s - 3.2).abs() < 0.05, "{error}");
}

#[test]
fn an_encoder_that_jumps() {
    let fault = Fault::EncoderJump { from_s: 1.2, dof: 1, by_rad: 0.2 };
    let mut outcome = run(&with_fault(fault), f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    assert!(matches!(&error, Error::Jump { joint, .. } if joint == "joint2"), "{error}");
    let recording = check_aftermath(&mut outcome, 1.2);
    assert!(recording.t_s.last().unwrap() > &1.5, "what happened after it is recorded too");
}

#[test]
fn a_torque_spike() {
    let fault = Fault::TorqueSpike { from_s: 1.2, to_s: 1.22, dof: 0, torque_nm: 400.0 };
    let mut outcome = run(&with_fault(fault), f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    assert!(matches!(&error, Error::TooStrong { joint, .. } if joint == "joint1"), "{error}");
    assert!(error.to_string().contains("allowed is 165"), "{error}");
    let Error::TooStrong { t_s, .. } = error else { panic!("{error}") };
    check_aftermath(&mut outcome, t_s);
}

#[test]
fn the_approach_of_a_limit() {
    // The plan keeps away from the limit; the guard has a margin that the motion reaches.
    let mut experiment = sweep();
    experiment.guard.position_margin_rad = 2.0 * std::f64::consts::PI - 1.5;
    let mut outcome = run(&experiment, f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    assert!(matches!(&error, Error::PositionLimit { joint, .. } if joint == "joint2"), "{error}");
    let Error::PositionLimit { t_s, .. } = error else { panic!("{error}") };
    check_aftermath(&mut outcome, t_s);
}

#[test]
fn a_controller_that_is_too_weak() {
    let mut experiment = sweep();
    experiment.guard = GuardSettings { tracking_error_rad: 1e-4, ..GuardSettings::default() };
    let mut outcome = run(&experiment, f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    let Error::Tracking { t_s, allowed, .. } = error else { panic!("{error}") };
    assert_eq!(allowed, 1e-4);
    check_aftermath(&mut outcome, t_s);
}

#[test]
fn a_joint_that_is_too_fast() {
    let mut experiment = sweep();
    experiment.guard.velocity_share = 0.1;
    let mut outcome = run(&experiment, f64::INFINITY);
    let error = outcome.result.clone().unwrap_err();
    let Error::TooFast { t_s, qd, .. } = error else { panic!("{error}") };
    assert!(qd > 0.314, "{error}");
    check_aftermath(&mut outcome, t_s);
}

#[test]
fn the_operator_in_every_phase() {
    let robot = ur5();
    let mut experiment = sweep();
    experiment.simulation = SimulationSettings {
        start: Some(vec![0.0, -1.5, 0.5, 0.0, 0.0, 0.0]),
        ..experiment.simulation
    };
    let start = start_pose(&experiment, &robot, None).unwrap();
    let plan = Plan::new(&experiment, &robot, None, &start).unwrap();
    let mut begin_s = 0.0;
    assert_eq!(plan.phases.len(), 7);
    for (k, phase) in plan.phases.iter().enumerate() {
        let mut outcome = run(&experiment, begin_s + 0.5 * phase.duration_s);
        let error = outcome.result.clone().unwrap_err();
        let Error::Operator { phase: number, kind, t_s } = error else { panic!("{error}") };
        assert_eq!((number, kind), (k + 1, phase.kind.label()));
        check_aftermath(&mut outcome, t_s);
        begin_s += phase.duration_s;
    }
}

/// Sink that accepts a number of bytes and then none.
struct FullDisk<'a> {
    room: usize,
    taken: &'a mut Vec<u8>,
}

impl Write for FullDisk<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if bytes.len() > self.room {
            return Err(std::io::Error::from(std::io::ErrorKind::StorageFull));
        }
        self.room -= bytes.len();
        self.taken.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk() {
    let whole = run(&sweep(), f64::INFINITY).bytes.len();
    let mut taken = Vec::new();
    let disk = FullDisk { room: whole / 2, taken: &mut taken };
    let (result, mut connection) = run_into(&sweep(), f64::INFINITY, disk);
    let error = result.unwrap_err();
    assert_eq!(error.code(), "E153", "{error}");
    // It moves until the controller holds it.
    for _ in 0..50 {
        connection.receive().unwrap();
    }
    assert!(
        connection.truth().unwrap().signals.qd.iter().all(|v| v.abs() < 1e-2),
        "it was stopped"
    );
    assert!(read(&taken).n_samples() >= 100, "what was written can be read");
}

/// Robot that accepts positions only and sends NaN once.
struct Poor {
    connection: SimulatedConnection,
    info: ConnectionInfo,
    n_packets: usize,
}

impl RobotConnection for Poor {
    fn info(&self) -> &ConnectionInfo {
        &self.info
    }
    fn now_s(&self) -> f64 {
        self.connection.now_s()
    }
    fn local_s(&self) -> f64 {
        self.connection.local_s()
    }
    fn send(&mut self, command: &taufit::command::Command) -> Result<()> {
        self.connection.send(command)
    }
    fn receive(&mut self) -> Result<Option<RobotFeedback>> {
        self.n_packets += 1;
        let mut packet = self.connection.receive()?;
        if let Some(packet) = packet.as_mut().filter(|_| self.n_packets == 20) {
            packet.effort[3] = f64::NAN;
        }
        Ok(packet)
    }
    fn stop(&mut self) -> Result<()> {
        self.connection.stop()
    }
}

fn run_poor(experiment: &Experiment) -> Error {
    let robot = ur5();
    let start = start_pose(experiment, &robot, None).unwrap();
    let plan = Plan::new(experiment, &robot, None, &start).unwrap();
    let connection = SimulatedConnection::of(experiment, &robot, &start).unwrap();
    let mut info = connection.info().clone();
    info.commands.truncate(1);
    let head = LogHeader {
        joints: info.joints.clone(),
        effort_kind: info.effort_kind,
        rate_hz: RATE_HZ,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let mut poor = Poor { connection, info, n_packets: 0 };
    let log = LogWriter::new(Vec::new(), &head).unwrap();
    let operator = Operator { stop: &AtomicBool::new(false), progress: &mut |_| () };
    run_plan(&mut poor, &robot, &plan, experiment.guard, log, operator).unwrap_err()
}

#[test]
fn what_a_robot_cannot_do_is_refused_before_it_moves() {
    let error = run_poor(&sweep());
    assert!(matches!(error, Error::CannotCommand { needed: "velocity", .. }), "{error}");
}

#[test]
fn numbers_that_are_none() {
    let list = vec![vec![0.0, -1.5, 0.5, 0.0, 0.0, 0.0]];
    let poses = Some(Poses { list, dwell_s: 2.0 });
    let error = run_poor(&Experiment { poses, rate_hz: RATE_HZ, ..Experiment::new("ur5") });
    assert!(
        matches!(&error, Error::NotFinite { joint, quantity: "effort", .. } if joint == "joint4"),
        "{error}"
    );
}
