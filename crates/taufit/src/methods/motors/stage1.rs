//! Stage 1: torque constant and friction of a single record.
//!
//! `i = τ_f/kct + (G + C q̇)/kct` is a straight line of the current over the load (Ulici et al., eq. 9,
//! which writes `τ_f` where `τ_f/kct` is meant): its slope is `1/kct`. The line is kept by its slope
//! and by its height above the mean load, whose errors do not depend on each other.

use super::nelder_mead::simplex_line;
use super::settings::RecordFitting;
use crate::diagnostics::Result;
use crate::estimate::correlation_time;
use crate::evidence::Loss;
use crate::signal::median;

/// Rounds of reweighting, and the change of the slope that ends them.
const MAX_ROUNDS: usize = 50;
const SETTLED: f64 = 1e-9;
/// The median of the absolute value of a standard normal variable.
const NORMAL_MEDIAN: f64 = 0.674_489_750_196_082;

/// The line of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurrentLine {
    /// `1/kct` \[A/N·m\].
    pub(super) slope: f64,
    /// Variance of the slope; infinite where the load does not change.
    pub(super) slope_variance: f64,
    /// Current at the mean load \[A\].
    pub(super) centre_a: f64,
    /// Variance of that.
    pub(super) centre_variance: f64,
    /// The mean load \[N·m or N\].
    pub(super) mean_load_nm: f64,
    /// Standard deviation of what is left \[A\].
    pub(super) residual_a: f64,
    /// Samples that one independent sample is worth.
    pub(super) correlation: f64,
    /// Standard deviation of the current itself \[A\].
    pub(super) variation_a: f64,
}

impl CurrentLine {
    /// The line of currents over loads, which are at least three.
    pub(super) fn fit(load_nm: &[f64], current_a: &[f64], how: RecordFitting) -> Result<Self> {
        let equal = vec![1.0; load_nm.len()];
        let moments = Moments::new(load_nm, current_a, &equal);
        match how {
            RecordFitting::LeastSquares => Ok(Self::of(&moments, load_nm, current_a, &equal)),
            RecordFitting::NelderMead => {
                let found = simplex_line(load_nm, current_a, &moments)?;
                let line = Self::of(&moments, load_nm, current_a, &equal);
                Ok(Self { slope: found.slope, centre_a: found.centre_a, ..line })
            }
            RecordFitting::Robust => Ok(Self::robust(load_nm, current_a)),
        }
    }

    /// Friction over torque constant: the height of the line at no load \[A\].
    pub(super) fn friction_a(&self) -> f64 {
        self.centre_a - self.slope * self.mean_load_nm
    }

    /// The torque constant, where the slope is known to be positive.
    pub(super) fn kct(&self) -> Option<f64> {
        let known = self.slope > 3.0 * self.slope_variance.sqrt();
        known.then(|| 1.0 / self.slope)
    }

    /// The current of the line \[A\].
    pub(super) fn current_a(&self, load_nm: f64) -> f64 {
        self.centre_a + self.slope * (load_nm - self.mean_load_nm)
    }

    fn of(moments: &Moments, load_nm: &[f64], current_a: &[f64], weights: &[f64]) -> Self {
        let slope =
            if moments.load_square > 0.0 { moments.product / moments.load_square } else { 0.0 };
        let mut line = Self {
            slope,
            slope_variance: f64::INFINITY,
            centre_a: moments.mean_current,
            centre_variance: 0.0,
            mean_load_nm: moments.mean_load,
            residual_a: 0.0,
            correlation: 1.0,
            variation_a: (moments.current_square / moments.weight).sqrt(),
        };
        let left: Vec<f64> = line.residuals(load_nm, current_a).collect();
        let squares: f64 = left.iter().zip(weights).map(|(e, w)| w * e * e).sum();
        let variance = squares / (moments.weight - 2.0).max(1.0);
        line.correlation = correlation_time(&left);
        // So many correlated samples are worth fewer independent ones.
        let worth = variance * line.correlation;
        line.residual_a = variance.sqrt();
        line.centre_variance = worth / moments.weight;
        if moments.load_square > 0.0 {
            line.slope_variance = worth / moments.load_square;
        }
        line
    }

    fn residuals<'a>(
        &'a self,
        load_nm: &'a [f64],
        current_a: &'a [f64],
    ) -> impl Iterator<Item = f64> + 'a {
        load_nm.iter().zip(current_a).map(|(load, current)| current - self.current_a(*load))
    }

    /// Huber's loss by reweighting; the scale is that of the median of the residuals.
    fn robust(load_nm: &[f64], current_a: &[f64]) -> Self {
        let mut weights = vec![1.0; load_nm.len()];
        let mut line =
            Self::of(&Moments::new(load_nm, current_a, &weights), load_nm, current_a, &weights);
        for _ in 0..MAX_ROUNDS {
            let sizes: Vec<f64> = line.residuals(load_nm, current_a).map(f64::abs).collect();
            let scale = median(&sizes).unwrap_or(0.0) / NORMAL_MEDIAN;
            if scale <= 0.0 {
                return line;
            }
            weights = sizes.iter().map(|size| Loss::HUBER.weight(size / scale)).collect();
            let before = line.slope;
            line =
                Self::of(&Moments::new(load_nm, current_a, &weights), load_nm, current_a, &weights);
            if (line.slope - before).abs() <= SETTLED * line.slope.abs() {
                break;
            }
        }
        line
    }
}

/// Means, and weighted sums about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    pub(super) weight: f64,
    pub(super) mean_load: f64,
    pub(super) mean_current: f64,
    pub(super) load_square: f64,
    pub(super) current_square: f64,
    product: f64,
}

impl Moments {
    fn new(load_nm: &[f64], current_a: &[f64], weights: &[f64]) -> Self {
        let weight: f64 = weights.iter().sum();
        let mean = |x: &[f64]| x.iter().zip(weights).map(|(x, w)| w * x).sum::<f64>() / weight;
        let (mean_load, mean_current) = (mean(load_nm), mean(current_a));
        let about = |x: &[f64], x0: f64, y: &[f64], y0: f64| -> f64 {
            let products = x.iter().zip(y).zip(weights);
            products.map(|((x, y), w)| w * (x - x0) * (y - y0)).sum()
        };
        Self {
            weight,
            mean_load,
            mean_current,
            load_square: about(load_nm, mean_load, load_nm, mean_load),
            current_square: about(current_a, mean_current, current_a, mean_current),
            product: about(load_nm, mean_load, current_a, mean_current),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 300 samples of the record of Ulici et al., figure 4: kct = 12.0167, τ_f = −7.3853.
    fn record() -> (Vec<f64>, Vec<f64>) {
        let load: Vec<f64> = (0..300).map(|k| 40.0 * (0.01 * f64::from(k)).cos()).collect();
        let noise = |k: usize| 0.05 * ((12.9898 * k as f64).sin() * 43_758.545).fract();
        let current = |(k, load): (usize, &f64)| (load - 7.3853) / 12.0167 + noise(k);
        let currents = load.iter().enumerate().map(current).collect();
        (load, currents)
    }

    #[test]
    fn the_simplex_search_finds_what_the_closed_form_says() {
        let (load, current) = record();
        let closed = CurrentLine::fit(&load, &current, RecordFitting::LeastSquares).unwrap();
        let searched = CurrentLine::fit(&load, &current, RecordFitting::NelderMead).unwrap();
        assert!((searched.slope / closed.slope - 1.0).abs() < 1e-6);
        assert!((searched.friction_a() / closed.friction_a() - 1.0).abs() < 1e-6);
        assert!((closed.kct().unwrap() / 12.0167 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn outliers_do_not_move_the_robust_line() {
        let (load, mut current) = record();
        let clean = CurrentLine::fit(&load, &current, RecordFitting::LeastSquares).unwrap();
        current.iter_mut().step_by(15).for_each(|i| *i += 5.0);
        let plain = CurrentLine::fit(&load, &current, RecordFitting::LeastSquares).unwrap();
        let robust = CurrentLine::fit(&load, &current, RecordFitting::Robust).unwrap();
        let off = |line: &CurrentLine| (line.friction_a() - clean.friction_a()).abs();
        assert!(off(&robust) < 0.02 && off(&plain) > 0.2, "{} {}", off(&robust), off(&plain));
    }

    #[test]
    fn a_load_that_never_changes_tells_no_torque_constant() {
        let current: Vec<f64> = (0..50).map(|k| 1.0 + 0.01 * f64::from(k % 3)).collect();
        for how in [RecordFitting::LeastSquares, RecordFitting::NelderMead, RecordFitting::Robust] {
            let line = CurrentLine::fit(&[0.0; 50], &current, how).unwrap();
            assert_eq!((line.kct(), line.slope), (None, 0.0));
            assert!((line.centre_a - 1.01).abs() < 2e-3);
        }
    }
}
