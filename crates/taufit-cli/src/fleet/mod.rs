//! `taufit fleet STORE`: population of a robot type, its outliers and drifts.

mod render;

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::{check_out, json, rendered};
use crate::study_warnings::render_warnings;
use clap::Args;
use render::render_fleet;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use taufit::methods::FleetSettings;
use taufit_io::fleet_store::{FleetStore, fleet_study, write_fleet_folder};
use taufit_report::render_fleet_page;

/// Compare the robots of a fleet: population, outliers, drifts, from the store of `observe`
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Every robot is estimated from the evidence of all its logs; no log is read again. Parameters of the type are the mean and
spread of a random-effects model; a robot is an outlier, or drifts, at a family-wise error rate over all robots and
parameters.

Examples:
  taufit fleet fleet --out week32.taufit
  taufit fleet fleet --pool fc1=fc2=fc3 --json")]
pub(crate) struct FleetArgs {
    /// Folder of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// Folder for the result: result.json, robots.csv, report.html; an earlier result there is replaced, nothing else
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Probability of at least one wrong call among all robots and parameters; for outliers and drifts each
    #[arg(long, value_name = "P", default_value_t = FleetSettings::default().family_wise_rate)]
    rate: f64,
    /// Base parameters of joints with motors of one size, to be pooled and tested, such as fc1=fc2=fc3
    #[arg(long, value_name = "P=P..")]
    pool: Vec<String>,
}

/// Reads the store, compares the robots and shows the result.
pub(crate) fn run(ctx: &Context, args: &FleetArgs) -> Outcome {
    check_out(args.out.as_deref())?;
    let store = FleetStore::open(&args.store)?;
    let settings = FleetSettings { family_wise_rate: args.rate, pools: args.pool.clone() };
    let now_s =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    let study = ctx.busy("fleet", || fleet_study(&store, &settings, now_s))?;
    if let Some(dir) = &args.out {
        write_fleet_folder(dir, &study, rendered(render_fleet_page(&study))?)?;
    }
    if ctx.json {
        return ctx.deliver(&json(&study)?);
    }
    ctx.deliver(&render_fleet(&study, ctx.width))?;
    ctx.complain(&render_warnings(&study.warnings));
    if let Some(dir) = &args.out {
        ctx.complain(&format!("written to {}\n", dir.display()));
    }
    Ok(())
}
