//! Elastic joints: a spring between motor and link (Zollo et al. 2014), as one more body per joint.

use crate::per_joint::check_per_joint;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::{Robot, RotorCoupling};

/// Springs between motors and links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flexibility {
    /// Stiffness of every joint \[N·m/rad or N/m\]; one value serves all.
    pub stiffness: Vec<f64>,
    /// Damping of the springs \[N·m·s/rad or N·s/m\]; one value serves all, none is none.
    #[serde(default)]
    pub damping: Vec<f64>,
    /// Coupling of the rotors.
    #[serde(default)]
    pub rotors: RotorCoupling,
}

impl Flexibility {
    /// Springs of this stiffness in every joint, without damping.
    pub fn uniform(stiffness: f64) -> Self {
        Self { stiffness: vec![stiffness], damping: Vec::new(), rotors: RotorCoupling::Reduced }
    }

    pub(super) fn check(&self, robot: &Robot) -> Result<()> {
        let n_dof = robot.n_dof();
        if self.stiffness.is_empty() {
            let (what, expected) = ("stiffness of the joints", n_dof);
            return Err(InputError::LengthMismatch { what, expected, found: 0 }.into());
        }
        check_per_joint("stiffness of the joints", &self.stiffness, n_dof)?;
        check_per_joint("damping of the joints", &self.damping, n_dof)?;
        if let Some(&value) = self.stiffness.iter().find(|k| **k == 0.0) {
            let (setting, expected) = ("joint stiffness", "a positive number of N m/rad or N/m");
            return Err(InputError::OutOfRange { setting, value, expected }.into());
        }
        Ok(())
    }

    /// The robot with a rotor for every coordinate: see [`Robot::with_rotors`].
    pub fn tree(&self, robot: &Robot) -> Result<Robot> {
        robot.with_rotors(self.rotors)
    }
}
