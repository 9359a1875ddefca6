//! Ordinary and weighted least squares.

use super::solution::{Solution, is_fixed};
use super::stacked::stacked;
use crate::diagnostics::EstimateError;
use serde::{Deserialize, Serialize};
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::Result;

/// Relative weights of the joints' rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    /// All alike (OLS): joints with large torques decide.
    Equal,
    /// Every joint divided by the standard deviation of its own residual, repeated until it settles
    /// (IDIM-WLS).
    #[default]
    PerJoint,
    /// Every joint divided by what equal weights leave of it, once. For lines without a torque, which
    /// vanish with their parameters: repeated, the weights would drive these to zero.
    PerJointOnce,
}

impl Weighting {
    /// Largest number of reweightings from residuals.
    fn rounds(self) -> usize {
        match self {
            Self::Equal => 0,
            Self::PerJointOnce => 1,
            Self::PerJoint => 20,
        }
    }
}

/// Status of an estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EstimateStatus {
    /// The data determine every base parameter.
    Determined,
    /// The motion left directions of parameter space unseen; along these the smallest change was taken.
    RankDeficient {
        /// Directions that the data determine.
        rank: usize,
        /// Base parameters.
        n_base: usize,
    },
}

/// Base parameters and what is known about their errors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Status of the estimate.
    pub status: EstimateStatus,
    /// Base parameters `β`.
    pub beta: Vec<f64>,
    /// Their standard deviations, residuals taken as white; infinite where the data leave one free.
    pub sigma: Vec<f64>,
    /// Standard deviation of the residual of each joint \[N·m\].
    pub residual_sigma: Vec<f64>,
    /// Condition number of the weighted observation matrix with columns scaled to one length.
    pub condition: f64,
    /// Singular values of that matrix, descending.
    pub singular_values: Vec<f64>,
    /// Factor by which the rows of each joint were multiplied.
    pub weights: Vec<f64>,
    /// Right singular vectors of that matrix, one after the other.
    pub(super) directions: Vec<f64>,
    /// `H` with `H Hᵀ = (WᵀW)⁻¹`, column after column.
    pub(super) inverse_root: Vec<f64>,
}

impl Estimate {
    /// `100 σ/|β|`, the relative standard deviation in percent (Jubien et al. 2014, eq. 17).
    pub fn percent_sigma(&self) -> Vec<f64> {
        self.beta.iter().zip(&self.sigma).map(|(b, s)| 100.0 * s / b.abs()).collect()
    }

    /// Whether the data determine a base parameter, independently of the directions that they leave free.
    pub fn is_seen(&self, k: usize) -> bool {
        match self.status {
            EstimateStatus::Determined => true,
            EstimateStatus::RankDeficient { rank, .. } => {
                is_fixed(&self.directions, self.beta.len(), rank, k)
            }
        }
    }
}

/// `min Σ_j w_j² |W_j β − τ_j|²` with `w_j` by [`Weighting`].
///
/// `σ² = diag(s² (WᵀW)⁻¹)`, `s² = |τ − W β|²/(rows − b)` (Jubien et al. 2014, eqs 15-16), all through the
/// triangular factor.
pub fn least_squares(evidence: &Evidence, weighting: Weighting) -> Result<Estimate> {
    least_squares_above(evidence, weighting, &vec![0.0; evidence.joints().len()])
}

/// Least squares where the rows of joint `j` are known to be off by `floor[j]` at least, whatever their residual:
/// a few numbers that the parameters meet exactly would otherwise outweigh all others.
pub fn least_squares_above(
    evidence: &Evidence,
    weighting: Weighting,
    floor: &[f64],
) -> Result<Estimate> {
    if evidence.n_rows() <= evidence.n_base() {
        return Err(EstimateError::Underdetermined {
            found: evidence.n_rows(),
            needed: evidence.n_base() + 1,
        }
        .into());
    }
    let mut weights = vec![1.0; evidence.joints().len()];
    let mut solution = Solution::of(&stacked(evidence, &weights))?;
    for _ in 0..weighting.rounds() {
        let sigma = residual_sigma(evidence, &solution.beta, evidence.n_base());
        // A line that is left without any residual must not get infinite weight.
        let least = sigma.iter().fold(f64::MIN_POSITIVE.sqrt(), |m, s| m.max(f64::EPSILON * s));
        let noise = sigma.iter().zip(floor).map(|(s, floor)| s.max(*floor).max(least));
        let next: Vec<f64> = noise.map(|s| 1.0 / s).collect();
        let change = next.iter().zip(&weights).map(|(a, b)| (a / b - 1.0).abs());
        let settled = change.fold(0.0, f64::max) < 1e-9;
        weights = next;
        solution = Solution::of(&stacked(evidence, &weights))?;
        if settled {
            break;
        }
    }
    let variance = solution.variance(evidence, &weights);
    Ok(solution.into_estimate(evidence, &weights, variance))
}

/// Residual standard deviation of each joint, the free parameters shared out over all rows.
pub(super) fn residual_sigma(evidence: &Evidence, beta: &[f64], n_free: usize) -> Vec<f64> {
    let freedom = 1.0 - n_free as f64 / evidence.n_rows() as f64;
    let squared = evidence.squared_residuals(beta);
    let rows = evidence.joints().iter().map(|j| j.n_rows() as f64);
    let floor = |torque: f64| f64::EPSILON * torque.sqrt();
    let torque = evidence.joints().iter().map(|j| j.squared_torque());
    let sigma = squared.iter().zip(rows).zip(torque).map(|((s, n), t)| {
        if n == 0.0 {
            return 0.0;
        }
        // An exact fit would give a joint infinite weight: its rounding is what is left.
        ((s / (n * freedom)).sqrt()).max(floor(t / n))
    });
    sigma.collect()
}
