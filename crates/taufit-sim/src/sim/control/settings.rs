//! Settings of the controllers of an arm.

use super::Gains;
use crate::per_joint::check_per_joint;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// Position control law.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PositionLaw {
    /// `kp e + kd ė`.
    Pd,
    /// The same, and the weight of the arm where it is.
    #[default]
    PdGravity,
    /// The same with the weight found from motor positions on line (Zollo et al. 2014):
    /// `kp (θ_d − θ) + kd (q̇_d − θ̇) + g(θ − K⁻¹ g(q_d))`, `θ_d = q_d + K⁻¹ g(q_d)`.
    OnlineGravity,
    /// Inverse dynamics of `q̈_d + 2 ω ė + ω² e`.
    ComputedTorque {
        /// `ω/2π` \[Hz\]; positive.
        bandwidth_hz: f64,
    },
}

/// The controllers of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ControlSettings {
    /// Rate at which torques are computed \[Hz\]; positive.
    pub rate_hz: f64,
    /// Position control law.
    pub law: PositionLaw,
    /// Its gains; those of a critically damped arm of 5 Hz bandwidth where not given.
    pub gains: Option<Gains>,
    /// The integral of a velocity error counts as a position error with the gains above, times this.
    pub velocity_stiffness: f64,
    /// Joint stiffness that on-line gravity compensation assumes \[N·m/rad or N/m\]; that of the arm
    /// where not given.
    pub assumed_stiffness: Vec<f64>,
    /// Whether torques stop at the limits of the joints.
    pub saturate: bool,
}

impl Default for ControlSettings {
    fn default() -> Self {
        Self {
            rate_hz: 1000.0,
            law: PositionLaw::default(),
            gains: None,
            velocity_stiffness: 1.0,
            assumed_stiffness: Vec::new(),
            saturate: true,
        }
    }
}

impl ControlSettings {
    /// Refuses numbers out of range.
    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        InputError::check_positive("rate_hz of the controller", self.rate_hz)?;
        InputError::check_not_negative("velocity_stiffness", self.velocity_stiffness)?;
        check_per_joint("assumed_stiffness", &self.assumed_stiffness, n_dof)?;
        if let PositionLaw::ComputedTorque { bandwidth_hz } = self.law {
            InputError::check_positive("bandwidth_hz", bandwidth_hz)?;
        }
        self.gains.as_ref().map_or(Ok(()), |gains| gains.check(n_dof))
    }
}
