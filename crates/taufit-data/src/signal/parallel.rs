//! Parallel filtering: the same low pass on torques and on every column of the model, then every
//! k-th sample.
//!
//! A linear filter may be applied to both sides of `τ = W x` without changing `x`. It takes the noise
//! outside the band of the motion off the torques, and the model's content of that band stays
//! exact: friction that jumps at reversals is filtered on both sides alike, which a filter on the
//! torques alone is not (Gautier 1997, "parallel decimation").

use crate::diagnostics::DataError;
use pulp::{Arch, Simd, WithSimd};
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::{InputError, Result};

/// A symmetric low pass of finite length that keeps every k-th sample.
///
/// Windowed sinc with a Kaiser window (Oppenheim and Schafer, chapter on windows), flat to 0.1 % up
/// to the cut-off; what the lower rate would fold below the cut-off is down by 60 dB.
#[derive(Clone, Debug, PartialEq)]
pub struct ParallelFilter {
    taps: Vec<f64>,
    every: usize,
    cutoff_hz: f64,
}

/// Attenuation of what would be folded into the band \[dB\].
const ATTENUATION_DB: f64 = 66.0;
/// Rows per second that are kept, over the cut-off.
const ROWS_PER_CUTOFF: f64 = 5.0;

impl ParallelFilter {
    /// For signals of `rate_hz`. A cut-off above a fifth of the rate keeps every sample.
    pub fn new(cutoff_hz: f64, rate_hz: f64) -> Result<Self> {
        if !(cutoff_hz > 0.0 && cutoff_hz.is_finite()) {
            let (setting, expected) = ("torque cut-off", "a positive number of Hz");
            return Err(InputError::OutOfRange { setting, value: cutoff_hz, expected }.into());
        }
        let nyquist_hz = 0.5 * rate_hz;
        if cutoff_hz >= nyquist_hz {
            return Err(DataError::CutoffAboveNyquist { cutoff_hz, nyquist_hz }.into());
        }
        let every = ((rate_hz / (ROWS_PER_CUTOFF * cutoff_hz)).floor() as usize).max(1);
        // From the cut-off to where folding would reach it; half-way lies the nominal edge.
        let stop_hz = (rate_hz / every as f64 - cutoff_hz).min(nyquist_hz);
        let taps = kaiser_low_pass(0.5 * (cutoff_hz + stop_hz), stop_hz - cutoff_hz, rate_hz);
        Ok(Self { taps, every, cutoff_hz })
    }

    /// Upper end of the pass band \[Hz\].
    pub fn cutoff_hz(&self) -> f64 {
        self.cutoff_hz
    }

    /// Samples from one row to the next.
    pub fn every(&self) -> usize {
        self.every
    }

    /// Samples that one row depends on.
    pub fn length(&self) -> usize {
        self.taps.len()
    }

    /// Sample at the centre of the first row.
    pub fn delay(&self) -> usize {
        self.taps.len() / 2
    }

    /// Rows of a signal of `n_samples`: only those that depend on nothing beyond its ends.
    pub fn n_rows(&self, n_samples: usize) -> usize {
        n_samples.checked_sub(self.taps.len()).map_or(0, |spare| spare / self.every + 1)
    }

    /// The filtered signal at its rows.
    pub fn apply(&self, x: &[f64]) -> Vec<f64> {
        let mut rows = vec![0.0; self.n_rows(x.len())];
        self.accumulate(std::iter::once((x, rows.as_mut_slice())), 0, 0);
        rows
    }

    /// Share of the filter's absolute weight that lies on marked samples, at its rows.
    pub(crate) fn weight_share(&self, marked: &[bool]) -> Vec<f64> {
        let total: f64 = self.taps.iter().map(|tap| tap.abs()).sum();
        let row = |k: usize| {
            let window = self.taps.iter().zip(&marked[k * self.every..]);
            window.filter(|(_, marked)| **marked).map(|(tap, _)| tap.abs()).sum::<f64>() / total
        };
        (0..self.n_rows(marked.len())).map(row).collect()
    }

    /// Contribution of the samples `start ..` of signals of one length to each of their rows `first_row ..`.
    pub(crate) fn accumulate<'r>(
        &self,
        signals: impl Iterator<Item = (&'r [f64], &'r mut [f64])>,
        start: usize,
        first_row: usize,
    ) {
        Arch::new().dispatch(FilteredRows { filter: self, signals, start, first_row });
    }
}

/// Rows of several signals, in registers as wide as the processor has.
struct FilteredRows<'a, I> {
    filter: &'a ParallelFilter,
    signals: I,
    start: usize,
    first_row: usize,
}

impl<'r, I: Iterator<Item = (&'r [f64], &'r mut [f64])>> WithSimd for FilteredRows<'_, I> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { filter: ParallelFilter { taps, every, .. }, signals, start, first_row } = self;
        for (x, rows) in signals {
            for (k, sum) in rows.iter_mut().enumerate() {
                let row_start = (first_row + k) * every;
                let (from, to) =
                    (start.max(row_start), (start + x.len()).min(row_start + taps.len()));
                if from < to {
                    *sum += dot(simd, &taps[from - row_start..to - row_start], &x[from - start..]);
                }
            }
        }
    }
}

/// `Σ taps x`, in four sums side by side.
#[inline(always)]
fn dot<S: Simd>(simd: S, taps: &[f64], x: &[f64]) -> f64 {
    let (t, t_rest) = S::as_simd_f64s(taps);
    let (u, u_rest) = S::as_simd_f64s(&x[..taps.len()]);
    let mut sums = [simd.splat_f64s(0.0); 4];
    let (t, t_few) = t.as_chunks::<4>();
    let (u, u_few) = u.as_chunks::<4>();
    for (t, u) in t.iter().zip(u) {
        for k in 0..4 {
            sums[k] = simd.mul_add_e_f64s(t[k], u[k], sums[k]);
        }
    }
    for (t, u) in t_few.iter().zip(u_few) {
        sums[0] = simd.mul_add_e_f64s(*t, *u, sums[0]);
    }
    let [a, b, c, d] = sums;
    let rest: f64 = t_rest.iter().zip(u_rest).map(|(t, u)| t * u).sum();
    rest + simd.reduce_sum_f64s(simd.add_f64s(simd.add_f64s(a, b), simd.add_f64s(c, d)))
}

/// Taps of unit gain at rest, an odd number of them.
fn kaiser_low_pass(edge_hz: f64, transition_hz: f64, rate_hz: f64) -> Vec<f64> {
    let shape = 0.1102 * (ATTENUATION_DB - 8.7);
    let transition = 2.0 * PI * transition_hz / rate_hz;
    let half = ((ATTENUATION_DB - 7.95) / (2.285 * transition) / 2.0).ceil() as usize;
    let tap = |k: usize| {
        let n = k as f64 - half as f64;
        let edge = 2.0 * edge_hz / rate_hz;
        let sinc = if n == 0.0 { edge } else { (PI * edge * n).sin() / (PI * n) };
        let place = n / half as f64;
        sinc * bessel_i0(shape * (1.0 - place * place).sqrt())
    };
    let mut taps: Vec<f64> = (0..=2 * half).map(tap).collect();
    let sum: f64 = taps.iter().sum();
    taps.iter_mut().for_each(|t| *t /= sum);
    taps
}

/// Modified Bessel function of order zero: `Σ ((x/2)ᵏ/k!)²`.
fn bessel_i0(x: f64) -> f64 {
    let (mut sum, mut term, mut k) = (1.0, 1.0, 1.0);
    while term > 1e-17 * sum {
        term *= (0.5 * x / k).powi(2);
        sum += term;
        k += 1.0;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gain of a cosine: a symmetric filter scales it and leaves its phase.
    fn gain(filter: &ParallelFilter, f_hz: f64, rate_hz: f64) -> f64 {
        let wave: Vec<f64> =
            (0..20_000).map(|k| (2.0 * PI * f_hz * f64::from(k) / rate_hz).cos()).collect();
        let centre = |row: usize| wave[filter.delay() + row * filter.every()];
        let rows = filter.apply(&wave);
        let along: f64 = rows.iter().enumerate().map(|(k, y)| y * centre(k)).sum();
        along / (0..rows.len()).map(|k| centre(k).powi(2)).sum::<f64>()
    }

    #[test]
    fn the_band_passes_and_what_would_fold_into_it_does_not() {
        for (cutoff_hz, rate_hz) in [(4.0, 1000.0), (4.0, 100.0), (10.0, 125.0), (30.0, 100.0)] {
            let filter = ParallelFilter::new(cutoff_hz, rate_hz).unwrap();
            for share in [0.05, 0.5, 0.97] {
                let passed = gain(&filter, share * cutoff_hz, rate_hz);
                assert!((passed - 1.0).abs() < 1e-3, "{share} of {cutoff_hz} Hz: {passed}");
            }
            let row_hz = rate_hz / filter.every() as f64;
            for f_hz in [row_hz - 0.97 * cutoff_hz, row_hz] {
                if f_hz < 0.5 * rate_hz {
                    let folded = gain(&filter, f_hz, rate_hz);
                    assert!(folded.abs() < 1e-3, "{f_hz} Hz: {folded}");
                }
            }
        }
    }

    #[test]
    fn a_line_passes_undelayed() {
        let filter = ParallelFilter::new(3.0, 200.0).unwrap();
        let line: Vec<f64> = (0..1000).map(|k| 2.0 - 0.5 * f64::from(k)).collect();
        for (row, y) in filter.apply(&line).iter().enumerate() {
            let at = filter.delay() + row * filter.every();
            assert!((y - line[at]).abs() < 1e-9);
        }
    }

    #[test]
    fn pieces_add_up_to_the_whole() {
        let filter = ParallelFilter::new(5.0, 100.0).unwrap();
        let x: Vec<f64> = (0..500).map(|k| (0.3 * f64::from(k)).sin()).collect();
        let whole = filter.apply(&x);
        let mut rows = vec![0.0; whole.len()];
        for start in (0..500).step_by(37) {
            let part = &x[start..(start + 37).min(500)];
            filter.accumulate(std::iter::once((part, rows.as_mut_slice())), start, 0);
        }
        assert!(whole.iter().zip(&rows).all(|(a, b)| (a - b).abs() < 1e-13));
        assert!(filter.apply(&x[..filter.length() - 1]).is_empty());
    }

    #[test]
    fn cutoffs_without_meaning_are_refused() {
        assert_eq!(ParallelFilter::new(0.0, 100.0).unwrap_err().code(), "E100");
        assert!(ParallelFilter::new(50.0, 100.0).is_err());
    }
}
