//! Uncertainty from the scatter between blocks of the data.
//!
//! Standard deviations from residual variances assume noise of one size. Residuals also hold what the
//! model misses, which is larger in some motions than in others. The scores of consecutive blocks of
//! rows show how much the estimate depends on where the arm moved, whatever the correlation within a
//! block: the cluster-robust covariance with bias reduction of Bell and McCaffrey (2002).

use super::stacked::{Stacked, stacked};
use super::{Estimate, NORMAL_95, Solution, student_bound};
use faer::{Mat, Side};
use taufit_data::evidence::Evidence;

/// Consecutive blocks that data of a fit are cut into: enough for Student's distribution to be near the
/// normal one, and each longer than residuals are correlated.
pub const BLOCKS: usize = 24;
/// Fewest blocks of which a scatter is taken.
const FEWEST_BLOCKS: usize = 8;
/// Least share of the information in a direction that the other blocks are taken to hold: a block that
/// alone shows a direction has no scatter to tell.
const LEAST_LEFT: f64 = 0.05;

impl Estimate {
    /// Standard deviations from the scatter between blocks, all weights kept; see `scatter`. Infinite
    /// where the data leave a parameter free, `None` with fewer than eight blocks.
    pub fn block_sigma(&self, blocks: &[Evidence]) -> Option<Vec<f64>> {
        let filled = blocks.iter().filter(|block| block.n_rows() > 0);
        let rows: Vec<Stacked> = filled.map(|block| stacked(block, &self.weights)).collect();
        let found = scatter(&self.inverse_root, &rows, &self.beta)?;
        let seen = |(i, sigma)| if self.is_seen(i) { sigma } else { f64::INFINITY };
        Some(found.into_iter().enumerate().map(seen).collect())
    }
}

impl Solution {
    /// Standard deviations of the last step of a nonlinear fit: rows of every block around its end, where their
    /// right-hand sides are the residuals.
    pub fn block_sigma(&self, blocks: &[Stacked]) -> Option<Vec<f64>> {
        let found = scatter(&self.inverse_root, blocks, &vec![0.0; self.beta.len()])?;
        let seen = |(i, sigma)| if self.is_seen(i) { sigma } else { f64::INFINITY };
        Some(found.into_iter().enumerate().map(seen).collect())
    }
}

/// Standard deviations from the scatter between blocks, scaled so that 1.96 of them are the half width of
/// a 95 % interval by Student's distribution with one degree of freedom less than blocks.
///
/// With `(WᵀW)⁻¹ = H Hᵀ` and block `b`: `C = Σ_b x_b x_bᵀ`, `x_b = H (1 − K_bᵀK_b)^(-1/2) K_bᵀ e_b`,
/// `K_b = W_b H`.
fn scatter(inverse_root: &[f64], blocks: &[Stacked], beta: &[f64]) -> Option<Vec<f64>> {
    if blocks.len() < FEWEST_BLOCKS {
        return None;
    }
    let n = beta.len();
    let h = Mat::from_fn(n, inverse_root.len() / n.max(1), |i, k| inverse_root[k * n + i]);
    let mut variance = vec![0.0; n];
    for block in blocks {
        let score = score(block, beta, &h);
        variance.iter_mut().zip(score).for_each(|(sum, score)| *sum += score * score);
    }
    let wider = student_bound(0.05, blocks.len() as f64 - 1.0) / NORMAL_95;
    Some(variance.into_iter().map(|sum| wider * sum.sqrt()).collect())
}

/// `x_b`, in units of the parameters.
fn score(rows: &Stacked, beta: &[f64], h: &Mat<f64>) -> Vec<f64> {
    let k = rows.matrix() * h;
    let e = rows.residual(beta);
    let pull = k.transpose() * Mat::from_fn(e.len(), 1, |i, _| e[i]);
    let information = k.transpose() * &k;
    let corrected = match information.self_adjoint_eigen(Side::Lower) {
        Ok(eigen) => {
            let (u, s) = (eigen.U(), eigen.S().column_vector());
            let mut along = u.transpose() * &pull;
            for k in 0..along.nrows() {
                along[(k, 0)] /= (1.0 - s[k]).max(LEAST_LEFT).sqrt();
            }
            u * along
        }
        Err(_) => pull,
    };
    let score = h * corrected;
    (0..h.nrows()).map(|i| score[(i, 0)]).collect()
}
