//! The health check of a log, on the screen and as a document.

mod histogram;
mod map_options;
mod render;
mod tables;
mod view;

pub(super) use render::render_log;
pub(super) use view::LogView;

use crate::condition_args::ConditionArgs;
use crate::context::Context;
use crate::failure::Outcome;
use crate::log_args::EffortLogArgs;
use clap::Args;
use serde::Serialize;
use taufit::model::Robot;
use taufit::survey::{SurveySettings, survey};
use taufit_io::LogFile;

/// Options for reading and checking logs.
#[derive(Clone, Debug, Args, Serialize)]
pub(super) struct LogCheckArgs {
    #[command(flatten)]
    #[serde(flatten)]
    log: EffortLogArgs,
    #[command(flatten)]
    #[serde(flatten)]
    condition: ConditionArgs,
}

/// Reads a log and looks at it from all sides.
pub(super) fn inspect_log(
    ctx: &Context,
    file: &str,
    robot: Option<&Robot>,
    args: &LogCheckArgs,
) -> Outcome<LogView> {
    let options = args.log.options(ctx)?;
    let log = match robot {
        Some(robot) => LogFile::new(file, robot, &options),
        None => LogFile::unmatched(file, &options),
    };
    let columns = log.open()?.columns().clone();
    let constants = robot.map(|robot| args.log.torque_constants(robot)).transpose()?;
    let settings = SurveySettings {
        condition: args.condition.settings(),
        torque_constants_nm_per_a: constants.unwrap_or_default(),
        ..SurveySettings::default()
    };
    let survey = survey(&log, robot, &settings)?;
    Ok(LogView::new(&columns, &log.warnings(), robot, survey))
}
