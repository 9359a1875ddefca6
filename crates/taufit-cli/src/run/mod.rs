//! `taufit run EXPERIMENT.toml`: drives a robot, simulated where no other is named, and records it.

mod operator;
mod prepare;
mod preview;
mod render;

pub(crate) use operator::{Watch, record};
pub(crate) use prepare::Prepared;

use crate::context::Context;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use clap::Args;
use preview::render_preview;
use render::{render_dry_run, render_report};
use std::path::{Path, PathBuf};

/// Run an experiment on the simulated robot, and record it as MCAP
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
An experiment.toml names a robot and one of: excitation, sweep, poses, ramps, log. A guard is always on:
it stops the robot at position limits, tracking errors, speeds, torques and stale feedback beyond the
bounds of [guard]. Ctrl-C stops the robot as well; the log is closed in every case.

Examples:
  taufit run sweep.toml --dry-run
  taufit run sweep.toml -o sweep.mcap
  taufit run sweep.toml --speed 1        in real time")]
pub(crate) struct RunArgs {
    /// The experiment
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// The log; named after the experiment if not given
    #[arg(long, short, value_name = "FILE.mcap")]
    out: Option<PathBuf>,
    /// Show phases, duration and limits, and move nothing
    #[arg(long)]
    dry_run: bool,
    /// Draw the planned motion
    #[arg(long, value_name = "FILE.html")]
    preview: Option<PathBuf>,
    /// Clock of the simulated robot as a multiple of real time; as fast as possible if not given
    #[arg(long, value_name = "FACTOR", value_parser = speed)]
    speed: Option<f64>,
}

fn speed(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    let is_usable = factor > 0.0 && factor.is_finite();
    if is_usable { Ok(factor) } else { Err("expected a positive number".to_owned()) }
}

/// Reads an experiment, plans it, and runs it unless that was not asked for.
pub(crate) fn run(ctx: &Context, args: &RunArgs) -> Outcome {
    let prepared = ctx.busy("planning", || Prepared::read(&args.experiment))?;
    for warning in &prepared.warnings {
        ctx.complain(&format!("warning[{}]: {warning}\n  {}\n", warning.code(), warning.advice()));
    }
    if let Some(path) = &args.preview {
        write(path, &render_preview(&prepared))?;
    }
    if args.dry_run {
        return show_plan(ctx, &prepared);
    }
    let out = args.out.clone().unwrap_or_else(|| args.experiment.with_extension("mcap"));
    let watch = Watch::new(ctx);
    let report = record(&prepared, &out, args.speed, &watch)?;
    match ctx.json {
        true => ctx.deliver(&render_document(
            "run",
            Some(&prepared.experiment.robot),
            &prepared.experiment,
            &report,
        )?),
        false => ctx.deliver(&render_report(&prepared, &report, &out)),
    }
}

fn show_plan(ctx: &Context, prepared: &Prepared) -> Outcome {
    if !ctx.json {
        return ctx.deliver(&render_dry_run(prepared, ctx.width));
    }
    let Prepared { experiment, plan, check, .. } = prepared;
    let duration_s = plan.duration_s();
    let body = serde_json::json!({ "duration_s": duration_s, "plan": plan, "check": check });
    ctx.deliver(&render_document("run", Some(&experiment.robot), experiment, body)?)
}

/// Writes a text file.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    std::fs::write(path, text)
        .map_err(|error| Failure::internal(format!("{}: {error}", path.display())))
}
