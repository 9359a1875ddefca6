//! Ridge estimate: least squares with a prior for directions that the data hardly excite.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::solution::Solution;
use super::stacked::stacked;
use faer::Mat;
use taufit_data::evidence::Evidence;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{InputError, Result};

/// Expected values of the base parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge<'a> {
    /// Expected base parameters.
    pub prior: &'a [f64],
    /// Number of observations of a parameter that the expectation is worth: one moves the parameter's torque
    /// at its natural size and has the noise of a row.
    pub strength: f64,
}

/// `min Σ_j w_j² |W_j β − τ_j|² + λ s² Σ_k ((β_k − prior_k)/u_k)²`, with `s²` the variance of the
/// weighted residual and `u_k` the robot's natural unit of the parameter, in which all parameters
/// move torques by about the same.
///
/// The standard deviations take the prior for an observation like the others: they are too small by
/// as much as it is wrong.
pub fn ridge(
    evidence: &Evidence,
    base: &Base,
    weighting: Weighting,
    settings: &Ridge<'_>,
) -> Result<Estimate> {
    let (expected, found) = (evidence.n_base(), settings.prior.len());
    if expected != found || expected != base.rank() {
        return Err(
            InputError::LengthMismatch { what: "prior of the ridge", expected, found }.into()
        );
    }
    let strength = settings.strength;
    if !(strength >= 0.0 && strength.is_finite()) {
        let (setting, expected) = ("strength of the prior", "zero or more observations");
        return Err(InputError::OutOfRange { setting, value: strength, expected }.into());
    }
    let sigma: Vec<f64> =
        base.independent().iter().map(|&c| base.unit(c) / strength.sqrt()).collect();
    let prior = NormalPrior::independent(settings.prior, &sigma);
    least_squares_with_prior(evidence, weighting, &prior)
}

/// A normal distribution of the base parameters.
pub struct NormalPrior {
    /// Expected values.
    pub mean: Vec<f64>,
    /// `T` with `T (β − mean)` independent and of unit variance.
    pub whitening: Mat<f64>,
}

impl NormalPrior {
    /// Independent parameters with these standard deviations, infinite where nothing is expected.
    pub fn independent(mean: &[f64], sigma: &[f64]) -> Self {
        let entry = |i: usize, k: usize| if i == k { 1.0 / sigma[k] } else { 0.0 };
        let whitening = Mat::from_fn(mean.len(), mean.len(), entry);
        Self { mean: mean.to_vec(), whitening }
    }
}

/// Least squares with the rows of a prior, which count like observations with the noise of all others.
pub fn least_squares_with_prior(
    evidence: &Evidence,
    weighting: Weighting,
    prior: &NormalPrior,
) -> Result<Estimate> {
    let weights = least_squares(evidence, weighting)?.weights;
    let mut rows = stacked(evidence, &weights);
    let variance = Solution::of(&rows)?.variance(evidence, &weights);
    let n = prior.mean.len();
    for i in 0..n {
        let row: Vec<f64> = (0..n).map(|k| variance.sqrt() * prior.whitening[(i, k)]).collect();
        let expected = row.iter().zip(&prior.mean).map(|(r, mean)| r * mean).sum();
        rows.push(&row, expected);
    }
    Ok(Solution::of(&rows)?.into_estimate(evidence, &weights, variance))
}
