//! Least squares that leans on expected values where the data say little.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::solution::Solution;
use super::stacked::stacked;
use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::evidence::Evidence;
use faer::Mat;

/// What is expected of the base parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge<'a> {
    /// Expected base parameters.
    pub prior: &'a [f64],
    /// How many observations of a parameter the expectation is worth: one moves the parameter's torque
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
        return Err(Error::LengthMismatch { what: "prior of the ridge", expected, found });
    }
    let strength = settings.strength;
    if !(strength >= 0.0 && strength.is_finite()) {
        let (setting, expected) = ("strength of the prior", "zero or more observations");
        return Err(Error::OutOfRange { setting, value: strength, expected });
    }
    let sigma: Vec<f64> =
        base.independent().iter().map(|&c| base.unit(c) / strength.sqrt()).collect();
    let prior = NormalPrior::independent(settings.prior, &sigma);
    least_squares_with_prior(evidence, weighting, &prior)
}

/// A normal distribution of the base parameters.
pub(crate) struct NormalPrior {
    /// Expected values.
    pub(crate) mean: Vec<f64>,
    /// `T` with `T (β − mean)` independent and of unit variance.
    pub(crate) whitening: Mat<f64>,
}

impl NormalPrior {
    /// Independent parameters with these standard deviations, infinite where nothing is expected.
    pub(crate) fn independent(mean: &[f64], sigma: &[f64]) -> Self {
        let entry = |i: usize, k: usize| if i == k { 1.0 / sigma[k] } else { 0.0 };
        let whitening = Mat::from_fn(mean.len(), mean.len(), entry);
        Self { mean: mean.to_vec(), whitening }
    }
}

/// Least squares with the rows of a prior, which count like observations with the noise of all others.
pub(crate) fn least_squares_with_prior(
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
