//! Prior from the robot's file: standard deviations of gravity terms that the poses hardly excite.

use super::fit::GravityProblem;
use crate::estimate::{NormalPrior, stacked};
use crate::evidence::Evidence;
use crate::params::{LinkParam, Param};
use faer::{Mat, Side};

/// Relative error of a link's mass and first moment that is assumed at least.
const LEAST_ERROR: f64 = 0.05;

/// Mass that a link is taken to have at least, as a share of the arm's: some files leave links out.
const LIGHTEST_LINK: f64 = 0.02;

/// Smallest variance of a combination of weights beside the largest: rounding.
const LEAST_VARIANCE: f64 = 1e-12;

/// The robot's file as an expectation of the base parameters.
///
/// Masses and first moments are taken to be off by the same share `s`, independently of each other, so that
/// the base parameters `β = P π` have the covariance `s² C` with `C = P D² Pᵀ`. `s` is the one with which the
/// file's torques would be as far from those of the fit `beta` in the mean as they are:
/// `s² = |G (β − β_file)|² / tr(G C Gᵀ)`. Friction and offsets, of which files know nothing, keep the standard
/// deviations `loose`.
pub(super) fn file_prior(
    problem: &GravityProblem<'_>,
    evidence: &Evidence,
    beta: &[f64],
    loose: &[f64],
) -> NormalPrior {
    let weights: Vec<usize> =
        (0..beta.len()).filter(|&k| problem.is_weight(problem.base.independent()[k])).collect();
    let covariance = covariance(problem, &weights);
    let error = relative_error(problem, evidence, beta, &weights, &covariance);
    let mut prior = NormalPrior::independent(&problem.nominal, loose);
    let n = weights.len();
    // C⁻¹ᐟ², for rows of unit variance.
    if let Ok(eigen) = covariance.self_adjoint_eigen(Side::Lower) {
        let (vectors, values) = (eigen.U(), eigen.S().column_vector());
        let least = LEAST_VARIANCE * values.iter().copied().fold(0.0, f64::max);
        for (row, &k) in weights.iter().enumerate() {
            let sigma = error * values[row].max(least).sqrt();
            prior.whitening[(k, k)] = 0.0;
            (0..n).for_each(|c| prior.whitening[(k, weights[c])] = vectors[(c, row)] / sigma);
        }
    }
    prior
}

/// `C = P D² Pᵀ` of the base parameters that are weights.
fn covariance(problem: &GravityProblem<'_>, weights: &[usize]) -> Mat<f64> {
    let (base, n_params) = (&problem.base, problem.layout.n_params());
    let mut scaled = Mat::<f64>::zeros(weights.len(), n_params);
    for (row, &k) in weights.iter().enumerate() {
        for (column, factor) in base.group(k) {
            scaled[(row, column)] = factor * own_error(problem, column);
        }
    }
    &scaled * scaled.transpose()
}

/// The share `s` by which masses and first moments of the file seem to be off.
fn relative_error(
    problem: &GravityProblem<'_>,
    evidence: &Evidence,
    beta: &[f64],
    weights: &[usize],
    covariance: &Mat<f64>,
) -> f64 {
    let rows = stacked(evidence, &vec![1.0; evidence.joints().len()]);
    let (mut moved, mut expected) = (0.0, 0.0);
    for (row, _) in rows.rows() {
        let change = |&k: &usize| row[k] * (beta[k] - problem.nominal[k]);
        moved += weights.iter().map(change).sum::<f64>().powi(2);
        for (i, &a) in weights.iter().enumerate() {
            for (j, &b) in weights.iter().enumerate() {
                expected += row[a] * covariance[(i, j)] * row[b];
            }
        }
    }
    let error = if expected > 0.0 { (moved / expected).sqrt() } else { 0.0 };
    error.max(LEAST_ERROR)
}

/// Size of a mass, or of a first moment with its centre anywhere in the link; zero for all else.
fn own_error(problem: &GravityProblem<'_>, column: usize) -> f64 {
    let Param::Link { link, param } = problem.layout.params()[column] else { return 0.0 };
    let robot = problem.robot;
    let body = &robot.joints()[link].link.inertia;
    let mass_kg = body.mass_kg.abs().max(LIGHTEST_LINK * problem.arm_mass_kg);
    let usual_m = robot.reach_m() / robot.n_dof().max(1) as f64;
    match param {
        LinkParam::M => mass_kg,
        LinkParam::Mx | LinkParam::My | LinkParam::Mz => {
            body.first_moment.norm().max(mass_kg * usual_m)
        }
        _ => 0.0,
    }
}
