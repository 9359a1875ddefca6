//! Options of signal conditioning.

use clap::Args;
use serde::Serialize;
use taufit::methods::{ReversalMask, RigidSettings};
use taufit::signal::{ConditionSettings, Standstill, TorqueFilter};

/// Length of a stop from which on it is cut out, if not given.
const SHORTEST_STOP_S: f64 = 0.5;

/// Filters and rates.
#[derive(Clone, Debug, Args, Serialize)]
#[command(next_help_heading = "Conditioning")]
pub(crate) struct ConditionArgs {
    /// Cut-off of the zero-phase low pass, in Hz; of the positions, four times that of the torques if
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
}

/// Options for samples that are left out of a fit.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Conditioning")]
pub(crate) struct CleaningArgs {
    /// Leave out rows near velocity reversals, where a joint is slower than this, for that joint, in
    /// rad/s or m/s; 0 uses all rows; 5 % of the joint's own rms speed if not given
    #[arg(long, value_name = "SPEED")]
    min_speed: Option<f64>,
    /// Cut out standstills, in which all joints are slower than SPEED (rad/s or m/s) for SECONDS or
    /// longer; 1 % of each joint's rms speed for 0.5 s if not given
    #[arg(long, value_name = "SPEED[,SECONDS]", value_parser = standstill)]
    cut_standstill: Option<Standstill>,
    /// A sample is a spike if it sticks out of its neighbours by so many times what all but one percent
    /// of the samples do; 8 if not given
    #[arg(long, value_name = "FACTOR")]
    spike_factor: Option<f64>,
    /// Leave spikes in
    #[arg(long, conflicts_with = "spike_factor")]
    keep_spikes: bool,
}

impl ConditionArgs {
    /// Settings of the library.
    pub(crate) fn settings(&self) -> ConditionSettings {
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
}

impl CleaningArgs {
    /// The settings with what is to be taken out.
    pub(crate) fn apply(&self, settings: RigidSettings) -> RigidSettings {
        RigidSettings {
            reversals: self.min_speed.map_or(settings.reversals, ReversalMask::Below),
            standstill: self.cut_standstill,
            spike_factor: self.spike_factor.or(settings.spike_factor).filter(|_| !self.keep_spikes),
            ..settings
        }
    }
}

/// A speed, and perhaps a length.
pub(crate) fn standstill(text: &str) -> Result<Standstill, String> {
    match crate::robot_args::number_list(text)?[..] {
        [speed] => Ok(Standstill { speed, shortest_s: SHORTEST_STOP_S }),
        [speed, shortest_s] => Ok(Standstill { speed, shortest_s }),
        ref other => Err(format!("expected SPEED or SPEED,SECONDS, found {} numbers", other.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_a_speed_and_perhaps_a_length() {
        assert_eq!(standstill("0.01"), Ok(Standstill { speed: 0.01, shortest_s: 0.5 }));
        assert_eq!(standstill("0.01, 2"), Ok(Standstill { speed: 0.01, shortest_s: 2.0 }));
        assert!(standstill("slow").is_err() && standstill("1,2,3").is_err());
    }

    #[test]
    fn the_factor_in_the_help_is_the_default_of_the_library() {
        assert_eq!(RigidSettings::default().spike_factor, Some(8.0));
    }
}
