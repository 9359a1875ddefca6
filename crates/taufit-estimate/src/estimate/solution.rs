//! The solution of a small least-squares problem, with everything that is said about its errors.

use super::least_squares::residual_sigma;
use super::stacked::Stacked;
use super::{Estimate, EstimateStatus};
use faer::Mat;
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::{Error, InputError, Result};

/// `x` with `|r x − z|²` smallest.
pub struct Solution {
    /// Minimiser; of smallest scaled norm where the rows leave directions open.
    pub beta: Vec<f64>,
    pub(super) singular_values: Vec<f64>,
    /// Right singular vectors, one after the other.
    pub(super) directions: Vec<f64>,
    /// `H` with `H Hᵀ = (rᵀr)⁻¹`, column after column.
    pub(super) inverse_root: Vec<f64>,
    /// Directions that the rows determine.
    pub rank: usize,
    /// Condition number, columns scaled to one length.
    pub condition: f64,
}

impl Solution {
    /// Solves by the singular value decomposition of the column-scaled problem.
    pub fn of(rows: &Stacked) -> Result<Self> {
        const RANK_TOLERANCE: f64 = 1e-10;
        let (w, z) = (rows.matrix(), rows.z());
        let scales: Vec<f64> = (0..w.ncols())
            .map(|c| w.col(c).norm_l2())
            .map(|length| if length > 0.0 { length } else { 1.0 })
            .collect();
        let scaled = Mat::from_fn(w.nrows(), w.ncols(), |i, j| w[(i, j)] / scales[j]);
        let svd = scaled.thin_svd().map_err(|_| not_finite())?;
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
        let directions = (0..sigma.len()).flat_map(|k| (0..w.ncols()).map(move |j| (j, k)));
        let directions = directions.map(|at| svd.V()[at]).collect();
        Ok(Self { beta, singular_values: sigma, directions, inverse_root, rank, condition })
    }

    /// Nothing was unknown.
    pub(super) fn known(beta: Vec<f64>) -> Self {
        Self {
            beta,
            singular_values: Vec::new(),
            directions: Vec::new(),
            inverse_root: Vec::new(),
            rank: 0,
            condition: 1.0,
        }
    }

    /// `s² = Σ_j w_j² |W_j β − τ_j|²/(rows − free parameters)`.
    pub(super) fn variance(&self, evidence: &Evidence, weights: &[f64]) -> f64 {
        let squared = evidence.squared_residuals(&self.beta);
        let weighted: f64 = squared.iter().zip(weights).map(|(s, w)| s * w * w).sum();
        weighted / evidence.n_rows().saturating_sub(self.n_free()).max(1) as f64
    }

    /// Number of parameters that were free.
    pub(super) fn n_free(&self) -> usize {
        self.singular_values.len()
    }

    /// As the estimate of the base parameters, for rows whose weighted residual has this variance.
    pub(super) fn into_estimate(
        self,
        evidence: &Evidence,
        weights: &[f64],
        variance: f64,
    ) -> Estimate {
        let n_free = self.n_free();
        Estimate {
            status: if self.rank == n_free {
                EstimateStatus::Determined
            } else {
                EstimateStatus::RankDeficient { rank: self.rank, n_base: n_free }
            },
            sigma: (0..self.beta.len()).map(|i| self.sigma(i, variance)).collect(),
            residual_sigma: residual_sigma(evidence, &self.beta, n_free),
            beta: self.beta,
            condition: self.condition,
            singular_values: self.singular_values,
            directions: self.directions,
            weights: weights.to_vec(),
            inverse_root: self.inverse_root,
        }
    }

    /// Standard deviation of a parameter for weighted residuals of this variance; without end where the
    /// data leave it free.
    fn sigma(&self, i: usize, variance: f64) -> f64 {
        if self.is_seen(i) { (variance * self.inverse_diagonal(i)).sqrt() } else { f64::INFINITY }
    }

    /// Whether the data fix this parameter, whatever they leave free.
    pub fn is_seen(&self, i: usize) -> bool {
        is_fixed(&self.directions, self.beta.len(), self.rank, i)
    }

    /// `H` with `H Hᵀ = (rᵀr)⁻¹` over the directions that the rows determine, column after column.
    pub fn inverse_root(&self) -> &[f64] {
        &self.inverse_root
    }

    /// Diagonal entry of `(rᵀr)⁻¹`.
    pub fn inverse_diagonal(&self, i: usize) -> f64 {
        self.inverse_entry(i, i)
    }

    /// Entry of `(rᵀr)⁻¹`.
    pub fn inverse_entry(&self, i: usize, j: usize) -> f64 {
        let column = |k: usize| self.inverse_root.iter().skip(k).step_by(self.beta.len());
        column(i).zip(column(j)).map(|(a, b)| a * b).sum()
    }
}

/// Whether directions beyond the rank leave a parameter alone.
pub(super) fn is_fixed(directions: &[f64], n: usize, rank: usize, i: usize) -> bool {
    const NOTHING: f64 = 1e-6;
    let unseen = directions.chunks_exact(n.max(1)).skip(rank);
    unseen.map(|direction| direction[i].abs()).all(|share| share < NOTHING)
}

/// Error of a decomposition that meets values that are not finite.
pub(super) fn not_finite() -> Error {
    InputError::NotFinite { element: "evidence".to_owned(), field: "an observation" }.into()
}
