//! Coordinates in which a criterion counts base parameters.

use super::JointLimits;
use super::start::random_pose;
use crate::diagnostics::ExciteWarning;
use faer::{Mat, Side};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::dynamics::{RegressorBlock, Samples, regressor_block};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// Number of random states.
const N_STATES: usize = 256;

/// Share of the largest eigenvalue below which a direction counts as if it had that one: rounding.
const LEAST_EFFECT: f64 = 1e-10;

/// Root mean square torque of a combination, as a share of that of its components, below which it counts
/// as nearly unobservable.
const NEARLY_UNOBSERVABLE: f64 = 0.03;

/// Share of the largest component from which on a parameter is named as part of a combination.
const COMPONENT: f64 = 0.3;

/// Mean square effect `C = E[Yᵀ Σ⁻¹ Y]` of the base parameters on the joint torques at random states
/// within the limits, in units of the torque noise.
pub(super) struct TorqueEffect {
    gram: Mat<f64>,
}

impl TorqueEffect {
    pub(super) fn new(
        robot: &Robot,
        layout: &Layout,
        base: &Base,
        limits: &[JointLimits],
        noise: &[f64],
    ) -> Result<Self> {
        let [q, qd, qdd] = random_states(limits);
        let mut block = RegressorBlock::new(robot, layout, base.independent(), N_STATES);
        regressor_block(robot, layout, &Samples::new(N_STATES, &q, &qd, &qdd), &mut block)?;
        let product = |dof: usize, i: usize, k: usize| {
            let pairs = block.column(dof, i).iter().zip(block.column(dof, k));
            pairs.map(|(a, b)| a * b).sum::<f64>() / (noise[dof] * noise[dof])
        };
        let mean = |i: usize, k: usize| {
            (0..limits.len()).map(|dof| product(dof, i, k)).sum::<f64>() / N_STATES as f64
        };
        let gram = Mat::from_fn(base.rank(), base.rank(), mean);
        Ok(Self { gram })
    }

    /// Per base parameter the value that moves torques by one noise standard deviation.
    pub(super) fn units(&self) -> Vec<f64> {
        let unit = |energy: f64| if energy > 0.0 { 1.0 / energy.sqrt() } else { 1.0 };
        (0..self.gram.nrows()).map(|k| unit(self.gram[(k, k)])).collect()
    }

    /// `T` with `β = T θ`, `β` in [`Self::units`], and `Tᵀ C T = 1`.
    ///
    /// With the information `Tᵀ Λ T` the mean of the variances of `θ` is the mean variance of the torque
    /// predicted at random states, `tr(C Λ⁻¹)`: the A-optimal motion is the I-optimal one, and a
    /// combination of parameters counts by what it does to torques, however badly a motion shows it.
    pub(super) fn whitening(&self) -> Mat<f64> {
        let (values, vectors) = self.principal();
        let n = values.len();
        let least = LEAST_EFFECT * values.last().copied().unwrap_or(1.0);
        Mat::from_fn(n, n, |i, k| vectors[(i, k)] / values[k].max(least).sqrt())
    }

    /// Combinations whose torques nearly cancel, by the names of their components.
    pub(super) fn nearly_unobservable(&self, name: impl Fn(usize) -> String) -> Option<Warning> {
        let (values, vectors) = self.principal();
        let weak: Vec<usize> =
            (0..values.len()).filter(|&k| values[k] < NEARLY_UNOBSERVABLE.powi(2)).collect();
        let strongest = values[*weak.last()?].max(0.0);
        let components = |&k: &usize| {
            let size = |i: usize| vectors[(i, k)].abs();
            let most = (0..values.len()).map(size).fold(0.0, f64::max);
            let parts = (0..values.len()).filter(|&i| size(i) > COMPONENT * most);
            parts.map(&name).collect::<Vec<String>>().join(", ")
        };
        let combinations = weak.iter().map(components).collect();
        let percent = 100.0 * strongest.sqrt();
        Some(ExciteWarning::NearlyUnobservable { combinations, percent }.into())
    }

    /// Eigenvalues, ascending, and eigenvectors of `C` in [`Self::units`].
    fn principal(&self) -> (Vec<f64>, Mat<f64>) {
        let (n, units) = (self.gram.nrows(), self.units());
        let scaled = Mat::from_fn(n, n, |i, k| self.gram[(i, k)] * units[i] * units[k]);
        match scaled.self_adjoint_eigen(Side::Lower) {
            Ok(eigen) => {
                (eigen.S().column_vector().iter().copied().collect(), eigen.U().to_owned())
            }
            Err(_) => (vec![1.0; n], Mat::identity(n, n)),
        }
    }
}

/// Positions, velocities and accelerations within the limits, joint after joint.
fn random_states(limits: &[JointLimits]) -> [Vec<f64>; 3] {
    let mut dice = Pcg64::seed_from_u64(1);
    let mut channels = [(); 3].map(|()| vec![0.0; limits.len() * N_STATES]);
    for k in 0..N_STATES {
        let pose = random_pose(&mut dice, limits);
        for (dof, limit) in limits.iter().enumerate() {
            let at = dof * N_STATES + k;
            channels[0][at] = pose[dof];
            channels[1][at] = limit.velocity * dice.random_range(-1.0..1.0);
            channels[2][at] = limit.acceleration * dice.random_range(-1.0..1.0);
        }
    }
    channels
}

/// `β = T θ` with `θ` the standard parameters of the given columns, all others zero; `β` in its units.
pub(super) fn representatives(base: &Base, columns: &[usize], units: &[f64]) -> Mat<f64> {
    let mut turn = Mat::zeros(base.rank(), columns.len());
    for k in 0..base.rank() {
        for (column, coefficient) in base.group(k) {
            if let Some(place) = columns.iter().position(|c| *c == column) {
                turn[(k, place)] = coefficient / units[k];
            }
        }
    }
    turn
}

pub(super) fn is_regular(square: &Mat<f64>) -> bool {
    const SMALLEST: f64 = 1e-9;
    let values = square.singular_values().unwrap_or_default();
    matches!((values.first(), values.last()), (Some(most), Some(least)) if *least > SMALLEST * most)
}
