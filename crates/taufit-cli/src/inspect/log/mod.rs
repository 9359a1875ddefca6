//! The health check of a log, on the screen and as a document.

mod histogram;
mod map_options;
mod render;
mod tables;
mod view;

pub(super) use render::render_log;
pub(super) use view::LogView;

use super::log_source;
use crate::condition_args::ConditionArgs;
use crate::failure::Outcome;
use crate::log_args::{GainArgs, LogArgs};
use clap::Args;
use serde::Serialize;
use std::path::Path;
use taufit::model::Robot;
use taufit::survey::{SurveySettings, survey};

/// How logs are read and looked at.
#[derive(Clone, Debug, Args, Serialize)]
pub(super) struct LogCheckArgs {
    #[command(flatten)]
    #[serde(flatten)]
    log: LogArgs,
    #[command(flatten)]
    #[serde(flatten)]
    gains: GainArgs,
    #[command(flatten)]
    #[serde(flatten)]
    condition: ConditionArgs,
}

/// Reads a log and looks at it from all sides.
pub(super) fn inspect_log(
    file: &str,
    robot: Option<&Robot>,
    args: &LogCheckArgs,
) -> Outcome<LogView> {
    let loaded = log_source::read(Path::new(file), robot, &args.log.options()?)?;
    let constants = robot.map(|robot| args.gains.torque_constants(robot)).transpose()?;
    let settings = SurveySettings {
        condition: args.condition.settings(),
        torque_constants_nm_per_a: constants.unwrap_or_default(),
        ..SurveySettings::default()
    };
    let survey = survey(&loaded.recording, robot, &settings)?;
    Ok(LogView::new(&loaded, robot, survey))
}
