//! `taufit gains ROBOT LOG... --loaded LOG... --mass-kg KG`: newton metres per ampere, from
//! runs without and with a load of known mass, or with `--from-targets` from what a controller wants.

mod controller;
mod render;

use crate::condition_args::ConditionArgs;
use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::document_out::DocumentOutArgs;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::log_args::LogArgs;
use crate::method_args::GateArgs;
use crate::next_steps::{again_with_out, inspect_log, render_next};
use crate::robot_args::RobotArgs;
use crate::warnings::{WarningView, warning_views};
use clap::Args;
use controller::TargetArgs;
use render::render_gains;
use serde::Serialize;
use std::path::PathBuf;
use taufit::methods::{GainsResult, GainsSettings, JointGain, identify_gains};
use taufit::model::Robot;
use taufit_io::LogFile;

/// Find drive gains (torque per ampere) from runs with a load of known mass, or from what a controller
/// wants
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Logs hold motor currents. Both kinds of runs should move all joints alike; the load's mass must be known,
its centre and inertia are found. A joint whose axis stays upright has no gain: no weight loads it.

Where a controller publishes target torques and target currents, as those of Universal Robots do over
RTDE, their ratio at rest is the gain: --from-targets, with some seconds of the log at rest. No load is needed.

The file of --out is a value of --gains of other verbs, which then know the uncertainty of the gains too.

Examples:
  taufit gains ur10e.urdf rtde.csv --from-targets --out gains.json
  taufit gains ur10e.urdf free.csv --loaded loaded.csv --mass-kg 2.805 --effort current
  taufit gains arm.urdf free.mcap --loaded with_5kg.mcap --mass-kg 5 --frame tool0 --json")]
pub(crate) struct GainsArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs without the load
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Logs with a load of known mass
    #[arg(long, value_name = "LOG", num_args = 1.., required_unless_present = "from_targets")]
    loaded: Vec<PathBuf>,
    /// Mass of that load, in kg
    #[arg(long, value_name = "KG", required_unless_present = "from_targets")]
    mass_kg: Option<f64>,
    /// Frame or link that carries the load or the contact; the last link if not given
    #[arg(long, value_name = "FRAME")]
    frame: Option<String>,
    /// Friction may differ between the runs, as it does where it depends on load or temperature
    #[arg(long)]
    separate_friction: bool,
    #[command(flatten)]
    targets: TargetArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    gate: GateArgs,
    #[command(flatten)]
    condition: ConditionArgs,
    #[command(flatten)]
    out: DocumentOutArgs,
}

/// View of the gains.
#[derive(Debug, Serialize)]
struct GainsView<'a> {
    robot: &'a str,
    gains: Vec<GainView<'a>>,
    /// `m mx my mz Ixx Ixy Ixz Iyy Iyz Izz` of the load in the frame of its link, the mass as given.
    payload: [f64; 10],
    residual_sigma_a: &'a [f64],
    settled: bool,
    warnings: Vec<WarningView>,
}

/// A gain with the range that it lies in, and why there is none.
#[derive(Debug, Serialize)]
struct GainView<'a> {
    #[serde(flatten)]
    gain: &'a JointGain,
    /// From the lower of the two extremes to the upper, each with the noise of the currents.
    bracket_nm_per_a: Option<[f64; 2]>,
    /// The status in words.
    reason: String,
}

/// Reads robot and logs, finds the gains and shows them.
pub(crate) fn run(ctx: &Context, args: &GainsArgs) -> Outcome {
    args.out.check()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let Some(payload_mass) = args.mass_kg else {
        return controller::run(ctx, robot, args);
    };
    let (options, settings) = (args.log.options(ctx)?, args.settings());
    let files = |paths: &[PathBuf]| -> Vec<LogFile<'_>> {
        paths.iter().map(|path| LogFile::new(path, robot, &options)).collect()
    };
    let (free, with_load) = (files(&args.logs), files(&args.loaded));
    let frame = args.frame(robot)?;
    let found = identify_gains(robot, &free, &with_load, &frame, payload_mass, &settings)?;
    let findings = free.iter().chain(&with_load).flat_map(LogFile::warnings);
    let warnings =
        warning_views(&found.warnings.iter().cloned().chain(findings).collect::<Vec<_>>());
    let view = view(robot, &found, warnings);
    let known = found.gains.iter().any(|gain| gain.gain_nm_per_a.is_some());
    let next = render_next(ctx, args.next(ctx, known));
    args.out.show(
        ctx,
        || render_document("gains", Some(&args.robot.robot), &settings, &view),
        |width| render_gains(robot, &found, width) + &next,
    )?;
    ctx.remark_warnings(&view.warnings);
    Ok(())
}

fn view<'a>(robot: &'a Robot, found: &'a GainsResult, warnings: Vec<WarningView>) -> GainsView<'a> {
    let gain = |gain: &'a JointGain| GainView {
        gain,
        bracket_nm_per_a: gain.bracket_nm_per_a(),
        reason: gain.status.to_string(),
    };
    GainsView {
        robot: robot.name(),
        gains: found.gains.iter().map(gain).collect(),
        payload: found.payload,
        residual_sigma_a: &found.residual_sigma_a,
        settled: found.settled,
        warnings,
    }
}

impl GainsArgs {
    /// The file of the gains, and its use with logs of currents; where none is known the health of the log.
    fn next(&self, ctx: &Context, is_known: bool) -> Vec<String> {
        let robot = &self.robot.robot;
        let log = self.logs.first().map(|log| log.to_string_lossy().into_owned());
        let log = log.unwrap_or_default();
        if !is_known {
            return vec![inspect_log(&log, robot)];
        }
        let (file, written) = match self.out.path() {
            Some(path) => (path.to_string_lossy().into_owned(), None),
            None => ("gains.json".to_owned(), Some(again_with_out(ctx, "gains.json"))),
        };
        let [robot, log, file] = [robot, &log, &file].map(|name| quoted(name));
        let identify = format!("taufit identify {robot} {log} --effort current --gains {file}");
        written.into_iter().chain([identify]).collect()
    }

    fn settings(&self) -> GainsSettings {
        let default = GainsSettings::default();
        GainsSettings {
            gate: self.gate.settings(),
            condition: self.condition.settings(),
            rotor_inertia: self.layout.rotor_inertia(),
            friction: self.layout.friction().unwrap_or(default.friction),
            separate_friction: self.separate_friction,
            ..default
        }
    }

    /// Frame of the load.
    fn frame(&self, robot: &Robot) -> Outcome<String> {
        let last = || robot.joints().last().map(|joint| joint.link.name.clone());
        let frame = self.frame.clone().or_else(last);
        frame.ok_or_else(|| Failure::misuse("the robot has no link to fix a load to"))
    }
}
