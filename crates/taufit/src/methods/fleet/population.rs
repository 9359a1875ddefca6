//! Random-effects model of a robot type: mean and spread of every base parameter between robots.
//!
//! Robot `r` has the true value `β_r ~ N(μ, τ²)` and the estimate `y_r ~ N(β_r, v_r)`, with `v_r` from its evidence.
//! `τ²` is the restricted maximum likelihood estimate by the fixed-point iteration of Viechtbauer (2005), the interval
//! of `μ` that of Hartung and Knapp (2001), the interval of `τ` by the profile of Cochran's `Q` (Viechtbauer 2007).

use crate::estimate::{chi_square_quantile, student_bound};

/// Mean and spread of one base parameter between robots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Population {
    /// Mean `μ` of the type.
    pub mean: f64,
    /// Its 95 % interval.
    pub mean_interval: [f64; 2],
    /// Standard deviation `τ` between robots.
    pub spread: f64,
    /// Its 95 % interval.
    pub spread_interval: [f64; 2],
    /// Robots that it rests on.
    pub n_robots: usize,
}

impl Population {
    /// Of estimates `y` with variances `v`, all finite; two robots at least.
    pub fn of(y: &[f64], v: &[f64]) -> Option<Self> {
        let n_robots = y.len();
        if n_robots < 2 {
            return None;
        }
        let variance = reml(y, v);
        let (mean, information) = weighted_mean(y, v, variance);
        let freedom = n_robots as f64 - 1.0;
        // Hartung and Knapp: the scatter of the robots themselves, not the model, sets the width.
        let width =
            (q(y, v, variance) / freedom / information).sqrt() * student_bound(0.05, freedom);
        let at = |exceedance: f64| profile(y, v, chi_square_quantile(exceedance, freedom)).sqrt();
        Some(Self {
            mean,
            mean_interval: [mean - width, mean + width],
            spread: variance.sqrt(),
            spread_interval: [at(0.025), at(0.975)],
            n_robots,
        })
    }
}

/// `μ = Σ w y/Σ w` with `w = 1/(v + τ²)`, and `Σ w`.
fn weighted_mean(y: &[f64], v: &[f64], variance: f64) -> (f64, f64) {
    let w = || v.iter().map(|v| 1.0 / (v + variance));
    let sum: f64 = w().sum();
    (w().zip(y).map(|(w, y)| w * y).sum::<f64>() / sum, sum)
}

/// Cochran's `Q = Σ (y − μ)²/(v + τ²)`.
fn q(y: &[f64], v: &[f64], variance: f64) -> f64 {
    let (mean, _) = weighted_mean(y, v, variance);
    y.iter().zip(v).map(|(y, v)| (y - mean).powi(2) / (v + variance)).sum()
}

/// `τ² = Σ w² ((y − μ)² − v)/Σ w² + 1/Σ w`, repeated until it settles; not below zero.
fn reml(y: &[f64], v: &[f64]) -> f64 {
    let mean = y.iter().sum::<f64>() / y.len() as f64;
    let scatter = y.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / (y.len() as f64 - 1.0);
    let mut variance = (scatter - v.iter().sum::<f64>() / v.len() as f64).max(0.1 * scatter);
    for _ in 0..1000 {
        let (mean, information) = weighted_mean(y, v, variance);
        let squared = |v: f64| (v + variance).powi(-2);
        let sum: f64 = v.iter().map(|v| squared(*v)).sum();
        let excess: f64 =
            y.iter().zip(v).map(|(y, v)| squared(*v) * ((y - mean).powi(2) - v)).sum();
        let next = (excess / sum + 1.0 / information).max(0.0);
        let is_settled = (next - variance).abs() <= 1e-10 * (next + variance);
        variance = next;
        if is_settled {
            break;
        }
    }
    variance
}

/// `τ²` at which `Q` has this value; zero where it is smaller for every `τ²`.
fn profile(y: &[f64], v: &[f64], target: f64) -> f64 {
    if q(y, v, 0.0) <= target {
        return 0.0;
    }
    let mut high = v.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    while q(y, v, high) > target {
        high *= 4.0;
    }
    let mut low = 0.0;
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if q(y, v, middle) > target { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn normal(dice: &mut rand_pcg::Pcg64) -> f64 {
        (0..12).map(|_| dice.random_range(0.0..1.0)).sum::<f64>() - 6.0
    }

    /// With equal variances restricted maximum likelihood has a closed form: scatter less noise.
    #[test]
    fn equal_variances_give_the_sample_variance_less_the_noise() {
        let y = [1.0, 2.0, 4.0, 7.0];
        let found = Population::of(&y, &[0.5; 4]).unwrap();
        // Mean 3.5, squared deviations 21, so that s² = 7.
        assert!((found.mean - 3.5).abs() < 1e-12);
        assert!((found.spread.powi(2) - 6.5).abs() < 1e-6, "{}", found.spread);
        assert!(found.spread_interval[0] < found.spread && found.spread < found.spread_interval[1]);
        // Noise larger than the scatter: no spread.
        let none = Population::of(&y, &[50.0; 4]).unwrap();
        assert_eq!((none.spread, none.spread_interval[0]), (0.0, 0.0));
        assert_eq!(Population::of(&[1.0], &[1.0]), None);
    }

    #[test]
    fn intervals_of_mean_and_spread_cover() {
        let (mut mean, mut spread, n_fleets) = (0, 0, 400);
        for seed in 0..n_fleets {
            let mut dice = rand_pcg::Pcg64::seed_from_u64(seed);
            let v: Vec<f64> = (0..40).map(|_| dice.random_range(0.2..3.0)).collect();
            let y: Vec<f64> = v
                .iter()
                .map(|v| 5.0 + 1.5 * normal(&mut dice) + v.sqrt() * normal(&mut dice))
                .collect();
            let found = Population::of(&y, &v).unwrap();
            let holds = |[low, high]: [f64; 2], x: f64| u32::from(low <= x && x <= high);
            mean += holds(found.mean_interval, 5.0);
            spread += holds(found.spread_interval, 1.5);
        }
        // Binomial with 95 %: three standard deviations are 3.3 % of 400.
        for covered in [mean, spread] {
            let share = f64::from(covered) / n_fleets as f64;
            assert!((0.917..=0.983).contains(&share), "{mean} {spread}");
        }
    }
}
