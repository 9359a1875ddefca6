//! Information of earlier logs for a design.

use crate::condition_args::ConditionArgs;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::log_args::EffortLogArgs;
use crate::progress::LogProgress;
use crate::result_folder::read_study;
use clap::Args;
use std::path::{Path, PathBuf};
use taufit::excite::{ExciteSettings, Known};
use taufit::methods::{
    FrictionChoice, IdentificationProgress, RigidInputs, RigidSettings,
    identify_rigid_with_progress,
};
use taufit::model::Robot;
use taufit::study::{LogRole, Study};
use taufit_io::LogFile;

/// Reading of the logs of `--given`.
#[derive(Clone, Debug, Args)]
pub(super) struct GivenArgs {
    #[command(flatten)]
    log: EffortLogArgs,
    #[command(flatten)]
    condition: ConditionArgs,
}

/// Reads the logs, those of results included, and compresses them over the unknowns of the design.
pub(super) fn known(
    ctx: &Context,
    robot: &Robot,
    given: &[PathBuf],
    args: &GivenArgs,
    settings: &ExciteSettings,
) -> Outcome<Known> {
    let mut paths = Vec::new();
    for path in given {
        paths.extend(logs_of(path)?);
    }
    let options = args.log.options(ctx)?;
    let logs: Vec<LogFile<'_>> = paths.iter().map(|p| LogFile::new(p, robot, &options)).collect();
    let rigid = RigidSettings {
        condition: args.condition.settings(),
        rotor_inertia: settings.rotor_inertia,
        // The same unknowns as the design has, whatever the logs would prefer.
        friction: FrictionChoice::Given(settings.friction),
        selection: settings.selection.clone(),
        ..RigidSettings::default()
    };
    let gains = args.log.torque_constants(robot)?;
    let bar = LogProgress::new(ctx);
    let watch = |progress: IdentificationProgress<'_>| bar.show(progress);
    let found = identify_rigid_with_progress(
        robot,
        &RigidInputs { gains: &gains, ..RigidInputs::new(&logs) },
        &rigid,
        &watch,
    )?;
    // Correlated residuals: fewer independent observations than rows.
    let sigma = found.estimate.residual_sigma.iter().zip(&found.correlation_times);
    let sigma = sigma.map(|(sigma, rows)| sigma * rows.sqrt()).collect();
    Ok(Known { evidence: found.evidence, sigma })
}

/// A log where it is named from here, else where it was when it was read.
fn place_of(study: &Study, log: &str) -> PathBuf {
    let here = PathBuf::from(log);
    let input = study.header.provenance.inputs.iter().find(|input| input.path == log);
    match input {
        Some(input) if !here.exists() => PathBuf::from(&input.absolute_path),
        _ => here,
    }
}

/// The log itself, or those that a result was identified from.
fn logs_of(path: &Path) -> Outcome<Vec<PathBuf>> {
    let is_result = path.join("result.json").is_file()
        || path.file_name().is_some_and(|name| name == "result.json");
    if !is_result {
        return Ok(vec![path.to_owned()]);
    }
    let study = read_study(path)?;
    let used = study.logs.iter().filter(|log| log.role != LogRole::Validation);
    let logs: Vec<PathBuf> = used.map(|log| place_of(&study, &log.source)).collect();
    match logs.iter().find(|log| !log.exists()) {
        Some(missing) => Err(Failure::misuse(format!(
            "{}: its log {} is not there any more; give the logs themselves with --given",
            path.display(),
            missing.display()
        ))),
        None => Ok(logs),
    }
}
