//! Ordinary and weighted least squares.

use crate::diagnostics::{Error, Result};
use crate::evidence::Evidence;
use faer::Mat;
use serde::{Deserialize, Serialize};

/// How the joints' rows count against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weighting {
    /// All alike (OLS): joints with large torques decide.
    Equal,
    /// Every joint divided by the standard deviation of its own residual, repeated until it settles
    /// (IDIM-WLS).
    #[default]
    PerJoint,
}

/// How an estimate ended.
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
    /// How it ended.
    pub status: EstimateStatus,
    /// Base parameters `β`.
    pub beta: Vec<f64>,
    /// Their standard deviations, residuals taken as white.
    pub sigma: Vec<f64>,
    /// Standard deviation of the residual of each joint \[N·m\].
    pub residual_sigma: Vec<f64>,
    /// Condition number of the weighted observation matrix with columns scaled to one length.
    pub condition: f64,
    /// Factor by which the rows of each joint were multiplied.
    pub weights: Vec<f64>,
    /// `H` with `H Hᵀ = (WᵀW)⁻¹`, column after column.
    pub(super) inverse_root: Vec<f64>,
}

impl Estimate {
    /// `100 σ/|β|`, the relative standard deviation in percent (seed 002, eq. 17).
    pub fn percent_sigma(&self) -> Vec<f64> {
        self.beta.iter().zip(&self.sigma).map(|(b, s)| 100.0 * s / b.abs()).collect()
    }
}

/// `min Σ_j w_j² |W_j β − τ_j|²` with `w_j` by [`Weighting`].
///
/// `σ² = diag(s² (WᵀW)⁻¹)`, `s² = |τ − W β|²/(rows − b)` (seed 002, eqs 15-16), all through the
/// triangular factor.
pub fn least_squares(evidence: &Evidence, weighting: Weighting) -> Result<Estimate> {
    const MAX_ROUNDS: usize = 20;
    if evidence.n_rows() <= evidence.n_base() {
        return Err(Error::Underdetermined {
            found: evidence.n_rows(),
            needed: evidence.n_base() + 1,
        });
    }
    let mut weights = vec![1.0; evidence.joints().len()];
    let mut solution = Solution::of(evidence, &weights)?;
    if weighting == Weighting::PerJoint {
        for _ in 0..MAX_ROUNDS {
            let sigma = residual_sigma(evidence, &solution.beta);
            let next: Vec<f64> = sigma.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE)).collect();
            let change = next.iter().zip(&weights).map(|(a, b)| (a / b - 1.0).abs());
            let settled = change.fold(0.0, f64::max) < 1e-9;
            weights = next;
            solution = Solution::of(evidence, &weights)?;
            if settled {
                break;
            }
        }
    }
    Ok(solution.into_estimate(evidence, &weights))
}

/// Residual standard deviation of each joint, the parameters shared out over all rows.
fn residual_sigma(evidence: &Evidence, beta: &[f64]) -> Vec<f64> {
    let freedom = 1.0 - evidence.n_base() as f64 / evidence.n_rows() as f64;
    let squared = evidence.squared_residuals(beta);
    let rows = evidence.joints().iter().map(|j| j.n_rows() as f64);
    let floor = |torque: f64| f64::EPSILON * torque.sqrt();
    let torque = evidence.joints().iter().map(|j| j.squared_torque());
    let sigma = squared.iter().zip(rows).zip(torque).map(|((s, n), t)| {
        // An exact fit would give a joint infinite weight: its rounding is what is left.
        ((s / (n * freedom)).sqrt()).max(floor(t / n))
    });
    sigma.collect()
}

struct Solution {
    beta: Vec<f64>,
    /// `H` with `H Hᵀ = (WᵀW)⁻¹`, column after column.
    inverse_root: Vec<f64>,
    rank: usize,
    condition: f64,
}

impl Solution {
    /// Solves by the singular value decomposition of the stacked, weighted, column-scaled triangles.
    fn of(evidence: &Evidence, weights: &[f64]) -> Result<Self> {
        const RANK_TOLERANCE: f64 = 1e-10;
        let (w, z) = stacked(evidence, weights);
        let scales: Vec<f64> = (0..w.ncols())
            .map(|c| w.col(c).norm_l2())
            .map(|length| if length > 0.0 { length } else { 1.0 })
            .collect();
        let scaled = Mat::from_fn(w.nrows(), w.ncols(), |i, j| w[(i, j)] / scales[j]);
        let svd = scaled.thin_svd().map_err(|_| Error::NotFinite {
            element: "evidence".to_owned(),
            field: "an observation",
        })?;
        let sigma: Vec<f64> = svd.S().column_vector().iter().copied().collect();
        let largest = sigma.first().copied().unwrap_or(0.0);
        let rank = sigma.iter().filter(|s| **s > RANK_TOLERANCE * largest).count();
        let (mut beta, mut inverse_root) = (vec![0.0; w.ncols()], Vec::new());
        for (k, sigma) in sigma.iter().take(rank).enumerate() {
            let along: f64 = (0..w.nrows()).map(|i| svd.U()[(i, k)] * z[i]).sum();
            for j in 0..w.ncols() {
                let v = svd.V()[(j, k)] / (sigma * scales[j]);
                beta[j] += v * along;
                inverse_root.push(v);
            }
        }
        let condition = if rank == 0 { f64::INFINITY } else { largest / sigma[rank - 1] };
        Ok(Self { beta, inverse_root, rank, condition })
    }

    fn into_estimate(self, evidence: &Evidence, weights: &[f64]) -> Estimate {
        let squared = evidence.squared_residuals(&self.beta);
        let weighted: f64 = squared.iter().zip(weights).map(|(s, w)| s * w * w).sum();
        let variance = weighted / (evidence.n_rows() - evidence.n_base()) as f64;
        let n_base = evidence.n_base();
        Estimate {
            status: if self.rank == n_base {
                EstimateStatus::Determined
            } else {
                EstimateStatus::RankDeficient { rank: self.rank, n_base }
            },
            sigma: (0..n_base).map(|i| (variance * self.inverse_diagonal(i)).sqrt()).collect(),
            residual_sigma: residual_sigma(evidence, &self.beta),
            beta: self.beta,
            condition: self.condition,
            weights: weights.to_vec(),
            inverse_root: self.inverse_root,
        }
    }

    /// Diagonal entry of `(WᵀW)⁻¹`.
    fn inverse_diagonal(&self, i: usize) -> f64 {
        self.inverse_root.iter().skip(i).step_by(self.beta.len()).map(|h| h * h).sum()
    }
}

/// The weighted triangles of all joints under each other, over all base columns, and the torques.
fn stacked(evidence: &Evidence, weights: &[f64]) -> (Mat<f64>, Vec<f64>) {
    let n_rows = evidence.joints().iter().map(|j| j.r_rows()).sum();
    let mut w = Mat::zeros(n_rows, evidence.n_base());
    let mut z = vec![0.0; n_rows];
    let mut at = 0;
    for (joint, weight) in evidence.joints().iter().zip(weights) {
        for row in 0..joint.r_rows() {
            for (c, &column) in joint.columns().iter().enumerate() {
                w[(at + row, column)] = weight * joint.r(row, c);
            }
            z[at + row] = weight * joint.r(row, joint.columns().len());
        }
        at += joint.r_rows();
    }
    (w, z)
}
