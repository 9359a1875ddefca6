//! Signals at jittered stamps, put on a uniform grid.

use crate::diagnostics::DataError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// Interpolation between two samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// Straight line; error `h² ẍ/8`. Never overshoots, the right choice for noisy signals.
    #[default]
    Linear,
    /// Lagrange's cubic through the four nearest samples; error of order `h⁴`. For clean signals.
    Cubic,
}

/// Number of samples a value is made of.
pub(super) const STENCIL: usize = 4;

/// A value on the grid: `Σ weights[m] · x[first + m]`.
#[derive(Clone, Copy, Debug)]
struct Stencil {
    first: usize,
    weights: [f64; STENCIL],
}

/// Moves signals from one set of stamps to a uniform grid; made once, applied to every channel.
#[derive(Clone, Debug)]
pub(super) struct Resampler {
    n_stamps: usize,
    t_s: Vec<f64>,
    stencils: Vec<Stencil>,
}

impl Resampler {
    /// A grid from the first stamp to the last, `1/rate_hz` apart. Stamps must increase strictly.
    ///
    /// There is no extrapolation, and no gap may lie between the stamps: see [`super::Stamps`].
    pub(super) fn new(stamps_s: &[f64], rate_hz: f64, how: Interpolation) -> Result<Self> {
        let n = stamps_s.len();
        let (Some(start_s), Some(end_s), true) = (stamps_s.first(), stamps_s.last(), n >= STENCIL)
        else {
            return Err(
                DataError::TooFewSamples { what: "resampling", needed: STENCIL, found: n }.into()
            );
        };
        // A millionth of a period beyond the last stamp is rounding, not extrapolation.
        let n_steps = ((end_s - start_s) * rate_hz + 1e-6).floor() as usize;
        let t_s: Vec<f64> = (0..=n_steps).map(|k| start_s + k as f64 / rate_hz).collect();
        let mut left = 0;
        let stencil = |at_s: &f64| {
            while left + 2 < n && stamps_s[left + 1] <= *at_s {
                left += 1;
            }
            Stencil::at(stamps_s, left, *at_s, how)
        };
        let stencils = t_s.iter().map(stencil).collect();
        Ok(Self { n_stamps: n, t_s, stencils })
    }

    /// The grid \[s\].
    pub(super) fn t_s(&self) -> &[f64] {
        &self.t_s
    }

    /// The grid \[s\], when nothing else is needed any more.
    pub(super) fn into_t_s(self) -> Vec<f64> {
        self.t_s
    }

    /// Writes a channel on the grid; `x` has one value per stamp, `to` one per point of the grid.
    pub(super) fn apply(&self, x: &[f64], to: &mut [f64]) -> Result<()> {
        let pairs = [(self.n_stamps, x.len()), (self.t_s.len(), to.len())];
        if let Some((expected, found)) = pairs.into_iter().find(|(a, b)| a != b) {
            return Err(InputError::LengthMismatch {
                what: "a channel to resample",
                expected,
                found,
            }
            .into());
        }
        let value = |s: &Stencil| {
            let near = &x[s.first..s.first + STENCIL];
            near.iter().zip(&s.weights).map(|(x, w)| x * w).sum()
        };
        to.iter_mut().zip(&self.stencils).for_each(|(to, stencil)| *to = value(stencil));
        Ok(())
    }
}

impl Stencil {
    /// Weights for the time `at_s` between the stamps `left` and `left + 1`.
    fn at(stamps_s: &[f64], left: usize, at_s: f64, how: Interpolation) -> Self {
        let first = left.saturating_sub(1).min(stamps_s.len() - STENCIL);
        let near_s = &stamps_s[first..first + STENCIL];
        let inner = left - first;
        let weights = match how {
            Interpolation::Linear => {
                let u = (at_s - near_s[inner]) / (near_s[inner + 1] - near_s[inner]);
                let mut weights = [0.0; STENCIL];
                weights[inner] = 1.0 - u;
                weights[inner + 1] = u;
                weights
            }
            Interpolation::Cubic => std::array::from_fn(|m| lagrange(near_s, m, at_s)),
        };
        Self { first, weights }
    }
}

/// `∏ (t − tᵢ)/(tₘ − tᵢ)` over `i ≠ m`.
fn lagrange(nodes_s: &[f64], m: usize, at_s: f64) -> f64 {
    let others = nodes_s.iter().enumerate().filter(|(i, _)| *i != m);
    others.map(|(_, node_s)| (at_s - node_s) / (nodes_s[m] - node_s)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stamps 0.1 s apart on average, moved by up to 0.03 s.
    fn jittered(n: usize) -> Vec<f64> {
        (0..n).map(|k| 0.1 * k as f64 + 0.03 * (7.0 * k as f64).sin()).collect()
    }

    fn applied(resampler: &Resampler, x: &[f64]) -> Vec<f64> {
        let mut found = vec![0.0; resampler.t_s().len()];
        resampler.apply(x, &mut found).unwrap();
        found
    }

    fn worst(how: Interpolation, f: impl Fn(f64) -> f64) -> f64 {
        let stamps_s = jittered(50);
        let resampler = Resampler::new(&stamps_s, 13.0, how).unwrap();
        let x: Vec<f64> = stamps_s.iter().map(|t| f(*t)).collect();
        let found = applied(&resampler, &x);
        assert_eq!(found.len(), resampler.t_s().len());
        let pairs = found.iter().zip(resampler.t_s());
        pairs.map(|(found, t)| (found - f(*t)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn lines_and_cubics_are_met_exactly() {
        assert!(worst(Interpolation::Linear, |t| 2.0 - 3.0 * t) < 1e-13);
        assert!(worst(Interpolation::Cubic, |t| 1.0 - t + t * t - 0.3 * t * t * t) < 1e-12);
    }

    #[test]
    fn curves_are_met_within_the_stated_error() {
        // Largest step 0.16 s: h²/8 = 3.2e-3 on a sine of unit frequency.
        let linear = worst(Interpolation::Linear, f64::sin);
        assert!(linear > 1e-4 && linear < 3.2e-3, "{linear}");
        assert!(worst(Interpolation::Cubic, f64::sin) < 5e-5);
    }

    #[test]
    fn a_uniform_log_stays_what_it_is() {
        let stamps_s: Vec<f64> = (0..1000).map(|k| 3.0 + 0.001 * f64::from(k)).collect();
        let x: Vec<f64> = stamps_s.iter().map(|t| (9.0 * t).sin()).collect();
        for how in [Interpolation::Linear, Interpolation::Cubic] {
            let resampler = Resampler::new(&stamps_s, 1000.0, how).unwrap();
            let y = applied(&resampler, &x);
            assert_eq!(y.len(), 1000);
            assert!(x.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }

    #[test]
    fn the_grid_stays_inside_the_stamps() {
        let stamps_s = jittered(20);
        let resampler = Resampler::new(&stamps_s, 7.0, Interpolation::Linear).unwrap();
        let (first, last) = (resampler.t_s()[0], resampler.t_s()[resampler.t_s().len() - 1]);
        assert_eq!(first, stamps_s[0]);
        assert!(last <= stamps_s[19] && last + 1.0 / 7.0 > stamps_s[19]);
    }

    #[test]
    fn too_few_stamps_or_values_are_refused() {
        let error = Resampler::new(&[0.0, 1.0, 2.0], 1.0, Interpolation::Linear).unwrap_err();
        assert_eq!(error.code(), "E107");
        let resampler = Resampler::new(&jittered(9), 1.0, Interpolation::Linear).unwrap();
        assert_eq!(resampler.apply(&[0.0; 8], &mut [0.0; 8]).unwrap_err().code(), "E020");
    }
}
