//! `taufit fleet STORE`: population of a robot type, its outliers and drifts.

mod render;

use crate::context::Context;
use crate::failure::Outcome;
use crate::method_args::OutArgs;
use crate::next_steps::{again_with_out, open_report, render_next};
use crate::result_folder::{json, rendered};
use clap::Args;
use clap::builder::PossibleValuesParser;
use render::render_fleet;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use taufit::methods::FleetSettings;
use taufit_io::fleet_store::{FleetStore, Period, fleet_study, write_fleet_folder};
use taufit_report::render_fleet_page;

/// Compare the robots of a fleet: population, outliers, drifts, from the store of `observe`
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Every robot is estimated from the evidence of all its logs; no log is read again. Parameters of the type are the mean and
spread of a random-effects model; a robot is an outlier, or drifts, at a family-wise error rate over all robots and
parameters. Logs of currents give torque constants too, as good as the masses of the description.

Examples:
  taufit fleet fleet --out week32.taufit
  taufit fleet fleet --pool fc1=fc2=fc3 --json
  taufit fleet fleet --by month --out months.taufit       periods.csv: friction of every robot per month")]
pub(crate) struct FleetArgs {
    /// Folder of the store
    #[arg(value_name = "STORE")]
    store: PathBuf,
    #[command(flatten)]
    out: OutArgs,
    /// Probability of at least one wrong call among all robots and parameters; for outliers and drifts each
    #[arg(long, value_name = "P", default_value_t = FleetSettings::default().family_wise_rate)]
    rate: f64,
    /// Parameters of joints with motors of one size, to be pooled and tested, such as fc1=fc2=fc3 or, of currents, kct1=kct2
    #[arg(long, value_name = "P=P..")]
    pool: Vec<String>,
    /// Also estimate every robot from its logs of each day, week or month
    #[arg(long, value_name = "PERIOD", value_parser = PossibleValuesParser::new(Period::NAMES))]
    by: Option<String>,
}

/// Reads the store, compares the robots and shows the result.
pub(crate) fn run(ctx: &Context, args: &FleetArgs) -> Outcome {
    let out = args.out.checked()?;
    let store = FleetStore::open(&args.store)?;
    let settings = FleetSettings { family_wise_rate: args.rate, pools: args.pool.clone() };
    let now_s =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    let period = args.by.as_deref().and_then(Period::named);
    let study = ctx.with_spinner("fleet", || fleet_study(&store, &settings, period, now_s))?;
    if let Some(dir) = out {
        write_fleet_folder(dir, &study, rendered(render_fleet_page(&study))?)?;
    }
    let page = out.map_or_else(|| again_with_out(ctx, "fleet.taufit"), open_report);
    let next = render_next(ctx, [page]);
    ctx.show(|| json(&study), |width| render_fleet(&study, width) + &next)?;
    ctx.remark_diagnoses(&study.warnings);
    if let Some(dir) = out {
        ctx.remark(&format!("written to {}\n", dir.display()));
    }
    Ok(())
}
