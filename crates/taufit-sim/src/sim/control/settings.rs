//! Settings of the controllers of an arm.

use crate::per_joint::check_per_joint;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{Scratch, mass_matrix};
use taufit_dynamics::friction::FrictionTerm;
use taufit_dynamics::model::Robot;

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

/// Gains of a proportional-derivative controller per joint; one value serves all.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gains {
    /// Torque per position error \[N·m/rad or N/m\].
    pub kp: Vec<f64>,
    /// Torque per velocity error \[N·m·s/rad or N·s/m\].
    pub kd: Vec<f64>,
}

impl Gains {
    /// Gains for a bandwidth, from the inertia at each motor at `q` and from its viscous friction,
    /// which rules light joints behind large gears: `kp = M_jj ω² + fv ω`, `kd = 2 M_jj ω`.
    pub fn from_bandwidth(robot: &Robot, q: &[f64], bandwidth_hz: f64) -> Result<Self> {
        InputError::check_positive("bandwidth_hz", bandwidth_hz)?;
        let (n, omega) = (robot.n_dof(), TAU * bandwidth_hz);
        let mut scratch = Scratch::new(robot);
        let mass = mass_matrix(robot, &mut scratch, q)?;
        let inertia = |dof: usize| mass[dof * n + dof];
        let viscous = |dof: usize| robot.dof_joint(dof).friction.coefficient(FrictionTerm::Viscous);
        Ok(Self {
            kp: (0..n).map(|dof| omega * (inertia(dof) * omega + viscous(dof))).collect(),
            kd: (0..n).map(|dof| 2.0 * inertia(dof) * omega).collect(),
        })
    }

    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        check_per_joint("kp", &self.kp, n_dof)?;
        check_per_joint("kd", &self.kd, n_dof)
    }
}
