//! Gains of the controllers.

use crate::per_joint::check_per_joint;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{Scratch, mass_matrix};
use taufit_dynamics::friction::FrictionTerm;
use taufit_dynamics::model::Robot;

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
