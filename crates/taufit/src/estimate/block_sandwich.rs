//! Uncertainty from the scatter between blocks of the data.
//!
//! Standard deviations from residual variances assume noise of one size. Residuals also hold what the
//! model misses, which is larger in some motions than in others. The scores of consecutive blocks of
//! rows show how much the estimate depends on where the arm moved, whatever the correlation within a
//! block: the cluster-robust covariance with bias reduction of Bell and McCaffrey (2002).

use super::stacked::stacked;
use super::{Estimate, NORMAL_95, student_bound};
use crate::evidence::Evidence;
use faer::{Mat, Side};

/// Fewest blocks of which a scatter is taken.
const FEWEST_BLOCKS: usize = 8;
/// Least share of the information in a direction that the other blocks are taken to hold: a block that
/// alone shows a direction has no scatter to tell.
const LEAST_LEFT: f64 = 0.05;

impl Estimate {
    /// Standard deviations from the scatter between blocks, all weights kept; scaled so that 1.96 of them
    /// are the half width of a 95 % interval by Student's distribution with one degree of freedom less
    /// than blocks. `None` with fewer than eight blocks.
    ///
    /// With `(WᵀW)⁻¹ = H Hᵀ` and block `b`: `C = Σ_b x_b x_bᵀ`, `x_b = H (1 − K_bᵀK_b)^(-1/2) K_bᵀ e_b`,
    /// `K_b = W_b H`.
    pub(crate) fn block_sigma(&self, blocks: &[Evidence]) -> Option<Vec<f64>> {
        let blocks: Vec<&Evidence> = blocks.iter().filter(|block| block.n_rows() > 0).collect();
        if blocks.len() < FEWEST_BLOCKS {
            return None;
        }
        let n = self.beta.len();
        let rank = self.inverse_root.len() / n.max(1);
        let h = Mat::from_fn(n, rank, |i, k| self.inverse_root[k * n + i]);
        let mut variance = vec![0.0; n];
        for block in &blocks {
            let score = self.score(block, &h);
            variance.iter_mut().zip(score).for_each(|(sum, score)| *sum += score * score);
        }
        let wider = student_bound(0.05, blocks.len() as f64 - 1.0) / NORMAL_95;
        let sigma = |(i, sum): (usize, f64)| {
            if self.is_seen(i) { wider * sum.sqrt() } else { f64::INFINITY }
        };
        Some(variance.into_iter().enumerate().map(sigma).collect())
    }

    /// `x_b`, in units of the parameters.
    fn score(&self, block: &Evidence, h: &Mat<f64>) -> Vec<f64> {
        let rows = stacked(block, &self.weights);
        let k = rows.matrix() * h;
        let e = rows.residual(&self.beta);
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
}
