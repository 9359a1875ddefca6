//! Strength of the prior on the links: as large as the nominal links explain the torques of the data.

use super::problem::RigidProblem;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked, stacked};
use crate::evidence::Evidence;
use crate::params::Param;

/// Single links err by more than their common torque: relative error of a link over that of the torques.
const LINK_FACTOR: f64 = 3.0;
/// Relative error of single links that is assumed at least: descriptions divide masses between neighbours as
/// they like, which torques hardly show.
const LEAST_ERROR: f64 = 0.5;

/// Relative torque error `|τ − τ̂|/|τ|` of the nominal links with friction and rotor inertias fitted to
/// the data, which descriptions seldom have.
pub(super) fn nominal_link_error(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    nominal_beta: &[f64],
) -> Result<f64> {
    let is_free = drive_parameters(problem);
    let rows = stacked(evidence, &vec![1.0; evidence.joints().len()]);
    let links: Vec<f64> =
        nominal_beta.iter().zip(&is_free).map(|(b, free)| if *free { 0.0 } else { *b }).collect();
    let (torque, left) = (squared(rows.z()), rows.residual(&links));
    let kept: Vec<f64> = rows
        .rows()
        .flat_map(|(row, _)| row.iter().zip(&is_free).filter(|(_, free)| **free).map(|(r, _)| *r))
        .collect();
    let drives = Stacked::new(is_free.iter().filter(|free| **free).count(), kept, left);
    let fitted = Solution::of(&drives)?;
    Ok((squared(&drives.residual(&fitted.beta)) / torque.max(f64::MIN_POSITIVE)).sqrt())
}

/// Weight of the links' divergence from the nominal model, in squared residuals of unit variance.
///
/// A link that is off by the share `δ` diverges by about `2 δ²`; a normal prior of standard deviation
/// `s` costs `δ²/s²`. Hence `1/(2 s²)`.
pub(super) fn prior_weight(nominal_link_error: f64) -> f64 {
    let sigma = (LINK_FACTOR * nominal_link_error).max(LEAST_ERROR);
    1.0 / (2.0 * sigma * sigma)
}

/// Base parameters that hold friction or a rotor inertia.
fn drive_parameters(problem: &RigidProblem<'_>) -> Vec<bool> {
    let (layout, base) = (&problem.layout, &problem.base);
    let mut is_free = vec![false; base.rank()];
    for column in 0..layout.n_params() {
        if !matches!(layout.params()[column], Param::Link { .. }) {
            let own = base.independent().iter().position(|&c| c == column);
            own.into_iter().chain(base.groups_of(column)).for_each(|k| is_free[k] = true);
        }
    }
    is_free
}

fn squared(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}
