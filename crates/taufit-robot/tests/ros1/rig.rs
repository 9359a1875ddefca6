//! A master, a served arm, and runs against it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use taufit::experiment::{
    Experiment, LinkSettings, Plan, RosSettings, SimulationSettings, Sweep, SweepJoint,
};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit_io::{LogHead, LogOptions, LogWriter, read_log};
use taufit_robot::serve::{ArmPacket, Mischief, Ros1Server, ServedArm};
use taufit_robot::{
    LiveSettings, Operator, Progress, Result, RunReport, SimulatedLink, connect, run_plan,
};

/// Slow enough for a computer with other things to do.
const RATE_HZ: f64 = 100.0;

/// Where the arm stands at first: not where the sweep begins.
const HOME: [f64; 6] = [0.0, -1.6, 0.5, 0.0, 0.0, 0.0];

/// The names of the driver of Universal Robots.
const PRESET: &str = "ur-ros1-noetic";

pub(crate) fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// To the start under position control, then one joint there and back under velocity control: phases 1,
/// 3, 5 and so on, with rests between them.
pub(crate) fn sweeps(iterations: usize) -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -1.8, 0.5, 0.0, 0.0, 0.0],
        distance_rad: 0.6,
        velocities_rad_s: vec![0.6],
    }];
    let sweep = Some(Sweep { iterations, both_directions: true, joints });
    let mut experiment = Experiment { sweep, rate_hz: RATE_HZ, ..Experiment::new("ur5") };
    // Other tests run at the same time: packets may be late, and then count as astray.
    experiment.guard.stale_s = 0.4;
    experiment.guard.tracking_error_rad = 1.0;
    experiment
}

/// A script that stands for `roscore`. It ends with us.
struct Master {
    process: Child,
    uri: String,
}

impl Master {
    fn start() -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ros1/master.py");
        let spawned = Command::new("python3")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut process) = spawned else {
            eprintln!("skipped: no python3 for the ROS master of this test");
            return None;
        };
        let mut port = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Some(Self { process, uri: format!("http://127.0.0.1:{}", port.trim()) })
    }
}

impl Drop for Master {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A served arm in a graph of its own.
pub(crate) struct Rig {
    pub(crate) settings: LiveSettings,
    /// What the arm does and was told.
    packets: Receiver<Arc<ArmPacket>>,
    server: Option<Ros1Server>,
    _master: Master,
}

impl Rig {
    /// None where there is no Python.
    pub(crate) fn start(mischief: Mischief) -> Option<Self> {
        let master = Master::start()?;
        let settings = live_settings(&master.uri, RosSettings::default());
        let simulation = SimulationSettings::default();
        let link = SimulatedLink::new(&ur5(), &simulation, &HOME, RATE_HZ).unwrap();
        let arm = ServedArm::start(link, mischief);
        let packets = arm.listen();
        let server = Some(Ros1Server::start(arm, &settings).unwrap());
        Some(Self { settings, packets, server, _master: master })
    }

    /// Kills the driver.
    pub(crate) fn kill(&mut self) {
        self.server = None;
    }

    /// The last command that the arm was given, and its largest speed, once it has had time to stop.
    pub(crate) fn at_last(&self) -> (taufit::sim::Command, f64) {
        let until = Instant::now() + Duration::from_millis(700);
        let mut last = None;
        while Instant::now() < until {
            last = self.packets.recv_timeout(Duration::from_millis(100)).ok().or(last);
        }
        let last = last.unwrap();
        let fastest = last.feedback.qd.iter().fold(0.0, |max: f64, v| max.max(v.abs()));
        (last.command.clone(), fastest)
    }
}

pub(crate) fn live_settings(master_uri: &str, ros: RosSettings) -> LiveSettings {
    let ros = RosSettings { master_uri: Some(master_uri.to_owned()), ..ros };
    let link = LinkSettings {
        effort: Some(EffortKind::Torque),
        timeout_s: Some(3.0),
        ros,
        ..LinkSettings::default()
    };
    LiveSettings::new(&link, Some(PRESET), &ur5(), RATE_HZ).unwrap()
}

/// What a run left behind.
pub(crate) struct Outcome {
    pub(crate) result: Result<RunReport>,
    pub(crate) bytes: Vec<u8>,
}

/// Runs an experiment into memory; the driver is killed in the middle of phase `kill_in`.
pub(crate) fn run(rig: &mut Rig, experiment: &Experiment, kill_in: Option<usize>) -> Outcome {
    let mut bytes = Vec::new();
    let result = run_into(rig, experiment, kill_in, &mut bytes);
    Outcome { result, bytes }
}

fn run_into(
    rig: &mut Rig,
    experiment: &Experiment,
    kill_in: Option<usize>,
    bytes: &mut Vec<u8>,
) -> Result<RunReport> {
    let robot = ur5();
    let mut link = connect(&rig.settings, &robot)?;
    let plan = Plan::new(experiment, &robot, None, &HOME)?;
    let info = link.info().clone();
    let head = LogHead {
        joints: info.joints,
        effort_kind: info.effort_kind,
        rate_hz: info.rate_hz,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let log = LogWriter::new(bytes, &head)?;
    let mut n_reports = 0;
    let mut progress = |now: &Progress<'_>| {
        if Some(now.phase) == kill_in {
            n_reports += 1;
            // Every 0.1 s: well inside of the phase.
            if n_reports == 3 {
                rig.kill();
            }
        }
    };
    let operator = Operator { stop: &AtomicBool::new(false), progress: &mut progress };
    run_plan(link.as_mut(), &robot, &plan, experiment.guard, log, operator)
}

/// The log as our reader sees it.
pub(crate) fn read(bytes: &[u8]) -> Recording {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ros1");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("run-{number}.mcap"));
    std::fs::write(&path, bytes).unwrap();
    read_log(path, &ur5(), &LogOptions::default()).unwrap().recording
}
