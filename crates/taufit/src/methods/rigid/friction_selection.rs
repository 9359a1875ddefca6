//! Selection of the friction model: models from plain to rich, compared by cross-validation, then
//! terms that a joint does not need are taken out.

use super::problem::RigidProblem;
use super::reversals::rms_speeds;
use super::settings::RigidSettings;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Weighting, least_squares, stacked};
use crate::evidence::{Evidence, RowSettings};
use crate::friction::{FrictionShape, FrictionTerm};
use crate::model::Robot;
use crate::params::Param;
use crate::signal::Segment;
use crate::study::FrictionCandidate;

/// Parts that the data are cut into; each is predicted from all others.
const FOLDS: usize = 5;
/// A richer model must be better by this share of its own error at least, or the plainer one is kept.
const WORTH: f64 = 0.01;
/// Stribeck velocity, over the joint's typical speed.
const STRIBECK_SHARE: f64 = 0.4;

/// Standard deviations from zero that an optional term needs to be kept: of some twenty terms of an arm
/// without any, 24 blocks let one of a hundred arms keep one by chance.
const SIGNIFICANT: f64 = 4.0;

/// A candidate model for all joints, its numbers scaled to each joint's speed.
struct Candidate {
    name: &'static str,
    shape: fn(f64) -> FrictionShape,
}

const PLAIN: FrictionShape = FrictionShape::COULOMB_VISCOUS;
const USUAL: FrictionShape = PLAIN.with_offset();

/// From plain to rich; all have some of the terms of the last one. How friction reverses is fitted
/// apart, on the rows near reversals.
const CANDIDATES: [Candidate; 5] = [
    Candidate { name: "Coulomb + viscous", shape: |_| PLAIN },
    Candidate { name: "Coulomb + viscous + offset", shape: |_| USUAL },
    Candidate { name: "offset, viscous asymmetry", shape: |_| USUAL.with_viscous_asymmetry() },
    Candidate { name: "offset, Stribeck", shape: |speed| with_stribeck(USUAL, speed) },
    Candidate { name: "offset, viscous asymmetry, Stribeck", shape: richest },
];

fn with_stribeck(shape: FrictionShape, speed: f64) -> FrictionShape {
    shape.with_stribeck(STRIBECK_SHARE * speed, 1.0)
}

fn richest(speed: f64) -> FrictionShape {
    with_stribeck(USUAL.with_viscous_asymmetry(), speed)
}

/// The friction model of every coordinate, and the cross-validation errors of the candidates.
pub(super) fn select_friction(
    robot: &Robot,
    data: &[(&Segment, RowSettings)],
    settings: &RigidSettings,
) -> Result<(Vec<FrictionShape>, Vec<FrictionCandidate>)> {
    let speeds = typical_speeds(robot, data.iter().map(|(segment, _)| *segment));
    let shapes = |shape: fn(f64) -> FrictionShape| speeds.iter().map(|v| shape(*v)).collect();
    let family = ModelFamily::observe(robot, settings, shapes(richest), data)?;
    let shapes: Vec<Vec<FrictionShape>> =
        CANDIDATES.iter().map(|candidate| shapes(candidate.shape)).collect();
    let folds: Vec<Vec<Fold>> = shapes.iter().map(|shapes| family.folds_of(shapes)).collect();
    // One yardstick for all models: the residuals of the plainest.
    let weights = residual_weights(&folds[0])?;
    let errors = folds.iter().map(|folds| held_out_squares(folds, &weights));
    let errors = errors.collect::<Result<Vec<Vec<f64>>>>()?;
    let chosen = plainest_of_the_best(&errors);
    let best = errors.iter().map(|folds| mean(folds)).fold(f64::INFINITY, f64::min);
    let step = |(k, candidate): (usize, &Candidate)| FrictionCandidate {
        name: candidate.name.to_owned(),
        shape: shapes[k].first().copied().unwrap_or(PLAIN),
        held_out_error: (mean(&errors[k]) / best).sqrt(),
        chosen: k == chosen,
    };
    let steps = CANDIDATES.iter().enumerate().map(step).collect();
    Ok((shapes[chosen].clone(), steps))
}

/// Evidence of a model, and with it of every model that has some of its terms: rows are made
/// and compressed once for all of them.
struct ModelFamily<'a> {
    problem: RigidProblem<'a>,
    folds: Vec<Fold>,
}

/// A part of the data, and all the others.
struct Fold {
    left_out: Evidence,
    others: Evidence,
}

impl<'a> ModelFamily<'a> {
    fn observe(
        robot: &'a Robot,
        settings: &RigidSettings,
        richest: Vec<FrictionShape>,
        data: &[(&Segment, RowSettings)],
    ) -> Result<Self> {
        let problem = RigidProblem::new(robot, settings, richest)?;
        let parts = parts(&problem, data)?;
        let fold = |k: usize| {
            let mut others = problem.nothing();
            let mut rest = parts.iter().enumerate().filter(|(other, _)| *other != k);
            rest.try_for_each(|(_, part)| others.merge(part))?;
            Ok(Fold { left_out: parts[k].clone(), others })
        };
        let folds = (0..FOLDS).map(fold).collect::<Result<Vec<Fold>>>()?;
        Ok(Self { problem, folds })
    }

    /// The folds for a plainer model.
    fn folds_of(&self, shapes: &[FrictionShape]) -> Vec<Fold> {
        let is_kept = |k: usize| match self.problem.leading_param(k) {
            Param::Friction { dof, term } => shapes[dof].has(term),
            _ => true,
        };
        let is_kept: Vec<bool> = (0..self.problem.base.rank()).map(is_kept).collect();
        let keep = |fold: &Fold| Fold {
            left_out: fold.left_out.keeping(&is_kept),
            others: fold.others.keeping(&is_kept),
        };
        self.folds.iter().map(keep).collect()
    }
}

/// Root mean square speed of every coordinate; that of the fastest where one hardly moves.
fn typical_speeds<'s>(robot: &Robot, segments: impl Iterator<Item = &'s Segment>) -> Vec<f64> {
    const IDLE: f64 = 1e-3;
    let rms = rms_speeds(segments, robot.n_dof());
    let fastest = rms.iter().copied().fold(0.0, f64::max).max(IDLE);
    rms.iter().map(|v| if *v > IDLE * fastest { *v } else { fastest }).collect()
}

/// The evidence of every part: part `k` of each stretch.
fn parts(problem: &RigidProblem<'_>, data: &[(&Segment, RowSettings)]) -> Result<Vec<Evidence>> {
    let part = |k: usize| -> Result<Evidence> {
        let mut whole = problem.nothing();
        for (segment, rows) in data {
            let bound = |k: usize| segment.n_samples * k / FOLDS;
            let part = segment.range(bound(k), bound(k + 1));
            whole.merge(&problem.observe(&part, rows)?)?;
        }
        Ok(whole)
    };
    (0..FOLDS).map(part).collect()
}

/// One over the standard deviation of every joint's residual, from all data.
fn residual_weights(folds: &[Fold]) -> Result<Vec<f64>> {
    let Some(Fold { left_out, others }) = folds.first() else { return Ok(Vec::new()) };
    let mut whole = others.clone();
    whole.merge(left_out)?;
    let fit = least_squares(&whole, Weighting::PerJoint)?;
    Ok(fit.residual_sigma.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE.sqrt())).collect())
}

/// Mean square of the weighted residuals of every fold, predicted from the others.
fn held_out_squares(folds: &[Fold], weights: &[f64]) -> Result<Vec<f64>> {
    let square = |Fold { left_out, others }: &Fold| {
        let fit = Solution::of(&stacked(others, weights))?;
        let squared = left_out.squared_residuals(&fit.beta);
        let sum: f64 = squared.iter().zip(weights).map(|(s, w)| s * w * w).sum();
        Ok(sum / left_out.n_rows().max(1) as f64)
    };
    folds.iter().map(square).collect()
}

/// The plainest model that is not clearly worse than the best one: by less than [`WORTH`], or by less
/// than the standard error of the difference, fold by fold (the one-standard-error rule of Breiman et
/// al. 1984, in pairs). Motion that shows little lets rich models win by chance.
pub(in crate::methods) fn plainest_of_the_best(errors: &[Vec<f64>]) -> usize {
    let by_mean = |a: &&Vec<f64>, b: &&Vec<f64>| mean(a).total_cmp(&mean(b));
    let Some(best) = errors.iter().min_by(by_mean) else { return 0 };
    let is_good = |folds: &Vec<f64>| {
        let excess: Vec<f64> = folds.iter().zip(best).map(|(e, b)| e - b).collect();
        let worth = ((1.0 + WORTH).powi(2) - 1.0) * mean(best);
        mean(&excess) <= standard_error(&excess).max(worth)
    };
    errors.iter().position(is_good).unwrap_or(0)
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len().max(1) as f64
}

/// Standard error of the mean.
fn standard_error(x: &[f64]) -> f64 {
    let (n, middle) = (x.len() as f64, mean(x));
    let variance = x.iter().map(|x| (x - middle).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (variance / n.max(1.0)).sqrt()
}

/// The shapes without optional terms (offset, Stribeck, viscous asymmetry) that are not significant in
/// their joint or have a sign that physics rules out.
pub(super) fn without_insignificant(
    problem: &RigidProblem<'_>,
    beta: &[f64],
    sigma: &[f64],
) -> Vec<FrictionShape> {
    let mut shapes = problem.layout.friction().to_vec();
    for k in 0..beta.len() {
        if let Param::Friction { dof, term } = problem.leading_param(k) {
            prune_term(&mut shapes[dof], term, beta[k], sigma[k]);
        }
    }
    shapes
}

/// Takes an optional term out of a shape if it is not significant or has a sign that physics rules out.
pub(in crate::methods) fn prune_term(
    shape: &mut FrictionShape,
    term: FrictionTerm,
    value: f64,
    sigma: f64,
) {
    let is_significant = is_significant(value, sigma);
    match term {
        FrictionTerm::Offset if !is_significant => shape.offset = false,
        FrictionTerm::ViscousAsymmetry if !is_significant => shape.viscous_asymmetry = false,
        // Friction falls from sticking to sliding (Stribeck 1902), never rises.
        FrictionTerm::Stribeck if !is_significant || value < 0.0 => shape.stribeck = None,
        _ => {}
    }
}

/// Whether an optional term is far enough from zero to be kept.
pub(in crate::methods) fn is_significant(value: f64, sigma: f64) -> bool {
    sigma.is_finite() && value.abs() > SIGNIFICANT * sigma
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rich_model_must_be_better_than_chance_explains() {
        let plain = vec![1.0, 1.2, 0.8, 1.1, 0.9];
        let always_better: Vec<f64> = plain.iter().map(|e| 0.9 * e).collect();
        assert_eq!(plainest_of_the_best(&[plain.clone(), always_better]), 1);
        // As much better on average, but by one fold alone.
        let once_better = vec![0.5, 1.2, 0.8, 1.1, 0.9];
        assert_eq!(plainest_of_the_best(&[plain.clone(), once_better]), 0);
        let hardly_better: Vec<f64> = plain.iter().map(|e| 0.99 * e).collect();
        assert_eq!(plainest_of_the_best(&[plain.clone(), hardly_better]), 0);
        let worse: Vec<f64> = plain.iter().map(|e| 1.5 * e).collect();
        assert_eq!(plainest_of_the_best(&[worse, plain]), 1);
    }
}
