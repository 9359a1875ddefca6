//! A run over a link, into a file.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use taufit::experiment::{Experiment, Plan};
use taufit::methods::{MotorLog, MotorsSettings, identify_motors};
use taufit::model::{Robot, catalog};
use taufit::recording::Recording;
use taufit_io::{LogFile, LogHead, LogOptions, LogWriter, read_log, read_phases};
use taufit_robot::{Operator, Progress, Result, RobotLink, RunReport, run_plan};

/// Of joint2: torque constant \[N·m/A\], viscous \[N·m·s/rad\] and Coulomb friction \[N·m\].
const JOINT2: [f64; 3] = [12.6351, 7.7891, 11.881];

pub(crate) fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Loaded computers stutter: what is tested is not how well ours keeps time.
pub(crate) fn bear_stutter(experiment: &mut Experiment) {
    (experiment.guard.stale_s, experiment.guard.tracking_error_rad) = (0.5, 0.3);
}

/// What a run left behind.
pub(crate) struct Outcome {
    pub(crate) result: Result<RunReport>,
    pub(crate) path: PathBuf,
}

impl Outcome {
    /// The log as our reader sees it.
    pub(crate) fn read(&self) -> Recording {
        read_log(&self.path, &ur5(), &LogOptions::default()).unwrap().recording
    }

    /// The code of what ended it, with a log that is whole up to there.
    pub(crate) fn code(&self) -> &'static str {
        let recording = self.read();
        assert!(recording.t_s.is_sorted() && recording.n_samples() > 2);
        self.result.as_ref().unwrap_err().code()
    }
}

/// Runs an experiment from where the robot stands. `watch` hears of every phase, about ten times per
/// second, and may stop the run by returning false.
pub(crate) fn run(
    link: &mut dyn RobotLink,
    experiment: &Experiment,
    mut watch: impl FnMut(&Progress<'_>) -> bool,
) -> Outcome {
    let robot = ur5();
    let q = (0..1000).find_map(|_| link.receive().unwrap()).unwrap().q;
    let plan = Plan::new(experiment, &robot, None, &q).unwrap();
    let info = link.info().clone();
    let head = LogHead {
        joints: info.joints,
        effort_kind: info.effort_kind,
        rate_hz: info.rate_hz,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let path = file();
    let sink = std::fs::File::create(&path).unwrap();
    let log = match link.has_targets() {
        true => LogWriter::with_targets(sink, &head),
        false => LogWriter::new(sink, &head),
    };
    let stop = AtomicBool::new(false);
    let mut progress = |now: &Progress<'_>| {
        if !watch(now) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let operator = Operator { stop: &stop, progress: &mut progress };
    let result = run_plan(link, &robot, &plan, experiment.guard, log.unwrap(), operator);
    Outcome { result, path }
}

/// A place for a log.
fn file() -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("live");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("run-{}-{number}.mcap", std::process::id()))
}

/// Makes joint2 of the simulated robot what [`assert_joint2`] looks for.
pub(crate) fn simulate_joint2(experiment: &mut Experiment) {
    let truth = &mut experiment.simulation.truth;
    truth.torque_constant_nm_a = vec![JOINT2[0]];
    truth.viscous_nm_s_rad = vec![JOINT2[1]];
    truth.coulomb_nm = vec![JOINT2[2]];
}

/// A sweep of joint2, identified, gives what was simulated.
pub(crate) fn assert_joint2(outcome: &Outcome) {
    let (robot, options) = (ur5(), LogOptions::default());
    let phases = read_phases(&outcome.path).unwrap();
    let log = LogFile::new(&outcome.path, &robot, &options);
    let given = [MotorLog { log: &log, robot: &robot, phases: &phases }];
    let found = identify_motors(&given, &MotorsSettings::default()).unwrap();
    let joint = &found.joints[1];
    let values = [joint.kct, joint.viscous, joint.coulomb].map(|x| x.unwrap().value);
    for (value, truth) in values.iter().zip(JOINT2) {
        assert!((value / truth - 1.0).abs() < 0.02, "{values:?} {JOINT2:?}");
    }
}
