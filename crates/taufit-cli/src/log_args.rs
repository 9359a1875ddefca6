//! How logs are read.

use crate::failure::{Failure, Outcome};
use crate::robot_args::number_list;
use clap::{Args, ValueEnum};
use serde::Serialize;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::LogOptions;

/// What is in the logs.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct LogArgs {
    /// What the effort columns are, where the header does not say it
    #[arg(long, value_enum)]
    effort: Option<Effort>,
    /// Topic of a bag, where it has several that could be meant
    #[arg(long, value_name = "NAME")]
    topic: Option<String>,
    /// Which columns to take, such as tau=tau_J or q=2..7; in bags what a joint is called there, such
    /// as elbow=left_elbow
    #[arg(long, value_name = "WHAT=COLUMNS")]
    map: Vec<String>,
}

/// What currents are worth.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct GainArgs {
    /// Joint torque per ampere of every joint, in N m/A, for logs of currents; those of the robot if
    /// not given
    #[arg(long, value_name = "K1,K2,..", value_parser = gains)]
    gains: Option<Gains>,
}

/// One torque constant per joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Gains(Vec<f64>);

/// Unit of the effort columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum Effort {
    /// N m or N, joint side
    Torque,
    /// A
    Current,
}

impl LogArgs {
    /// How logs are read.
    pub(crate) fn options(&self) -> Outcome<LogOptions> {
        let effort = self.effort.map(|effort| match effort {
            Effort::Torque => EffortKind::Torque,
            Effort::Current => EffortKind::Current,
        });
        let mut options = LogOptions { effort, topic: self.topic.clone(), ..LogOptions::default() };
        for entry in &self.map {
            options = options.with_map(entry)?;
        }
        Ok(options)
    }
}

impl GainArgs {
    /// Joint torque per ampere of every joint: as given, or the robot's own.
    pub(crate) fn torque_constants(&self, robot: &Robot) -> Outcome<Vec<Option<f64>>> {
        match &self.gains {
            Some(Gains(gains)) if gains.len() == robot.n_dof() => {
                Ok(gains.iter().copied().map(Some).collect())
            }
            Some(Gains(gains)) => Err(Failure::misuse(format!(
                "--gains has {} values, but {} has {} joints",
                gains.len(),
                robot.name(),
                robot.n_dof()
            ))),
            None => Ok(robot.dof_joint_iter().map(|j| j.motor.torque_constant_nm_a).collect()),
        }
    }
}

fn gains(text: &str) -> Result<Gains, String> {
    number_list(text).map(Gains)
}
