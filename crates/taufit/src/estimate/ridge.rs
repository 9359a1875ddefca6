//! Least squares that leans on expected values where the data say little.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::solution::Solution;
use super::stacked::stacked;
use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::evidence::Evidence;

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
    let weights = least_squares(evidence, weighting)?.weights;
    let mut rows = stacked(evidence, &weights);
    let variance = Solution::of(&rows)?.variance(evidence, &weights);
    for (k, prior) in settings.prior.iter().enumerate() {
        let entry = (strength * variance).sqrt() / base.unit(base.independent()[k]);
        rows.push(k, entry, entry * prior);
    }
    Ok(Solution::of(&rows)?.into_estimate(evidence, &weights, variance))
}
