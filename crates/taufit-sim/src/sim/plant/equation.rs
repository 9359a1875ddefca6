//! The terms of the equation of motion.

use super::Flexibility;
use crate::per_joint::per_joint;

/// Positions and velocities of all coordinates: links, then motors where joints are elastic.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::sim) struct State {
    pub(in crate::sim) q: Vec<f64>,
    pub(in crate::sim) qd: Vec<f64>,
}

/// The equation of motion at one state: `mass · q̈ = force + motor torque − friction`.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Balance {
    /// By rows.
    pub(in crate::sim) mass: Vec<f64>,
    pub(in crate::sim) force: Vec<f64>,
    /// Torque that the gearbox of every coordinate transmits, for friction that grows with it.
    pub(in crate::sim) load: Vec<f64>,
}

/// Derivatives of the stiff forces with respect to positions and velocities: both matrices by rows,
/// positive for restoring forces.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Linearised {
    pub(in crate::sim) stiffness: Vec<f64>,
    pub(in crate::sim) damping: Vec<f64>,
}

/// Stiffness and damping between coordinates `i` and `n_dof + i`; zeros for a rigid arm.
pub(super) fn springs(flexibility: Option<&Flexibility>, n_dof: usize, n: usize) -> Linearised {
    let mut springs = Linearised { stiffness: vec![0.0; n * n], damping: vec![0.0; n * n] };
    let Some(flexibility) = flexibility else { return springs };
    for link in 0..n_dof {
        let motor = n_dof + link;
        for (matrix, values) in [
            (&mut springs.stiffness, &flexibility.stiffness),
            (&mut springs.damping, &flexibility.damping),
        ] {
            let value = per_joint(values, link);
            matrix[link * n + link] = value;
            matrix[motor * n + motor] = value;
            matrix[link * n + motor] = -value;
            matrix[motor * n + link] = -value;
        }
    }
    springs
}
