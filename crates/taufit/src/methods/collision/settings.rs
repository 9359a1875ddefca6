//! Choices of collision detection.

use crate::diagnostics::{InputError, Result};
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Source of velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VelocitySource {
    /// As the robot reports them, where the log has them; else from positions.
    #[default]
    Logged,
    /// Differences of successive positions.
    Positions,
}

/// Choices of [`learn_thresholds`](super::learn_thresholds) and [`ContactDetector`](super::ContactDetector).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DetectionSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Gain of the observer, `Ko` \[1/s\]: the residual follows an external torque with the time constant `1/Ko`.
    pub gain_per_s: f64,
    /// Slower joints may stick, and their friction is anything between its two values
    /// \[rad/s or m/s\].
    pub slow_speed: f64,
    /// Rate of false alarms, over all joints \[1/h\].
    pub false_alarms_per_hour: f64,
    /// Source of velocities.
    pub velocity: VelocitySource,
    /// The observer begins anew after a longer pause between samples \[s\].
    pub longest_gap_s: f64,
    /// A contact is over when no residual has been above its threshold for so long \[s\].
    pub quiet_s: f64,
}

impl Default for DetectionSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            gain_per_s: 80.0,
            slow_speed: 0.05,
            false_alarms_per_hour: 0.1,
            velocity: VelocitySource::default(),
            longest_gap_s: 0.1,
            quiet_s: 0.2,
        }
    }
}

impl DetectionSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        for (setting, value) in [
            ("gain_per_s", self.gain_per_s),
            ("slow_speed", self.slow_speed),
            ("false_alarms_per_hour", self.false_alarms_per_hour),
            ("longest_gap_s", self.longest_gap_s),
            ("quiet_s", self.quiet_s),
        ] {
            InputError::check_positive(setting, value)?;
        }
        Ok(())
    }
}
