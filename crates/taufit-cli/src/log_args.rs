//! How logs are read and conditioned.

use crate::failure::{Failure, Outcome};
use crate::robot_args::number_list;
use clap::{Args, ValueEnum};
use serde::Serialize;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit_io::LogOptions;

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
    /// Topic of a bag, where it has several that could be meant
    #[arg(long, value_name = "NAME")]
    topic: Option<String>,
    /// Which columns to take, such as tau=tau_J or q=2..7; in bags what a joint is called there, such
    /// as elbow=left_elbow
    #[arg(long, value_name = "WHAT=COLUMNS")]
    map: Vec<String>,
    /// Cut-off of the zero-phase low pass of the positions, in Hz; four times that of the torques if
    /// not given
    #[arg(long, value_name = "HZ")]
    cutoff_hz: Option<f64>,
    /// Up to where torques and model are compared, both filtered alike, in Hz; proposed from the
    /// spectrum of the motion if not given
    #[arg(long, value_name = "HZ")]
    torque_cutoff_hz: Option<f64>,
    /// Filter torques like positions and leave the model alone
    #[arg(long, conflicts_with = "torque_cutoff_hz")]
    filter_torques_alone: bool,
    /// Keep every so-manieth sample after filtering
    #[arg(long, value_name = "K", default_value_t = 1)]
    decimate: usize,
    /// Leave out rows in which a joint is slower than this, for that joint, in rad/s or m/s
    #[arg(long, value_name = "SPEED")]
    min_speed: Option<f64>,
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
    /// How logs are conditioned.
    pub(crate) fn condition_settings(&self) -> ConditionSettings {
        let torque = if self.filter_torques_alone {
            TorqueFilter::LikePositions
        } else {
            TorqueFilter::Parallel { cutoff_hz: self.torque_cutoff_hz }
        };
        ConditionSettings {
            cutoff_hz: self.cutoff_hz,
            torque,
            decimation: self.decimate,
            ..ConditionSettings::default()
        }
    }

    /// The slowest row that counts.
    pub(crate) fn min_speed(&self) -> Option<f64> {
        self.min_speed
    }

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
