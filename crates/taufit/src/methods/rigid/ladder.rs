//! The friction ladder: models from plain to rich, judged on stretches that they were not fitted to.

use super::problem::Problem;
use super::settings::RigidSettings;
use crate::diagnostics::Result;
use crate::estimate::{Weighting, least_squares};
use crate::evidence::{Evidence, RowSettings};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::signal::Segment;
use crate::study::LadderStep;

/// Parts that the data are cut into; each is predicted from all others.
const FOLDS: usize = 5;
/// A richer model must be better by this share, or the plainer one is kept.
const WORTH: f64 = 0.01;
/// Width of a smooth sign, over the joint's typical speed.
const TANH_SHARE: f64 = 0.04;
/// Stribeck velocity, over the joint's typical speed.
const STRIBECK_SHARE: f64 = 0.4;

/// A model for all joints, its numbers fitted to each joint's speed.
struct Rung {
    name: &'static str,
    shape: fn(f64) -> FrictionShape,
}

const USUAL: FrictionShape = FrictionShape::COULOMB_VISCOUS.with_offset();

/// From plain to rich.
const RUNGS: [Rung; 3] = [
    Rung { name: "Coulomb + viscous + offset", shape: |_| USUAL },
    Rung {
        name: "the same with a smooth reversal",
        shape: |speed| USUAL.with_tanh(TANH_SHARE * speed),
    },
    Rung {
        name: "the same with Stribeck friction",
        shape: |speed| {
            USUAL.with_tanh(TANH_SHARE * speed).with_stribeck(STRIBECK_SHARE * speed, 1.0)
        },
    },
];

/// The friction model of every coordinate, and how the models compare.
pub(super) fn climb(
    robot: &Robot,
    data: &[(&Segment, RowSettings)],
    settings: &RigidSettings,
) -> Result<(Vec<FrictionShape>, Vec<LadderStep>)> {
    let speeds = typical_speeds(robot, data.iter().map(|(segment, _)| *segment));
    let shapes =
        |rung: &Rung| speeds.iter().map(|v| (rung.shape)(*v)).collect::<Vec<FrictionShape>>();
    let mut errors = Vec::new();
    let mut weights = None;
    for rung in &RUNGS {
        let problem = Problem::new(robot, settings, shapes(rung))?;
        let folds = folds(&problem, data)?;
        // One yardstick for all models: the residuals of the plainest.
        let yardstick = match &weights {
            Some(weights) => weights,
            None => weights.insert(residual_weights(&folds)?),
        };
        errors.push(held_out_error(&folds, yardstick)?);
    }
    let best = errors.iter().copied().fold(f64::INFINITY, f64::min);
    let chosen = errors.iter().position(|e| *e <= (1.0 + WORTH) * best).unwrap_or(0);
    let step = |(k, rung): (usize, &Rung)| LadderStep {
        name: rung.name.to_owned(),
        shape: shapes(rung).first().copied().unwrap_or(USUAL),
        held_out_error: errors[k] / best,
        chosen: k == chosen,
    };
    Ok((shapes(&RUNGS[chosen]), RUNGS.iter().enumerate().map(step).collect()))
}

/// Root mean square speed of every coordinate; that of the fastest where one hardly moves.
fn typical_speeds<'s>(robot: &Robot, segments: impl Iterator<Item = &'s Segment>) -> Vec<f64> {
    const IDLE: f64 = 1e-3;
    let mut squared = vec![0.0; robot.n_dof()];
    let mut n_samples = 0;
    for segment in segments {
        n_samples += segment.n_samples;
        for (sum, qd) in squared.iter_mut().zip(segment.qd.chunks(segment.n_samples.max(1))) {
            *sum += qd.iter().map(|v| v * v).sum::<f64>();
        }
    }
    let rms: Vec<f64> = squared.iter().map(|s| (s / n_samples.max(1) as f64).sqrt()).collect();
    let fastest = rms.iter().copied().fold(0.0, f64::max).max(IDLE);
    rms.iter().map(|v| if *v > IDLE * fastest { *v } else { fastest }).collect()
}

/// The evidence of every fold: part `k` of each stretch.
fn folds(problem: &Problem<'_>, data: &[(&Segment, RowSettings)]) -> Result<Vec<Evidence>> {
    let part = |fold: usize| -> Result<Evidence> {
        let mut whole = problem.nothing();
        for (segment, rows) in data {
            let bound = |k: usize| segment.n_samples * k / FOLDS;
            let part = segment.range(bound(fold), bound(fold + 1));
            whole.merge(&problem.observe(&part, rows)?)?;
        }
        Ok(whole)
    };
    (0..FOLDS).map(part).collect()
}

fn all_but(folds: &[Evidence], left_out: usize) -> Result<Evidence> {
    let mut others = folds.iter().enumerate().filter(|(k, _)| *k != left_out).map(|(_, e)| e);
    let mut merged = others.next().cloned().unwrap_or_else(|| folds[left_out].clone());
    others.try_for_each(|fold| merged.merge(fold))?;
    Ok(merged)
}

/// One over the residual variance of every joint, all folds together.
fn residual_weights(folds: &[Evidence]) -> Result<Vec<f64>> {
    let whole = all_but(folds, folds.len())?;
    let fit = least_squares(&whole, Weighting::PerJoint)?;
    Ok(fit.residual_sigma.iter().map(|s| 1.0 / (s * s).max(f64::MIN_POSITIVE)).collect())
}

/// Root mean square of the weighted residuals of every fold, predicted from the others.
fn held_out_error(folds: &[Evidence], weights: &[f64]) -> Result<f64> {
    let (mut sum, mut n_rows) = (0.0, 0);
    for (k, fold) in folds.iter().enumerate() {
        let fit = least_squares(&all_but(folds, k)?, Weighting::PerJoint)?;
        let squared = fold.squared_residuals(&fit.beta);
        sum += squared.iter().zip(weights).map(|(s, w)| s * w).sum::<f64>();
        n_rows += fold.n_rows();
    }
    Ok((sum / n_rows.max(1) as f64).sqrt())
}
