//! Base parameters without which the data are explained as well.

use super::f_test::exceedance;
use super::least_squares::{Estimate, Weighting, least_squares};
use super::reduction::Reduction;
use super::stacked::stacked;
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::{InputError, Result};

/// Choices of [`essential`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EssentialSettings {
    /// Probability of stopping although everything left out so far is zero.
    pub level: f64,
    /// Rows that together are worth one independent observation, the correlation time of the
    /// residuals.
    pub correlation_time: f64,
}

impl Default for EssentialSettings {
    fn default() -> Self {
        Self { level: 0.05, correlation_time: 1.0 }
    }
}

/// One step of the elimination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elimination {
    /// The base parameter that was tried.
    pub base_parameter: usize,
    /// Its relative standard deviation before \[%\].
    pub percent_sigma: f64,
    /// Probability of a fit as much worse, against all parameters, by chance alone.
    pub probability: f64,
    /// Whether it was left out.
    pub left_out: bool,
}

/// The parameters that matter.
#[derive(Clone, Debug, PartialEq)]
pub struct EssentialEstimate {
    /// Base parameters that were kept, ascending.
    pub kept: Vec<usize>,
    /// All base parameters; those left out are zero with zero standard deviation.
    pub estimate: Estimate,
    /// The steps, in their order; the last is the one that would have spoilt the fit.
    pub history: Vec<Elimination>,
}

/// Leaves out the base parameter with the largest `%σ`, again and again, until the fit gets worse than
/// chance explains (Gautier; Khalil and Dombre 2004, chapter 12): an F-test of what is left against
/// all parameters.
pub fn essential(
    evidence: &Evidence,
    weighting: Weighting,
    settings: &EssentialSettings,
) -> Result<EssentialEstimate> {
    settings.validate()?;
    let full = least_squares(evidence, weighting)?;
    // One weighting for all models, or their costs could not be compared.
    let weights = full.weights.clone();
    let rows = stacked(evidence, &weights);
    let cost = |beta: &[f64]| rows.residual(beta).iter().map(|e| e * e).sum::<f64>();
    let full_cost = cost(&full.beta);
    let freedom = (evidence.n_rows() - evidence.n_base()) as f64 / settings.correlation_time;
    let zeros = vec![0.0; evidence.n_base()];
    let (mut estimate, mut is_kept) = (full, vec![true; evidence.n_base()]);
    let mut history: Vec<Elimination> = Vec::new();
    while let Some(worst) = worst(&estimate, &is_kept) {
        is_kept[worst] = false;
        let solution = Reduction::keeping(&is_kept, &zeros).solve(&rows)?;
        let n_out = history.len() as f64 + 1.0;
        let worse = (cost(&solution.beta) / full_cost - 1.0) * freedom / n_out;
        let probability = exceedance(worse, n_out, freedom);
        let left_out = probability >= settings.level;
        let percent_sigma = estimate.percent_sigma()[worst];
        history.push(Elimination { base_parameter: worst, percent_sigma, probability, left_out });
        if !left_out {
            is_kept[worst] = true;
            break;
        }
        let variance = solution.variance(evidence, &weights);
        estimate = solution.into_estimate(evidence, &weights, variance);
    }
    let kept = (0..is_kept.len()).filter(|&k| is_kept[k]).collect();
    Ok(EssentialEstimate { kept, estimate, history })
}

impl EssentialSettings {
    /// Refuses numbers out of range.
    fn validate(&self) -> Result<()> {
        let refuse = |setting, value, expected| {
            Err(InputError::OutOfRange { setting, value, expected }.into())
        };
        if !(self.level > 0.0 && self.level < 1.0) {
            return refuse("level of the F-test", self.level, "a probability between 0 and 1");
        }
        if !(self.correlation_time >= 1.0 && self.correlation_time.is_finite()) {
            return refuse("correlation time", self.correlation_time, "one row or more");
        }
        Ok(())
    }
}

/// The least certain of the parameters that are left, if there is more than one.
fn worst(estimate: &Estimate, is_kept: &[bool]) -> Option<usize> {
    let percent = estimate.percent_sigma();
    let kept: Vec<usize> = (0..is_kept.len()).filter(|&k| is_kept[k]).collect();
    let worst = kept.iter().copied().max_by(|&a, &b| percent[a].total_cmp(&percent[b]));
    worst.filter(|_| kept.len() > 1)
}
