//! How logs are read and conditioned.

use crate::failure::{Failure, Outcome};
use crate::robot_args::number_list;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::signal::{ConditionSettings, Motion, condition};
use taufit_io::{LogOptions, read_log};

/// What the user says about logs.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct LogArgs {
    /// What the effort columns are, where the header does not say it
    #[arg(long, value_enum)]
    effort: Option<Effort>,
    /// Joint torque per ampere of every joint, in N m/A, for logs of currents; those of the robot if
    /// not given
    #[arg(long, value_name = "K1,K2,..", value_parser = gains)]
    gains: Option<Gains>,
    /// Which columns to take, such as tau=tau_J or q=2..7
    #[arg(long, value_name = "WHAT=COLUMNS")]
    map: Vec<String>,
    /// Cut-off of the zero-phase low pass, in Hz; proposed from the spectrum of the motion if not given
    #[arg(long, value_name = "HZ")]
    cutoff_hz: Option<f64>,
    /// Keep every so-manieth sample after filtering
    #[arg(long, value_name = "K", default_value_t = 1)]
    decimate: usize,
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
    /// Reads and conditions every log; the doubts of both stages.
    pub(crate) fn read_all(
        &self,
        paths: &[PathBuf],
        robot: &Robot,
    ) -> Outcome<(Vec<Motion>, Vec<Warning>)> {
        let options = self.options()?;
        let gains = self.torque_constants(robot)?;
        let settings = ConditionSettings {
            cutoff_hz: self.cutoff_hz,
            decimation: self.decimate,
            ..ConditionSettings::default()
        };
        let (mut motions, mut warnings) = (Vec::new(), Vec::new());
        for path in paths {
            let log = read_log(path, robot, &options)?;
            let motion = condition(&log.recording, &gains, &settings)?;
            warnings.extend(log.warnings);
            warnings.extend(motion.warnings.iter().cloned());
            motions.push(motion);
        }
        Ok((motions, warnings))
    }

    fn options(&self) -> Outcome<LogOptions> {
        let effort = self.effort.map(|effort| match effort {
            Effort::Torque => EffortKind::Torque,
            Effort::Current => EffortKind::Current,
        });
        let mut options = LogOptions { effort, ..LogOptions::default() };
        for entry in &self.map {
            options = options.with_map(entry)?;
        }
        Ok(options)
    }

    fn torque_constants(&self, robot: &Robot) -> Outcome<Vec<Option<f64>>> {
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
