//! The step in which a channel is measured, or written down.

use serde::Serialize;
use std::f64::consts::TAU;

/// The step between neighbouring values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Resolution {
    /// The step, in the unit of the channel.
    pub step: f64,
    /// Steps per turn, if the channel is an angle \[rad\].
    pub counts_per_turn: f64,
    /// Whether the step is a power of ten: then it is the last digit of the file, and the sensor may
    /// be finer.
    pub decimal: bool,
}

/// Values below this share of the largest one are left out: files with a fixed number of significant
/// digits write them more finely than the others.
const LARGE: f64 = 0.5;
/// Distances below this share of the largest value are rounding of the number format.
const ROUNDING: f64 = 1e-13;
/// A distance this near to a whole number of steps counts as one; numbers that know no step pass
/// with twice this probability.
const NEAR: f64 = 0.1;
/// Share of the distances that must be whole numbers of steps.
const WHOLE_SHARE: f64 = 0.95;
/// Fewer distances than this prove nothing.
const FEWEST: usize = 20;
/// Largest deviation of a step from a power of ten to count as one.
const DECIMAL: f64 = 1e-4;

/// The common step of all values; `None` where they do not lie on a grid.
///
/// Distances between neighbouring values, shortest first: each that is a whole number of steps
/// improves the step, so that counts written with few decimals do not drift away.
pub fn resolution(x: &[f64]) -> Option<Resolution> {
    let largest = x.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let mut sorted: Vec<f64> = x.iter().copied().filter(|x| x.abs() >= LARGE * largest).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let distances = sorted.windows(2).filter(|w| w[0].signum() == w[1].signum());
    let distances = distances.map(|w| w[1] - w[0]).filter(|d| *d > ROUNDING * largest);
    let mut distances: Vec<f64> = distances.collect();
    distances.sort_unstable_by(f64::total_cmp);
    if distances.len() < FEWEST {
        return None;
    }
    let (mut length, mut count, mut n_whole) = (0.0, 0.0, 0_u32);
    for distance in &distances {
        let step = if count == 0.0 { *distance } else { length / count };
        let steps = distance / step;
        if (steps - steps.round()).abs() < NEAR {
            length += distance;
            count += steps.round();
            n_whole += 1;
        }
    }
    let on_grid = f64::from(n_whole) >= WHOLE_SHARE * distances.len() as f64;
    on_grid.then(|| Resolution::new(length / count))
}

impl Resolution {
    fn new(step: f64) -> Self {
        let power = step.log10();
        let decimal = (power - power.round()).abs() < DECIMAL;
        Self { step, counts_per_turn: TAU / step, decimal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(round: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..5000).map(|k| round((0.013 * f64::from(k)).sin())).collect()
    }

    #[test]
    fn an_encoder_is_recognised_also_through_six_decimals() {
        let count = TAU / f64::from(1 << 14);
        let exact = resolution(&sine(|x| (x / count).round() * count)).unwrap();
        assert!((exact.counts_per_turn - 16384.0).abs() < 1e-3 && !exact.decimal, "{exact:?}");
        let written = |x: f64| ((x / count).round() * count * 1e6).round() / 1e6;
        let rounded = resolution(&sine(written)).unwrap();
        assert!((rounded.counts_per_turn - 16384.0).abs() < 1.0, "{rounded:?}");
    }

    #[test]
    fn the_last_digit_of_the_file_is_called_so() {
        let found = resolution(&sine(|x| (x * 1e4).round() / 1e4)).unwrap();
        assert!(found.decimal && (found.step - 1e-4).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn six_significant_digits_are_as_coarse_as_the_large_values() {
        let text = |x: f64| format!("{:.5e}", 2.0 * x).parse().unwrap();
        let found = resolution(&sine(text)).unwrap();
        assert!(found.decimal && (found.step - 1e-5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn numbers_without_grid_have_no_step() {
        assert_eq!(resolution(&sine(|x| x)), None);
        assert_eq!(resolution(&[1.0, 2.0, 3.0]), None);
        assert_eq!(resolution(&[]), None);
    }
}
