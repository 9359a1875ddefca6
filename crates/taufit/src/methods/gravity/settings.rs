//! Choices of an identification of weights.

use crate::diagnostics::{InputError, Result};
use crate::signal::{ConditionSettings, Standstill};
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Choices of [`identify_gravity`](super::identify_gravity).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GravitySettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Conditioning of the logs.
    pub condition: ConditionSettings,
    /// Definition of standing still.
    pub standstill: Standstill,
    /// Time at either end of a stop in which drives settle, or the next motion begins \[s\].
    pub settle_s: f64,
    /// Motion below this speed counts as creeping and is used as well; zero for stops only \[rad/s or m/s\].
    pub slow_speed: f64,
    /// Creeping motion may change its speed by so much \[rad/s² or m/s²\].
    pub slow_acceleration: f64,
    /// Creeping motion is averaged over so long \[s\].
    pub block_s: f64,
    /// A joint has moved if it has moved by more than this \[rad or m\].
    pub travel: f64,
    /// Whether every torque channel may have a constant error.
    pub offsets: bool,
}

impl Default for GravitySettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            condition: ConditionSettings::default(),
            standstill: Standstill { speed: 0.01, shortest_s: 0.4 },
            settle_s: 0.15,
            slow_speed: 0.15,
            slow_acceleration: 0.2,
            block_s: 0.2,
            travel: 0.005,
            offsets: true,
        }
    }
}

impl GravitySettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        let positive = |x: f64| x > 0.0 && x.is_finite();
        self.standstill.validate()?;
        let settles =
            not_negative(self.settle_s) && 2.0 * self.settle_s < self.standstill.shortest_s;
        for (setting, value, fits, expected) in [
            (
                "settle_s",
                self.settle_s,
                settles,
                "zero or more s, less than half the shortest stop",
            ),
            ("slow_speed", self.slow_speed, not_negative(self.slow_speed), "zero or more rad/s"),
            (
                "slow_acceleration",
                self.slow_acceleration,
                positive(self.slow_acceleration),
                "a positive number of rad/s²",
            ),
            ("block_s", self.block_s, positive(self.block_s), "a positive number of s"),
            ("travel", self.travel, positive(self.travel), "a positive number of rad"),
        ] {
            if !fits {
                return Err(InputError::OutOfRange { setting, value, expected }.into());
            }
        }
        self.condition.validate()
    }
}
