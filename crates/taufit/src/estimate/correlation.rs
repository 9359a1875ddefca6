//! Uncertainty when residuals are not white, which filtered data never are.

use super::Estimate;
use crate::evidence::Evidence;
use faer::Mat;

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
    /// Standard deviations for residuals whose joint `j` has the correlation time `times[j]` (in
    /// samples): every joint's rows carry `times[j]` times less information than white noise says.
    ///
    /// `C = G (Σ_j w_j⁴ s_j² T_j W_jᵀW_j) G` with `G = (Σ_j w_j² W_jᵀW_j)⁻¹`.
    pub fn correlated_sigma(&self, evidence: &Evidence, times: &[f64]) -> Vec<f64> {
        let n = evidence.n_base();
        let mut meat = Mat::<f64>::zeros(n, n);
        for (j, joint) in evidence.joints().iter().enumerate() {
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
        (0..n).map(|i| variance(i).max(0.0).sqrt()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn degenerate_series_count_as_white() {
        assert_eq!(correlation_time(&[]), 1.0);
        assert_eq!(correlation_time(&[3.0]), 1.0);
        assert_eq!(correlation_time(&[2.0; 50]), 1.0);
    }
}
