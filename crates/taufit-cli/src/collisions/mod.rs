//! `taufit collisions RESULT LOG... --free LOG...`: unplanned contacts.

mod render;

use crate::context::{Context, quoted};
use crate::failure::{Failure, Outcome};
use crate::method_args::MethodArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::result_folder::{provenance, read_study};
use crate::show::hand_over;
use clap::{Args, ValueEnum};
pub(crate) use render::render_contacts;
use std::path::{Path, PathBuf};
use taufit::methods::{
    DetectionSettings, Learned, StudyModel, VelocitySource, detect_contacts, learn_thresholds,
};
use taufit::model::{Frame, Robot};
use taufit::study::{ContactStudy, StudyKind};
use taufit_io::LogFile;
use taufit_io::result_folder::{ResultFile, collisions_folder};

/// Find contacts in logs: when, which joints, how hard
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The momentum residual of the identified robot follows torques from outside. Thresholds are learned from
logs of the usual work without contact (--free), or taken from a result of this verb (--thresholds).

Examples:
  taufit collisions ur5.taufit monday.mcap --free work1.mcap work2.mcap --out contacts.taufit
  taufit collisions ur5.taufit tuesday.mcap --thresholds contacts.taufit --frame tool0")]
pub(crate) struct CollisionsArgs {
    /// Folder of an identification, or its result.json
    #[arg(value_name = "RESULT")]
    result: PathBuf,
    /// Logs to watch
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Logs without contact, to learn thresholds from
    #[arg(long, value_name = "LOG", num_args = 1.., required_unless_present = "thresholds")]
    free: Vec<PathBuf>,
    /// Earlier result of this verb, whose thresholds are taken
    #[arg(long, value_name = "RESULT", conflicts_with_all = ["free", "false_alarms_per_hour"])]
    thresholds: Option<PathBuf>,
    /// False alarms per hour, over all joints
    #[arg(long, value_name = "N", default_value_t = DetectionSettings::default().false_alarms_per_hour)]
    false_alarms_per_hour: f64,
    /// Bandwidth of the residual, in 1/s; higher is faster and noisier
    #[arg(long, value_name = "PER_S")]
    gain: Option<f64>,
    /// Speed up to which motion counts as slow, in rad/s or m/s; slow joints may stick
    #[arg(long, value_name = "SPEED", default_value_t = DetectionSettings::default().slow_speed)]
    slow_speed: f64,
    /// Source of velocities
    #[arg(long, value_enum, default_value_t = VelocitySourceArg::Logged)]
    velocity_source: VelocitySourceArg,
    /// Frame or link that carries the load or the contact; its origin for the force, the last link if not given
    #[arg(long, value_name = "FRAME")]
    frame: Option<String>,
    #[command(flatten)]
    shared: MethodArgs,
}

/// Source of velocities.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum VelocitySourceArg {
    /// The log, if it has them
    Logged,
    /// Differences of positions
    Positions,
}

/// Reads a result and logs, learns thresholds, watches the logs and shows what was found.
pub(crate) fn run(ctx: &Context, args: &CollisionsArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let identification = read_study(&args.result)?;
    let robot = StudyModel::new(&identification)?.identified;
    let options = args.shared.log_options(ctx)?;
    let constants = args.shared.torque_constants(&robot)?;
    let files = |paths: &[PathBuf]| -> Vec<LogFile<'_>> {
        paths.iter().map(|path| LogFile::new(path, &robot, &options)).collect()
    };
    let (free, logs) = (files(&args.free), files(&args.logs));
    let (settings, learned) = match &args.thresholds {
        Some(path) => args.taken(path)?,
        None => {
            let settings = args.settings(args.gain);
            let learned = learn_thresholds(&robot, &free, &constants, &settings)?;
            (settings, learned)
        }
    };
    let frame = Some(args.frame(&robot)?);
    let watched =
        detect_contacts(&robot, &logs, &constants, &learned.thresholds, frame, &settings)?;
    let findings = free.iter().chain(&logs).flat_map(LogFile::warnings);
    let inputs = args.free.iter().chain(&args.logs).cloned();
    let (model, provenance) =
        (args.result.display().to_string(), provenance(ctx, &settings, inputs)?);
    let mut study = learned.to_study(identification.header.robot, model, watched, provenance);
    study.header.warn(findings);
    let next = args.next(ctx, &study, out);
    let screen = |study: &ContactStudy, width| render_contacts(&robot, study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_contacts, collisions_folder, out)
}

impl CollisionsArgs {
    /// The thresholds serve for other logs.
    fn next(&self, ctx: &Context, study: &ContactStudy, out: Option<&Path>) -> String {
        let robot = &study.header.robot.source;
        let log = self.logs.first().map(|log| inspect_log(&log.to_string_lossy(), robot));
        let model = quoted(&self.result.to_string_lossy());
        next_uses(ctx, &study.header, out, log, |folder| {
            vec![format!("taufit collisions {model} OTHER_LOG --thresholds {folder}")]
        })
    }

    fn settings(&self, gain_per_s: Option<f64>) -> DetectionSettings {
        let default = DetectionSettings::default();
        DetectionSettings {
            gate: self.shared.gate(),
            gain_per_s: gain_per_s.unwrap_or(default.gain_per_s),
            slow_speed: self.slow_speed,
            false_alarms_per_hour: self.false_alarms_per_hour,
            velocity: match self.velocity_source {
                VelocitySourceArg::Logged => VelocitySource::Logged,
                VelocitySourceArg::Positions => VelocitySource::Positions,
            },
            ..default
        }
    }

    /// Thresholds of an earlier result, and settings that fit them.
    fn taken(&self, path: &Path) -> Outcome<(DetectionSettings, Learned)> {
        let earlier: ContactStudy = ResultFile::read(path)?.parse(StudyKind::Collisions)?;
        let (thresholds, verdict) = (earlier.thresholds, earlier.header.verdict);
        let settings = DetectionSettings {
            false_alarms_per_hour: thresholds.false_alarms_per_hour,
            ..self.settings(Some(self.gain.unwrap_or(thresholds.gain_per_s)))
        };
        Ok((settings, Learned { thresholds, verdict, warnings: Vec::new() }))
    }

    /// Frame of expected contacts.
    fn frame<'r>(&self, robot: &'r Robot) -> Outcome<&'r Frame> {
        let last = || robot.joints().last().map(|joint| joint.link.name.clone());
        let name = self.frame.clone().or_else(last);
        let name = name.ok_or_else(|| Failure::misuse("the robot has no link to touch"))?;
        Ok(robot.frame(&name)?)
    }
}
