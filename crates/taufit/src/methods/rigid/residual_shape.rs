//! Autocorrelation and quantiles of residuals.

use crate::estimate::chi_square_exceedance;
use crate::study::{Autocorrelation, NormalQuantiles};

/// Lags of an autocorrelation, zero included.
const LAGS: usize = 61;
/// Correlation times that the longest lag reaches.
const REACH: f64 = 6.0;
/// Quantiles of a normal plot, and how far they reach in standard deviations.
const QUANTILES: usize = 41;
const FARTHEST: f64 = 3.5;

/// Autocorrelation over stretches, pairs of samples of one stretch only. Lags are equal steps of at least a sample.
pub(super) fn autocorrelation(
    parts: &[Vec<f64>],
    correlation_rows: f64,
    rate_hz: f64,
) -> Autocorrelation {
    let n: usize = parts.iter().map(Vec::len).sum();
    let every = (REACH * correlation_rows / (LAGS - 1) as f64).ceil().max(1.0) as usize;
    let mean = parts.iter().flatten().sum::<f64>() / n.max(1) as f64;
    let product = |lag: usize| -> f64 {
        let pairs = parts.iter().flat_map(|part| part.iter().zip(part.iter().skip(lag)));
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let variance = product(0);
    let is_defined = variance > 0.0 && variance.is_finite();
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let lags = (0..LAGS).map(|k| k * every).take_while(|lag| is_defined && *lag < longest);
    Autocorrelation {
        step_s: every as f64 / rate_hz,
        values: lags.map(|lag| product(lag) / variance).collect(),
        bound: 1.96 / (n.max(1) as f64).sqrt(),
    }
}

/// Quantiles of a sample at those of the standard normal distribution, as far out as the sample reaches.
pub(super) fn normal_quantiles(x: &[f64]) -> NormalQuantiles {
    let mut sorted: Vec<f64> = x.iter().copied().filter(|x| x.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let mut quantiles = NormalQuantiles::default();
    if n < 2 {
        return quantiles;
    }
    for k in 0..QUANTILES {
        let z = FARTHEST * (2.0 * k as f64 / (QUANTILES - 1) as f64 - 1.0);
        // Between the plotting positions (k + 1/2)/n of the sorted sample.
        let place = normal_share(z) * n as f64 - 0.5;
        if (0.0..=(n - 1) as f64).contains(&place) {
            let (below, rest) = (place.floor() as usize, place.fract());
            let above = sorted[(below + 1).min(n - 1)];
            quantiles.normal.push(z);
            quantiles.residual.push(sorted[below] + rest * (above - sorted[below]));
        }
    }
    quantiles
}

/// Share of the standard normal distribution below `z`; its square is a χ² variable.
fn normal_share(z: f64) -> f64 {
    let beyond = 0.5 * chi_square_exceedance(z * z, 1.0);
    if z > 0.0 { 1.0 - beyond } else { beyond }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn shares_are_those_of_tables() {
        for (z, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102)]
        {
            assert!((normal_share(z) - expected).abs() < 1e-7, "{z}");
        }
    }

    /// A first-order process `x' = a x + e` has the autocorrelation `a^k`.
    #[test]
    fn autocorrelation_of_a_first_order_process() {
        let (a, mut x): (f64, f64) = (0.9, 0.0);
        let mut dice = rand_pcg::Pcg64::seed_from_u64(5);
        let mut part = || -> Vec<f64> {
            let next = |_| {
                x = a * x + dice.random_range(-1.0..1.0);
                x
            };
            (0..40_000).map(next).collect()
        };
        let found = autocorrelation(&[part(), part()], 10.0, 100.0);
        assert_eq!((found.values.len(), found.step_s), (LAGS, 0.01));
        for (lag, value) in found.values.iter().enumerate() {
            assert!((value - a.powi(lag as i32)).abs() < 0.05, "{lag} {value}");
        }
        assert!((found.bound - 1.96 / 80_000_f64.sqrt()).abs() < 1e-12);
        assert!(autocorrelation(&[vec![1.0; 9]], 1.0, 1.0).values.is_empty());
    }

    /// Quantiles of a uniform sample are its shares: `F(z)`.
    #[test]
    fn quantiles_of_a_uniform_sample() {
        let sample: Vec<f64> = (0..10_000).map(|k| (f64::from(k) + 0.5) / 10_000.0).collect();
        let found = normal_quantiles(&sample);
        assert_eq!(found.normal.len(), QUANTILES);
        for (z, x) in found.normal.iter().zip(&found.residual) {
            assert!((normal_share(*z) - x).abs() < 1e-9, "{z} {x}");
        }
        // Ten values tell nothing beyond one in twenty.
        assert!(normal_quantiles(&sample[..10]).normal.iter().all(|z| z.abs() < 1.65));
        assert!(normal_quantiles(&[1.0]).normal.is_empty());
    }
}
