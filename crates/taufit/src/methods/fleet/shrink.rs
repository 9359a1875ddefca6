//! Prior of a robot type and the estimates that it shrinks (empirical Bayes).

use super::population::Population;
use super::robot::Fit;
use crate::estimate::NORMAL_95;
use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

/// Robots per base parameter from which on correlations between parameters are estimated.
const ROBOTS_PER_PARAMETER: usize = 3;
/// Smallest eigenvalue of a correlation matrix.
const LEAST_EIGENVALUE: f64 = 1e-3;

/// Normal distribution of the base parameters of a robot type.
pub(super) struct TypePrior {
    pub(super) mean: Vec<f64>,
    /// Correlations between robots; the identity with too few robots.
    pub(super) correlation: Mat<f64>,
    pub(super) is_correlated: bool,
    covariance: Mat<f64>,
    /// Variance of the mean itself.
    mean_variance: Vec<f64>,
}

impl TypePrior {
    /// Means and variances by [`Population`]; correlations by moments: `cov(β̂) − mean(C)` over robots that are
    /// determined.
    pub(super) fn new(population: &[Population], healthy: &[&Fit]) -> Self {
        let n = population.len();
        let determined: Vec<&&Fit> = healthy.iter().filter(|fit| fit.is_determined).collect();
        let is_correlated = determined.len() >= ROBOTS_PER_PARAMETER * n;
        let correlation = match is_correlated {
            true => correlation(&determined),
            false => Mat::identity(n, n),
        };
        let spread = |k: usize| population[k].spread;
        let covariance = Mat::from_fn(n, n, |i, j| correlation[(i, j)] * spread(i) * spread(j));
        let mean = population.iter().map(|p| p.mean).collect();
        let error = |p: &Population| (p.mean_interval[1] - p.mean_interval[0]) / (2.0 * NORMAL_95);
        let known = |v: f64| if v.is_finite() { v } else { 0.0 };
        let mean_variance = population.iter().map(|p| known(error(p).powi(2))).collect();
        Self { mean, correlation, is_correlated, covariance, mean_variance }
    }

    /// `b = μ + Σ (Σ + C)⁻¹ (β̂ − μ)` with the variances of `Σ − Σ (Σ + C)⁻¹ Σ + M V Mᵀ`, `M = 1 − Σ (Σ + C)⁻¹`, where `V`
    /// are the variances of the mean; the robot's own estimate where the sum has no inverse.
    pub(super) fn shrunken(&self, fit: &Fit) -> (Vec<f64>, Vec<f64>) {
        let n = self.mean.len();
        let total = &self.covariance + &fit.covariance;
        let Ok(factor) = total.llt(Side::Lower) else {
            return (fit.beta.clone(), fit.variance.clone());
        };
        let off = Mat::from_fn(n, 1, |k, _| fit.beta[k] - self.mean[k]);
        let gain = factor.solve(&self.covariance);
        let moved = gain.transpose() * off;
        let explained = &self.covariance * &gain;
        let beta = (0..n).map(|k| self.mean[k] + moved[(k, 0)]).collect();
        let of_mean = |k: usize| {
            let weight = |j: usize| f64::from(u8::from(j == k)) - gain[(j, k)];
            (0..n).map(|j| weight(j).powi(2) * self.mean_variance[j]).sum::<f64>()
        };
        let left = |k: usize| (self.covariance[(k, k)] - explained[(k, k)]).max(0.0) + of_mean(k);
        (beta, (0..n).map(left).collect())
    }
}

/// Correlations between robots by moments, made positive definite.
fn correlation(fits: &[&&Fit]) -> Mat<f64> {
    let (n, count) = (fits[0].beta.len(), fits.len() as f64);
    let mean: Vec<f64> =
        (0..n).map(|k| fits.iter().map(|fit| fit.beta[k]).sum::<f64>() / count).collect();
    let mut moment = Mat::<f64>::zeros(n, n);
    for fit in fits {
        let off = Mat::from_fn(n, 1, |k, _| fit.beta[k] - mean[k]);
        moment += faer::Scale(1.0 / (count - 1.0)) * (&off * off.transpose());
        moment -= faer::Scale(1.0 / count) * &fit.covariance;
    }
    let entry = |i: usize, j: usize| {
        let size = moment[(i, i)].max(0.0) * moment[(j, j)].max(0.0);
        let known = if size > 0.0 { moment[(i, j)] / size.sqrt() } else { 0.0 };
        if i == j { 1.0 } else { known.clamp(-0.99, 0.99) }
    };
    positive(Mat::from_fn(n, n, entry))
}

/// The nearest correlation matrix with eigenvalues above a bound, by clipping them.
fn positive(matrix: Mat<f64>) -> Mat<f64> {
    let n = matrix.nrows();
    let Ok(eigen) = matrix.self_adjoint_eigen(Side::Lower) else { return Mat::identity(n, n) };
    let (u, s) = (eigen.U(), eigen.S().column_vector());
    let scaled = Mat::from_fn(n, n, |i, k| u[(i, k)] * s[k].max(LEAST_EIGENVALUE));
    let clipped = scaled * u.transpose();
    Mat::from_fn(n, n, |i, j| clipped[(i, j)] / (clipped[(i, i)] * clipped[(j, j)]).sqrt())
}
