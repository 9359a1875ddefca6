//! Uncertainty when residuals are not white, which filtered data never are.

use super::Estimate;
use faer::Mat;
use taufit_data::evidence::{Evidence, JointEvidence};

/// Integrated autocorrelation time of a series, in samples: `1 + 2 Σ ρ_k` up to the first lag window
/// that is five times as long as the sum itself (Sokal 1997). `n` correlated samples are worth about
/// `n` divided by it. 1 for white noise, and never less.
pub fn correlation_time(series: &[f64]) -> f64 {
    const WINDOW: f64 = 5.0;
    let n = series.len();
    let mean = series.iter().sum::<f64>() / n.max(1) as f64;
    let centred: Vec<f64> = series.iter().map(|x| x - mean).collect();
    let covariance = |lag: usize| -> f64 {
        centred.iter().zip(&centred[lag..]).map(|(a, b)| a * b).sum::<f64>()
    };
    let variance = covariance(0);
    if n < 2 || variance == 0.0 {
        return 1.0;
    }
    let mut time = 1.0;
    for lag in 1..n / 2 {
        time += 2.0 * covariance(lag) / variance;
        if lag as f64 >= WINDOW * time {
            break;
        }
    }
    time.max(1.0)
}

impl Estimate {
    /// Correlations of the errors of the base parameters by the rows of the fit: the lower triangle without
    /// its diagonal, row by row, to six decimals. Zero where the data leave a parameter free.
    pub fn correlations(&self) -> Vec<Vec<f64>> {
        let n = self.beta.len();
        let row = |i: usize| self.inverse_root.iter().skip(i).step_by(n);
        let product = |i: usize, j: usize| row(i).zip(row(j)).map(|(a, b)| a * b).sum::<f64>();
        let size: Vec<f64> = (0..n).map(|i| product(i, i).sqrt()).collect();
        let entry = |i: usize, j: usize| {
            let correlation = product(i, j) / (size[i] * size[j]);
            let is_known = correlation.is_finite() && self.is_seen(i) && self.is_seen(j);
            if is_known { (1e6 * correlation).round() / 1e6 } else { 0.0 }
        };
        (0..n).map(|i| (0..i).map(|j| entry(i, j)).collect()).collect()
    }

    /// Standard deviations for residuals whose joint `j` has the correlation time `times[j]` (in
    /// samples): every joint's rows carry `times[j]` times less information than with white noise.
    ///
    /// Infinite where the data leave a parameter free. `C = G (Σ_j w_j⁴ s_j² T_j W_jᵀW_j) G` with `G = (Σ_j w_j² W_jᵀW_j)⁻¹`.
    pub fn correlated_sigma(&self, evidence: &Evidence, times: &[f64]) -> Vec<f64> {
        let n = evidence.n_base();
        let mut meat = Mat::<f64>::zeros(n, n);
        let with_rows = |(_, joint): &(usize, &JointEvidence)| joint.n_rows() > 0;
        for (j, joint) in evidence.joints().iter().enumerate().filter(with_rows) {
            let noise = self.weights[j].powi(4) * self.residual_sigma[j].powi(2) * times[j];
            for (a, &column_a) in joint.columns().iter().enumerate() {
                for (b, &column_b) in joint.columns().iter().enumerate() {
                    let product = (0..=a.min(b)).map(|row| joint.r(row, a) * joint.r(row, b));
                    meat[(column_a, column_b)] += noise * product.sum::<f64>();
                }
            }
        }
        // G = H Hᵀ, so that the diagonal of G·meat·G is that of H (Hᵀ meat H) Hᵀ.
        let h = Mat::from_fn(n, self.inverse_root.len() / n, |i, k| self.inverse_root[k * n + i]);
        let inner = h.transpose() * &meat * &h;
        let spread = &h * inner;
        let variance = |i: usize| (0..h.ncols()).map(|k| spread[(i, k)] * h[(i, k)]).sum::<f64>();
        let sigma =
            |i: usize| if self.is_seen(i) { variance(i).max(0.0).sqrt() } else { f64::INFINITY };
        (0..n).map(sigma).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::{Weighting, least_squares};
    use rand::{RngExt, SeedableRng};

    #[test]
    fn first_order_noise_has_the_correlation_time_of_theory() {
        // x_k = φ x_{k−1} + e_k:  (1 + φ)/(1 − φ)
        let mut dice = rand_pcg::Pcg64::seed_from_u64(1);
        let n = 40_000;
        for phi in [0.0, 0.5, 0.9] {
            let mut x = 0.0;
            let series: Vec<f64> = (0..n)
                .map(|_| {
                    x = phi * x + dice.random_range(-1.0..1.0);
                    x
                })
                .collect();
            let expected: f64 = (1.0 + phi) / (1.0 - phi);
            // Standard error of the estimate with a window of m lags: T √(2 (2m + 1)/n) (Sokal 1997).
            let error = expected * (2.0 * (10.0 * expected + 1.0) / f64::from(n)).sqrt();
            let found = correlation_time(&series);
            assert!(
                (found - expected).abs() < 3.0 * error,
                "φ = {phi}: {found} against {expected}"
            );
        }
    }

    /// A joint that never moves fast enough gives no rows: the others keep their standard deviations,
    /// and what it alone could tell is not called seen.
    #[test]
    fn a_joint_without_rows_says_nothing_about_the_others() {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(2);
        let x: Vec<f64> = (0..400).map(|_| dice.random_range(-1.0..1.0)).collect();
        let tau: Vec<f64> = x.iter().map(|x| 3.0 * x + dice.random_range(-0.1..0.1)).collect();
        let mut moving = JointEvidence::new(vec![0]);
        moving.push(&[&x], &tau);
        let evidence = Evidence::of_groups(2, vec![moving, JointEvidence::new(vec![1])]);
        let estimate = least_squares(&evidence, Weighting::PerJoint).unwrap();
        let sigma = estimate.correlated_sigma(&evidence, &[1.0, 1.0]);
        // σ = 0.1/√3 of the noise over the root of Σ x² = 400/3.
        let expected = 0.1 / 400.0_f64.sqrt();
        assert!((sigma[0] / expected - 1.0).abs() < 0.1, "{sigma:?}");
        assert!(estimate.is_seen(0) && !estimate.is_seen(1));
        assert!(sigma[1].is_infinite() && estimate.sigma[1].is_infinite());
    }

    #[test]
    fn degenerate_series_count_as_white() {
        assert_eq!(correlation_time(&[]), 1.0);
        assert_eq!(correlation_time(&[3.0]), 1.0);
        assert_eq!(correlation_time(&[2.0; 50]), 1.0);
    }
}
