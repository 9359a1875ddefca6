//! Choices of a weighing.

use crate::diagnostics::{InputError, Result};
use crate::friction::FrictionShape;
use crate::signal::{ConditionSettings, Standstill};
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Friction assumed under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrictionUse {
    /// That without the load.
    #[default]
    Keep,
    /// Found anew, together with the load.
    Refit,
}

/// Choices of [`identify_payload`](super::identify_payload) and [`identify_payload_static`](super::identify_payload_static).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PayloadSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Conditioning of the logs; cut-offs that are not given are proposed by the logs together.
    pub condition: ConditionSettings,
    /// Whether reflected rotor inertias are among the unknowns; an identified model has its own choice.
    pub rotor_inertia: bool,
    /// The friction model, the same for every joint; an identified model has its own.
    pub friction: FrictionShape,
    /// Whether friction under load is that without.
    pub friction_use: FrictionUse,
    /// Radius of gyration that a load is expected to have at most \[m\]: inertias that the motion does not
    /// show are held to those of a ball within this times this times the mass.
    pub gyration_radius_m: f64,
    /// Standard deviation of a factor that all torques share, over the factor: 0 for exact torques, `None`
    /// where it is unknown.
    pub scale_sigma: Option<f64>,
    /// Known mass of the load, for comparison \[kg\].
    pub stated_mass_kg: Option<f64>,
    /// Definition of standing still, for static poses.
    pub standstill: Standstill,
}

impl Default for PayloadSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            condition: ConditionSettings::default(),
            rotor_inertia: true,
            friction: FrictionShape::COULOMB_VISCOUS.with_offset(),
            friction_use: FrictionUse::default(),
            gyration_radius_m: 0.15,
            scale_sigma: None,
            stated_mass_kg: None,
            standstill: Standstill { speed: 0.005, shortest_s: 0.5 },
        }
    }
}

impl PayloadSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        if let Some(value) = self.stated_mass_kg {
            InputError::check_positive("stated_mass_kg", value)?;
        }
        InputError::check_positive("gyration_radius_m", self.gyration_radius_m)?;
        if let Some(value) = self.scale_sigma.filter(|sigma| !(0.0..1.0).contains(sigma)) {
            let (setting, expected) = ("scale_sigma", "a share from 0 to below 1");
            return Err(InputError::OutOfRange { setting, value, expected }.into());
        }
        self.standstill.validate()?;
        self.condition.validate()
    }
}
