//! `taufit demo`: the whole path on a simulated UR5, from the design of a motion to the report.

mod stage;
mod summary;
mod truth;

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::result_folder::write_folder;
use crate::result_folder::{json, provenance};
use crate::run::{ExperimentFiles, Out, Prepared, RunMonitor, record};
use clap::Args;
use stage::DemoSetup;
use std::path::{Path, PathBuf};
use summary::{Summary, render_summary};
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::study::Study;
use taufit_io::output::check_folder;
use taufit_io::{LoadedRobot, LogFile, LogOptions, read_robot};
use truth::compare_with_truth;

/// The robot of the demo.
const ROBOT: &str = "ur5";

/// Try everything on a simulated robot: design, record, identify, validate, export, report
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Nothing is needed but this program. The simulated robot differs from its description, and its sensors
are noisy; since it is a simulation, the truth is shown beside the estimates.

Examples:
  taufit demo
  taufit demo --out /tmp/try --seed 7")]
pub(crate) struct DemoArgs {
    /// Where to write; a folder, new or empty: taufit-demo, or taufit-demo-2 and so on where that exists, if
    /// not given
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Seed of all random numbers; motions and noise
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the whole pipeline and shows a summary.
pub(crate) fn run(ctx: &Context, args: &DemoArgs) -> Outcome {
    let dir = &args.out.clone().unwrap_or_else(free_name);
    check_folder(dir)?;
    std::fs::create_dir_all(dir)
        .map_err(|error| Failure::internal(format!("{}: {error}", dir.display())))?;
    let loaded = read_robot(ROBOT)?;
    let stage =
        ctx.with_spinner("designing two motions", || DemoSetup::new(&loaded.robot, args.seed))?;
    let monitor = RunMonitor::new(ctx);
    let runs = stage.write(dir)?.map(|file| -> Outcome<_> {
        let prepared = Prepared::new(ExperimentFiles::read(&file)?, None)?;
        let log = file.with_extension("mcap");
        Ok(record(&prepared, &Out::Given(log), None, &monitor)?.report)
    });
    let [fit_run, validation_run] = runs;
    let runs = [fit_run?, validation_run?];
    let (result, mut study) = identify(ctx, dir, &loaded)?;
    write_folder(&dir.join("ur5.taufit"), &mut study, &result.series)?;
    let real = stage.real_robot(&loaded.robot)?;
    let options = log_options();
    let proof = [LogFile::new(dir.join("validation.mcap"), &loaded.robot, &options)];
    let truth = compare_with_truth(&result, &study, &real, &proof)?;
    let summary = Summary { dir, stage: &stage, runs: &runs, study: &study, truth: &truth };
    ctx.show(|| json(&study), |width| render_summary(&summary, width))
}

/// The first name of a demo's folder that is not taken.
fn free_name() -> PathBuf {
    let numbered = (2..).map(|n| PathBuf::from(format!("taufit-demo-{n}")));
    let mut names = std::iter::once(PathBuf::from("taufit-demo")).chain(numbered);
    names.find(|name| !name.exists()).unwrap_or_default()
}

/// Identification as `taufit identify` does it.
fn identify(ctx: &Context, dir: &Path, loaded: &LoadedRobot) -> Outcome<(RigidResult, Study)> {
    let (robot, options, settings) = (&loaded.robot, log_options(), RigidSettings::default());
    let paths = ["identification.mcap", "validation.mcap"].map(|name| dir.join(name));
    let [fit, other] = paths.each_ref().map(|path| [LogFile::new(path, robot, &options)]);
    let work = || {
        identify_rigid(
            robot,
            &RigidInputs { validation: &other, gains: &no_gains(robot), ..RigidInputs::new(&fit) },
            &settings,
        )
    };
    let result = ctx.with_spinner("identifying", work)?;
    let provenance = provenance(ctx, &settings, paths.into_iter())?;
    let study = result.to_study(robot, loaded.record(ROBOT), provenance)?;
    Ok((result, study))
}

/// The kind of the efforts is in the metadata of the log.
fn log_options() -> LogOptions {
    LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() }
}

/// Torques need no torque constants.
fn no_gains(robot: &Robot) -> Vec<Option<f64>> {
    vec![None; robot.n_dof()]
}
