//! Settings of the health check.

use serde::{Deserialize, Serialize};
use taufit_data::signal::ConditionSettings;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::friction::FrictionShape;
use taufit_dynamics::params::LayoutSettings;

/// Choices of [`survey`](super::survey).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SurveySettings {
    /// Conditioning of the log before its motion is examined.
    pub condition: ConditionSettings,
    /// The unknowns that the motion should determine.
    pub layout: LayoutSettings,
    /// Joint torque per ampere of every joint \[N·m/A, N/A\]; those of the robot where not given.
    pub torque_constants_nm_per_a: Vec<Option<f64>>,
    /// Whether the excitation is scored: most of the time of a survey of a short log.
    pub excitation: bool,
}

impl Default for SurveySettings {
    fn default() -> Self {
        let friction = FrictionShape::COULOMB_VISCOUS.with_offset();
        Self {
            condition: ConditionSettings::default(),
            layout: LayoutSettings { rotor_inertia: true, friction },
            torque_constants_nm_per_a: Vec::new(),
            excitation: true,
        }
    }
}

impl SurveySettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        self.condition.validate()
    }
}
