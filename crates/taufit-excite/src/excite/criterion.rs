//! Excitation criteria: functions of the eigenvalues of the information matrix.

use serde::{Deserialize, Serialize};

/// One measure of the information `Λ = Wᵀ Σ⁻¹ W`, on a logarithmic scale; small is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// `log cond(W) = ½ log(λ_max/λ_min)`: the worst ratio between what is seen well and badly.
    Cond,
    /// `log cond(WᵀW)` (Kovincic et al. 2019, eq. 23): twice the former.
    GramCond,
    /// D-optimal, `−½ log det Λ / n`: the mean of the logarithms of the standard deviations along
    /// independent directions. Does not depend on units.
    D,
    /// E-optimal, `−½ log λ_min`: the worst standard deviation.
    E,
    /// A-optimal, `½ log(tr Λ⁻¹ / n)`: the root mean square standard deviation.
    A,
}

/// A sum of measures with weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Criterion {
    /// Measures and their weights.
    pub terms: Vec<(Measure, f64)>,
}

impl From<Measure> for Criterion {
    fn from(measure: Measure) -> Self {
        Self { terms: vec![(measure, 1.0)] }
    }
}

impl Criterion {
    /// The value for ascending eigenvalues; infinite where the information is singular.
    pub fn value(&self, eigenvalues: &[f64]) -> f64 {
        self.smooth(eigenvalues, f64::INFINITY).0
    }

    /// Whether extreme eigenvalues enter, so that the criterion has kinks where they coincide.
    pub(super) fn has_kinks(&self) -> bool {
        self.terms.iter().any(|(m, _)| matches!(m, Measure::Cond | Measure::GramCond | Measure::E))
    }

    /// Value and slopes by the eigenvalues, with extremes replaced by `p`-norms:
    /// `λ_max ≈ (Σ λᵖ)^(1/p)`, `1/λ_min ≈ (Σ λ⁻ᵖ)^(1/p)`.
    pub(super) fn smooth(&self, eigenvalues: &[f64], p: f64) -> (f64, Vec<f64>) {
        let n = eigenvalues.len() as f64;
        let mut slopes = vec![0.0; eigenvalues.len()];
        if !eigenvalues.iter().all(|x| *x > 0.0) {
            return (f64::INFINITY, slopes);
        }
        let largest = log_norm(eigenvalues, p);
        let inverse: Vec<f64> = eigenvalues.iter().map(|x| 1.0 / x).collect();
        let smallest = log_norm(&inverse, p);
        let mut value = 0.0;
        for &(measure, weight) in &self.terms {
            let (upper, lower) = match measure {
                Measure::Cond => (0.5, 0.5),
                Measure::GramCond => (1.0, 1.0),
                Measure::E => (0.0, 0.5),
                Measure::D | Measure::A => (0.0, 0.0),
            };
            value += weight * (upper * largest.0 + lower * smallest.0);
            for (i, slope) in slopes.iter_mut().enumerate() {
                *slope += weight * upper * largest.1[i];
                *slope -= weight * lower * smallest.1[i] * inverse[i].powi(2);
            }
            match measure {
                Measure::D => {
                    value += weight * 0.5 * inverse.iter().map(|x| x.ln()).sum::<f64>() / n;
                    slopes.iter_mut().zip(&inverse).for_each(|(s, v)| *s -= weight * 0.5 * v / n);
                }
                Measure::A => {
                    let sum: f64 = inverse.iter().sum();
                    value += weight * 0.5 * (sum / n).ln();
                    let slope = |v: &f64| weight * 0.5 * v * v / sum;
                    slopes.iter_mut().zip(&inverse).for_each(|(s, v)| *s -= slope(v));
                }
                Measure::Cond | Measure::GramCond | Measure::E => {}
            }
        }
        (value, slopes)
    }
}

/// Logarithm of the `p`-norm of positive numbers, and its slopes.
fn log_norm(x: &[f64], p: f64) -> (f64, Vec<f64>) {
    let most = x.iter().copied().fold(0.0, f64::max);
    if p == f64::INFINITY {
        return (most.ln(), x.iter().map(|x| if *x == most { 1.0 / most } else { 0.0 }).collect());
    }
    let powers: Vec<f64> = x.iter().map(|x| (x / most).powf(p)).collect();
    let sum: f64 = powers.iter().sum();
    (most.ln() + sum.ln() / p, x.iter().zip(&powers).map(|(x, w)| w / (x * sum)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_the_values() {
        let eigenvalues = [0.3, 0.31, 2.0, 17.0];
        for measure in [Measure::Cond, Measure::GramCond, Measure::D, Measure::E, Measure::A] {
            let criterion = Criterion { terms: vec![(measure, 0.7), (Measure::D, 0.2)] };
            let (_, slopes) = criterion.smooth(&eigenvalues, 6.0);
            for i in 0..eigenvalues.len() {
                let at = |h: f64| {
                    let mut moved = eigenvalues;
                    moved[i] += h;
                    criterion.smooth(&moved, 6.0).0
                };
                let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
                assert!((slope - slopes[i]).abs() < 1e-8 * (1.0 + slope.abs()), "{measure:?} {i}");
            }
        }
    }

    #[test]
    fn values_by_their_definitions() {
        let eigenvalues = [0.25, 1.0, 4.0];
        let value = |measure| Criterion::from(measure).value(&eigenvalues);
        assert!((value(Measure::Cond) - 4.0_f64.ln()).abs() < 1e-15);
        assert!((value(Measure::GramCond) - 16.0_f64.ln()).abs() < 1e-15);
        assert!((value(Measure::E) - 2.0_f64.ln()).abs() < 1e-15);
        assert!(value(Measure::D).abs() < 1e-15);
        assert!((value(Measure::A) - 0.5 * (5.25_f64 / 3.0).ln()).abs() < 1e-15);
        assert_eq!(Criterion::from(Measure::D).value(&[0.0, 1.0]), f64::INFINITY);
    }
}
