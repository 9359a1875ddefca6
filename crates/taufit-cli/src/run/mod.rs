//! `taufit run EXPERIMENT.toml`: executes an experiment on a robot, simulated by default, and records it.

mod live;
mod operator;
mod out;
mod prepare;
mod preview;
mod render;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) mod watchdog;

pub(crate) use operator::{RunMonitor, record};
pub(crate) use out::Out;
pub(crate) use prepare::{ExperimentFiles, Prepared};

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::next_steps::render_next;
use clap::Args;
use live::{LiveArgs, connect_robot};
use operator::{Recorded, record_connection};
use preview::render_preview;
use render::{render_dry_run, render_report};
use std::path::{Path, PathBuf};

/// Run an experiment, on the simulated robot or on a real one, and record it as MCAP
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
An experiment.toml names a robot and one of: excitation, sweep, poses, ramps, log. A guard is always
on: it stops the robot at position limits, tracking errors, speeds, torques and stale feedback
beyond the bounds of [guard]. Ctrl-C stops the robot as well; the log is closed in every case.

A real robot moves only with --link, and only after you have typed its name (or given --yes).
Connections and presets: rtde, ros2, ros1, ur-rtde, ur-ros2-humble, ur-ros2-jazzy, ur-ros2-lyrical,
ur-ros1-noetic, generic-ros2, generic-ros1; names of topics, controllers and ports can be changed
in [link]. An experiment with [log] only listens.

Examples:
  taufit run sweep.toml --dry-run        connects to nothing
  taufit run sweep.toml -o sweep.mcap
  taufit run sweep.toml -o sweep         a bag of ROS 2: a folder with metadata.yaml
  taufit run sweep.toml --speed 1        the simulated robot in real time
  taufit run sweep.toml --link rtde --host 192.168.0.10
  taufit serve --as rtde --robot ur5     a robot to rehearse with")]
pub(crate) struct RunArgs {
    /// The experiment
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// Where to write; a log, which must not exist: a bag of ROS 2 if it has no ending; named after the experiment,
    /// with a number where that name is taken, if not given
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Show phases, duration and limits, and move nothing
    #[arg(long)]
    dry_run: bool,
    /// Page with the planned motion
    #[arg(long, value_name = "FILE.html")]
    preview: Option<PathBuf>,
    /// Clock of the simulated robot as a multiple of real time; as fast as possible if not given
    #[arg(long, value_name = "FACTOR", value_parser = speed, conflicts_with = "link")]
    speed: Option<f64>,
    #[command(flatten)]
    live: LiveArgs,
}

impl RunArgs {
    fn out(&self) -> Out {
        match &self.out {
            Some(path) => Out::Given(path.clone()),
            None => Out::Numbered(self.experiment.with_extension("mcap")),
        }
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    let is_usable = factor > 0.0 && factor.is_finite();
    if is_usable { Ok(factor) } else { Err("expected a positive number".to_owned()) }
}

/// Reads and plans an experiment, and executes it unless only the plan is wanted.
pub(crate) fn run(ctx: &Context, args: &RunArgs) -> Outcome {
    run_experiment(ctx, args).map_err(Failure::in_settings_file)
}

fn run_experiment(ctx: &Context, args: &RunArgs) -> Outcome {
    let files = ExperimentFiles::read(&args.experiment)?;
    if !args.dry_run {
        args.out().check()?;
    }
    if args.live.is_given() && !args.dry_run {
        return run_live(ctx, args, files);
    }
    let prepared = prepare(ctx, args, files, None)?;
    if args.dry_run {
        return show_plan(ctx, &prepared, &args.experiment);
    }
    let recorded = record(&prepared, &args.out(), args.speed, &RunMonitor::new(ctx))?;
    show_report(ctx, &prepared, &recorded)
}

/// Executes an experiment on a real robot: the plan begins at its position.
fn run_live(ctx: &Context, args: &RunArgs, files: ExperimentFiles) -> Outcome {
    let mut robot = connect_robot(ctx, &args.live, &files)?;
    let mut prepared = prepare(ctx, args, files, Some(robot.q.clone()))?;
    prepared.attachments.push(robot.attachment());
    robot.confirm(ctx, &args.live, &prepared)?;
    let recorded = record_connection(
        &prepared,
        robot.connection.as_mut(),
        &args.out(),
        &RunMonitor::new(ctx),
    )?;
    show_report(ctx, &prepared, &recorded)
}

/// Plans an experiment, prints its warnings, writes its preview.
fn prepare(
    ctx: &Context,
    args: &RunArgs,
    files: ExperimentFiles,
    at: Option<Vec<f64>>,
) -> Outcome<Prepared> {
    let prepared = ctx.with_spinner("planning", || Prepared::new(files, at))?;
    for warning in &prepared.warnings {
        ctx.note(&format!("warning[{}]: {warning}\n  {}\n", warning.code(), warning.advice()));
    }
    if let Some(path) = &args.preview {
        write(path, &render_preview(&prepared))?;
    }
    Ok(prepared)
}

fn show_report(ctx: &Context, prepared: &Prepared, recorded: &Recorded) -> Outcome {
    let Recorded { report, out } = recorded;
    let experiment = &prepared.experiment;
    let robot = Some(experiment.robot.as_str());
    ctx.show(
        || render_document("run", robot, experiment, report),
        |_| render_report(prepared, report, out),
    )?;
    match report.loss() {
        None => Ok(()),
        Some(warning) => {
            ctx.message(&format!(
                "warning[{}]: {warning}\n  {}\n",
                warning.code(),
                warning.advice()
            ));
            Err(Failure::PoorQuality)
        }
    }
}

fn show_plan(ctx: &Context, prepared: &Prepared, file: &Path) -> Outcome {
    let Prepared { experiment, plan, check, .. } = prepared;
    let duration_s = plan.duration_s();
    let body = serde_json::json!({ "duration_s": duration_s, "plan": plan, "check": check });
    let next = render_next(ctx, [format!("taufit run {}", quoted(&file.to_string_lossy()))]);
    ctx.show(
        || render_document("run", Some(&experiment.robot), experiment, body),
        |width| render_dry_run(prepared, width) + &next,
    )
}

/// Writes a text file.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text)
        .map_err(|error| Failure::internal(format!("{}: {error}", path.display())))
}
