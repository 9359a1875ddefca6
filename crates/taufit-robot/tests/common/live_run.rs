//! Recorded run over a connection.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use taufit::experiment::{Experiment, Plan};
use taufit::methods::{MotorLog, MotorsSettings, identify_motors};
use taufit::model::{Robot, catalog};
use taufit::recording::Recording;
use taufit_io::{LogFile, LogHeader, LogOptions, LogWriter, read_log, read_phases};
use taufit_robot::{Operator, Result, RobotConnection, RunProgress, RunReport, run_plan};

/// Parameters of joint2: torque constant \[N·m/A\], viscous \[N·m·s/rad\] and Coulomb friction \[N·m\].
const JOINT2: [f64; 3] = [12.6351, 7.7891, 11.881];

pub(crate) fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Widens the guard for a computer under load.
pub(crate) fn tolerate_stalls(experiment: &mut Experiment) {
    (experiment.guard.stale_s, experiment.guard.tracking_error_rad) = (0.5, 0.3);
}

/// Result and log of a run.
pub(crate) struct Outcome {
    pub(crate) result: Result<RunReport>,
    pub(crate) path: PathBuf,
}

impl Outcome {
    /// Log as the reader returns it.
    pub(crate) fn read(&self) -> Recording {
        read_log(&self.path, &ur5(), &LogOptions::default()).unwrap().recording
    }

    /// Code of the error that ended it, with a log that is complete up to there.
    pub(crate) fn code(&self) -> &'static str {
        let recording = self.read();
        assert!(recording.t_s.is_sorted() && recording.n_samples() > 2);
        self.result.as_ref().unwrap_err().code()
    }
}

/// Runs an experiment from the position of the robot. `watch` receives the progress about ten times per second
/// and stops the run by returning false.
pub(crate) fn run(
    connection: &mut dyn RobotConnection,
    experiment: &Experiment,
    mut watch: impl FnMut(&RunProgress<'_>) -> bool,
) -> Outcome {
    let robot = ur5();
    let q = (0..1000).find_map(|_| connection.receive().unwrap()).unwrap().q;
    let plan = Plan::new(experiment, &robot, None, &q).unwrap();
    let info = connection.info().clone();
    let head = LogHeader {
        joints: info.joints,
        effort_kind: info.effort_kind,
        rate_hz: info.rate_hz,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let path = file();
    let sink = std::fs::File::create(&path).unwrap();
    let log = match connection.has_targets() {
        true => LogWriter::with_targets(sink, &head),
        false => LogWriter::new(sink, &head),
    };
    let stop = AtomicBool::new(false);
    let mut progress = |now: &RunProgress<'_>| {
        if !watch(now) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let operator = Operator { stop: &stop, progress: &mut progress };
    let result = run_plan(connection, &robot, &plan, experiment.guard, log.unwrap(), operator);
    Outcome { result, path }
}

/// Path of a new log.
fn file() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("live");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("run-{}-{number}.mcap", std::process::id()))
}

/// Sets the parameters of joint2 that [`assert_joint2`] expects.
pub(crate) fn simulate_joint2(experiment: &mut Experiment) {
    let truth = &mut experiment.simulation.truth;
    truth.torque_constant_nm_a = vec![JOINT2[0]];
    truth.viscous_nm_s_rad = vec![JOINT2[1]];
    truth.coulomb_nm = vec![JOINT2[2]];
}

/// Asserts that the identified parameters of joint2 are the simulated ones.
pub(crate) fn assert_joint2(outcome: &Outcome) {
    let (robot, options) = (ur5(), LogOptions::default());
    let phases = read_phases(&outcome.path).unwrap();
    let log = LogFile::new(&outcome.path, &robot, &options);
    let given = [MotorLog { log: &log, robot: &robot, phases: &phases }];
    let found = identify_motors(&given, &MotorsSettings::default()).unwrap();
    let joint = &found.joints[1];
    let values = [&joint.kct, &joint.viscous, &joint.coulomb].map(|x| x.as_ref().unwrap().value);
    for (value, truth) in values.iter().zip(JOINT2) {
        assert!((value / truth - 1.0).abs() < 0.02, "{values:?} {JOINT2:?}");
    }
}
