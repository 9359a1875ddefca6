//! Digital Butterworth low pass as second-order sections.

use crate::diagnostics::DataError;
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::{InputError, Result};

/// One section `(b0 + b1 z⁻¹ + b2 z⁻²)/(1 + a1 z⁻¹ + a2 z⁻²)`, of unit gain at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Section {
    pub(super) b: [f64; 3],
    pub(super) a: [f64; 2],
}

impl Section {
    /// `1/(s² + d s + 1)` under `s = (1 − z⁻¹)/(k (1 + z⁻¹))`.
    fn pair(k: f64, d: f64) -> Self {
        let a0 = 1.0 + d * k + k * k;
        let b = k * k / a0;
        Self { b: [b, 2.0 * b, b], a: [2.0 * (k * k - 1.0) / a0, (1.0 - d * k + k * k) / a0] }
    }

    /// `1/(s + 1)` under the same transform.
    fn single(k: f64) -> Self {
        let b = k / (1.0 + k);
        Self { b: [b, b, 0.0], a: [(k - 1.0) / (1.0 + k), 0.0] }
    }

    /// `|H|²` at the angle `w` \[rad per sample\].
    fn power_gain(&self, w: f64) -> f64 {
        let squared = |c: [f64; 3]| {
            let re = c[0] + c[1] * w.cos() + c[2] * (2.0 * w).cos();
            let im = c[1] * w.sin() + c[2] * (2.0 * w).sin();
            re * re + im * im
        };
        squared(self.b) / squared([1.0, self.a[0], self.a[1]])
    }
}

/// Butterworth low pass, `|H(f)|² = 1/(1 + (tan(π f/fs)/tan(π fc/fs))²ⁿ)`.
///
/// The analog prototype has the denominators `s² + 2 sin((2i − 1)π/2n) s + 1`, `i = 1 … n/2`, and
/// `s + 1` if `n` is odd; the bilinear transform with prewarping `k = tan(π fc/fs)` makes it digital
/// (Oppenheim and Schafer, Discrete-Time Signal Processing, chapter on filter design).
#[derive(Clone, Debug, PartialEq)]
pub struct LowPass {
    pub(super) sections: Vec<Section>,
    order: usize,
    cutoff_hz: f64,
    rate_hz: f64,
}

impl LowPass {
    /// Highest order. Beyond it a low cut-off leaves rounding errors that can be seen.
    pub const MAX_ORDER: usize = 10;

    /// A filter of order 1 to [`Self::MAX_ORDER`] with `0 < cutoff_hz < rate_hz/2`.
    pub fn butterworth(order: usize, cutoff_hz: f64, rate_hz: f64) -> Result<Self> {
        check(order, cutoff_hz, rate_hz)?;
        let k = (PI * cutoff_hz / rate_hz).tan();
        let damping = |i: usize| 2.0 * (PI * (2 * i - 1) as f64 / (2 * order) as f64).sin();
        let single = (order % 2 == 1).then(|| Section::single(k));
        let pairs = (1..=order / 2).rev().map(|i| Section::pair(k, damping(i)));
        Ok(Self { sections: single.into_iter().chain(pairs).collect(), order, cutoff_hz, rate_hz })
    }

    /// `|H|²` at a frequency \[Hz\]: the gain of one pass forwards and one backwards.
    pub fn zero_phase_gain(&self, frequency_hz: f64) -> f64 {
        let w = 2.0 * PI * frequency_hz / self.rate_hz;
        self.sections.iter().map(|section| section.power_gain(w)).product()
    }

    /// Time after which the slowest pole, `−2π fc sin(π/2n)`, is down to a millionth.
    pub fn settling_s(&self) -> f64 {
        let decay_per_s = 2.0 * PI * self.cutoff_hz * (PI / (2 * self.order) as f64).sin();
        1e6_f64.ln() / decay_per_s
    }

    /// Samples by which a signal is continued at either end before filtering: three per coefficient.
    pub fn padding(&self) -> usize {
        3 * (self.order + 1)
    }

    /// Fewest samples that a filter of some order can be run over forwards and backwards.
    pub(super) fn shortest(order: usize) -> usize {
        3 * (order + 1) + 1
    }
}

fn check(order: usize, cutoff_hz: f64, rate_hz: f64) -> Result<()> {
    let refuse =
        |setting, value, expected| Err(InputError::OutOfRange { setting, value, expected }.into());
    if !(1..=LowPass::MAX_ORDER).contains(&order) {
        return refuse("order of the low pass", order as f64, "1 to 10");
    }
    if !(rate_hz > 0.0 && rate_hz.is_finite()) {
        return refuse("rate_hz", rate_hz, "a positive number of Hz");
    }
    if !(cutoff_hz > 0.0 && cutoff_hz.is_finite()) {
        return refuse("cutoff_hz", cutoff_hz, "a positive number of Hz");
    }
    let nyquist_hz = rate_hz / 2.0;
    if cutoff_hz >= nyquist_hz {
        return Err(DataError::CutoffAboveNyquist { cutoff_hz, nyquist_hz }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gain_is_one_at_rest_half_at_the_cutoff_and_zero_at_nyquist() {
        for order in 1..=10 {
            let filter = LowPass::butterworth(order, 7.0, 100.0).unwrap();
            // Rounding of a section's gain at rest is about 1e-16 / k², with k = tan(0.07 π) = 0.22.
            assert!((filter.zero_phase_gain(0.0) - 1.0).abs() < 1e-12, "order {order}");
            assert!((filter.zero_phase_gain(7.0) - 0.5).abs() < 1e-12, "order {order}");
            assert!(filter.zero_phase_gain(50.0) < 1e-30, "order {order}");
        }
    }

    #[test]
    fn gain_follows_the_formula_between() {
        let filter = LowPass::butterworth(5, 8.0, 100.0).unwrap();
        for f in [1.0, 5.0, 11.0, 30.0] {
            let ratio = (PI * f / 100.0).tan() / (PI * 0.08).tan();
            let expected = 1.0 / (1.0 + ratio.powi(10));
            let found = filter.zero_phase_gain(f);
            assert!((found / expected - 1.0).abs() < 1e-11, "{f} Hz: {found} {expected}");
        }
    }

    #[test]
    fn settling_is_that_of_the_slowest_pole() {
        // The slowest pole pair of the last section has radius √a2; after settling_s it is 1e-6.
        let filter = LowPass::butterworth(4, 5.0, 1000.0).unwrap();
        let radius = filter.sections.iter().map(|s| s.a[1].sqrt()).fold(0.0, f64::max);
        let left = radius.powf(filter.settling_s() * 1000.0);
        assert!((left - 1e-6).abs() < 1e-8, "{left}");
    }

    #[test]
    fn impossible_filters_are_refused() {
        let code = |n, fc, fs| LowPass::butterworth(n, fc, fs).unwrap_err().code();
        assert_eq!(code(0, 1.0, 10.0), "E100");
        assert_eq!(code(11, 1.0, 10.0), "E100");
        assert_eq!(code(4, 0.0, 10.0), "E100");
        assert_eq!(code(4, f64::NAN, 10.0), "E100");
        assert_eq!(code(4, 1.0, f64::INFINITY), "E100");
        assert_eq!(code(4, 5.0, 10.0), "E101");
    }
}
