//! Choices of an identification of gains.

use crate::diagnostics::{InputError, Result};
use crate::friction::FrictionShape;
use crate::methods::payload::PayloadSettings;
use crate::signal::ConditionSettings;
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Choices of [`identify_gains`](super::identify_gains).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GainsSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Conditioning of the logs; cut-offs that are not given are proposed by the logs together.
    pub condition: ConditionSettings,
    /// Whether reflected rotor inertias are among the unknowns.
    pub rotor_inertia: bool,
    /// The friction model, the same for every joint.
    pub friction: FrictionShape,
    /// Whether friction may differ between the runs, for gears whose friction depends on load or
    /// temperature.
    pub separate_friction: bool,
    /// Gains known worse than this count as not determined \[share of the gain, one sigma\].
    pub max_relative_sigma: f64,
}

impl Default for GainsSettings {
    fn default() -> Self {
        // The robot and its logs as in the identification of a load.
        let PayloadSettings { gate, condition, rotor_inertia, friction, .. } =
            PayloadSettings::default();
        let (separate_friction, max_relative_sigma) = (false, 0.1);
        Self { gate, condition, rotor_inertia, friction, separate_friction, max_relative_sigma }
    }
}

impl GainsSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let value = self.max_relative_sigma;
        if !(value > 0.0 && value.is_finite()) {
            let (setting, expected) = ("max_relative_sigma", "a positive share of the gain");
            return Err(InputError::OutOfRange { setting, value, expected }.into());
        }
        self.condition.validate()
    }
}
