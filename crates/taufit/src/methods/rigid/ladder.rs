//! The friction ladder: models from plain to rich, judged on stretches that they were not fitted to.

use super::problem::Problem;
use super::settings::RigidSettings;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Weighting, least_squares, stacked};
use crate::evidence::{Evidence, RowSettings};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::Param;
use crate::signal::Segment;
use crate::study::LadderStep;

/// Parts that the data are cut into; each is predicted from all others.
const FOLDS: usize = 5;
/// A richer model must be better by this share of its own error at least, or the plainer one is kept.
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
const RUNGS: [Rung; 6] = [
    Rung { name: "Coulomb + viscous + offset", shape: |_| USUAL },
    Rung { name: "the same with a smooth reversal", shape: smooth },
    Rung { name: "viscous friction by direction", shape: |_| USUAL.with_viscous_asymmetry() },
    Rung { name: "smooth, by direction", shape: |speed| smooth(speed).with_viscous_asymmetry() },
    Rung { name: "smooth, with Stribeck friction", shape: with_stribeck },
    Rung { name: "smooth, by direction, Stribeck", shape: richest_smooth },
];

/// Models with all terms: those of the rungs are among their terms.
const RICHEST: [fn(f64) -> FrictionShape; 2] = [|_| USUAL.with_viscous_asymmetry(), richest_smooth];

fn smooth(speed: f64) -> FrictionShape {
    USUAL.with_tanh(TANH_SHARE * speed)
}

fn with_stribeck(speed: f64) -> FrictionShape {
    smooth(speed).with_stribeck(STRIBECK_SHARE * speed, 1.0)
}

fn richest_smooth(speed: f64) -> FrictionShape {
    with_stribeck(speed).with_viscous_asymmetry()
}

/// The friction model of every coordinate, and how the models compare.
pub(super) fn climb(
    robot: &Robot,
    data: &[(&Segment, RowSettings)],
    settings: &RigidSettings,
) -> Result<(Vec<FrictionShape>, Vec<LadderStep>)> {
    let speeds = typical_speeds(robot, data.iter().map(|(segment, _)| *segment));
    let shapes = |shape: fn(f64) -> FrictionShape| speeds.iter().map(|v| shape(*v)).collect();
    let [sharp, smooth] =
        RICHEST.map(|shape| Family::observe(robot, settings, shapes(shape), data));
    let families = [sharp?, smooth?];
    let shapes: Vec<Vec<FrictionShape>> = RUNGS.iter().map(|rung| shapes(rung.shape)).collect();
    let folds = |shapes: &Vec<FrictionShape>| {
        let home = families.iter().find(|family| family.holds(shapes));
        home.map_or_else(Vec::new, |family| family.folds_of(shapes))
    };
    let folds: Vec<Vec<Fold>> = shapes.iter().map(folds).collect();
    // One yardstick for all models: the residuals of the plainest.
    let weights = residual_weights(&folds[0])?;
    let errors = folds.iter().map(|folds| held_out_squares(folds, &weights));
    let errors = errors.collect::<Result<Vec<Vec<f64>>>>()?;
    let chosen = plainest_of_the_best(&errors);
    let best = errors.iter().map(|folds| mean(folds)).fold(f64::INFINITY, f64::min);
    let step = |(k, rung): (usize, &Rung)| LadderStep {
        name: rung.name.to_owned(),
        shape: shapes[k].first().copied().unwrap_or(USUAL),
        held_out_error: (mean(&errors[k]) / best).sqrt(),
        chosen: k == chosen,
    };
    let steps = RUNGS.iter().enumerate().map(step).collect();
    Ok((shapes[chosen].clone(), steps))
}

/// What the data say of a model, and with it of every model that has some of its terms: rows are made
/// and compressed once for all of them.
struct Family<'a> {
    problem: Problem<'a>,
    folds: Vec<Fold>,
}

/// A part of the data, and all the others.
struct Fold {
    left_out: Evidence,
    others: Evidence,
}

impl<'a> Family<'a> {
    fn observe(
        robot: &'a Robot,
        settings: &RigidSettings,
        richest: Vec<FrictionShape>,
        data: &[(&Segment, RowSettings)],
    ) -> Result<Self> {
        let problem = Problem::new(robot, settings, richest)?;
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

    /// Whether the reversal of these models is that of the family.
    fn holds(&self, shapes: &[FrictionShape]) -> bool {
        self.problem
            .layout
            .friction()
            .iter()
            .zip(shapes)
            .all(|(rich, plain)| rich.sign == plain.sign)
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

/// The evidence of every part: part `k` of each stretch.
fn parts(problem: &Problem<'_>, data: &[(&Segment, RowSettings)]) -> Result<Vec<Evidence>> {
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
fn plainest_of_the_best(errors: &[Vec<f64>]) -> usize {
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
