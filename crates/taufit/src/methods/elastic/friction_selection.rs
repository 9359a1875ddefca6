//! Selection of the friction model of every motor, by cross-validation on the line of the motor.

use super::arm::Arm;
use super::motion::ElasticMotion;
use super::observe::{Chunk, Gatherer, merged};
use super::solve::ElasticSolution;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::JointEvidence;
use crate::friction::{FrictionShape, FrictionTerm};
use crate::methods::rigid::{is_significant, plainest_of_the_best, prune_term};
use crate::params::Param;
use crate::signal::Segment;

/// Parts that the blocks of the data are dealt to; each is predicted from all others.
const FOLDS: usize = 5;
/// Stribeck velocities that are tried at first, over the joint's rms speed: from, to, count.
const VELOCITIES: (f64, f64, usize) = (0.01, 1.0, 9);
/// Exponents that are tried.
const EXPONENTS: [f64; 2] = [1.0, 2.0];
/// Rounds in which velocities around the best one are tried.
const REFINEMENTS: usize = 3;

/// Coulomb, viscous, offset.
const USUAL: FrictionShape = FrictionShape::COULOMB_VISCOUS.with_offset();

/// The friction model of every coordinate.
///
/// Only the line of the motor is looked at, in which the load is `K (θ − q)`: a handful of unknowns per
/// joint, whatever the arm. Rigid joints have no such line and keep the usual model.
pub(super) fn select_friction(
    motion: &ElasticMotion,
    is_elastic: &[bool],
) -> Result<Vec<FrictionShape>> {
    let n_dof = is_elastic.len();
    let shape = |dof: usize| match is_elastic[dof] {
        true => best_shape(motion, n_dof, dof),
        false => Ok(USUAL),
    };
    (0..n_dof).map(shape).collect()
}

/// A Stribeck term and its squared error in every fold that is predicted from the others.
struct Tried {
    velocity_rad_s: f64,
    exponent: f64,
    errors: Vec<f64>,
}

impl Tried {
    fn total(&self) -> f64 {
        self.errors.iter().sum()
    }
}

fn best_shape(motion: &ElasticMotion, n_dof: usize, dof: usize) -> Result<FrictionShape> {
    let speed = rms_speed(&motion.segments, n_dof + dof);
    if speed.is_nan() || speed <= 0.0 {
        return Ok(USUAL);
    }
    let (from, to, count) = VELOCITIES;
    let mut step = (to / from).powf(1.0 / (count - 1) as f64);
    let first = (0..count).map(|k| speed * from * step.powi(k as i32)).collect::<Vec<f64>>();
    let (usual, mut best) = try_velocities(motion, n_dof, dof, &first, &EXPONENTS)?;
    for _ in 0..REFINEMENTS {
        step = step.powf(0.25);
        let near = (-3..=3).map(|k| best.velocity_rad_s * step.powi(k)).collect::<Vec<f64>>();
        let refined = try_velocities(motion, n_dof, dof, &near, &[best.exponent])?.1;
        if refined.total() <= best.total() {
            best = refined;
        }
    }
    let stribeck = USUAL.with_stribeck(best.velocity_rad_s, best.exponent);
    let is_possible = best.total().is_finite();
    let chosen = if is_possible { plainest_of_the_best(&[usual, best.errors]) } else { 0 };
    Ok([USUAL, stribeck][chosen])
}

/// Errors without a Stribeck term, and the best of those tried.
fn try_velocities(
    motion: &ElasticMotion,
    n_dof: usize,
    dof: usize,
    velocities: &[f64],
    exponents: &[f64],
) -> Result<(Vec<f64>, Tried)> {
    let pairs = exponents.iter().flat_map(|e| velocities.iter().map(move |v| (*v, *e)));
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let shapes: Vec<FrictionShape> =
        pairs.iter().map(|(v, e)| USUAL.with_stribeck(*v, *e)).collect();
    let folds = folds(&motor_line(motion, n_dof, dof, &shapes));
    // Acceleration, usual friction and deflection, and perhaps one Stribeck term behind them.
    let always: Vec<usize> = (0..USUAL.terms().count() + 2).collect();
    let usual = held_out(&folds, &always, None)?;
    let mut best: Option<Tried> = None;
    for (k, (velocity_rad_s, exponent)) in pairs.into_iter().enumerate() {
        let term = always.len() + k;
        let columns: Vec<usize> = always.iter().copied().chain([term]).collect();
        let errors = held_out(&folds, &columns, Some(always.len()))?;
        let tried = Tried { velocity_rad_s, exponent, errors };
        if best.as_ref().is_none_or(|best| tried.total() < best.total()) {
            best = Some(tried);
        }
    }
    let none = Tried { velocity_rad_s: 1.0, exponent: 1.0, errors: vec![f64::INFINITY; FOLDS] };
    Ok((usual, best.unwrap_or(none)))
}

/// Blocks of rows `[θ̈ | usual friction | θ − q | a Stribeck term per shape | τ]`.
fn motor_line(
    motion: &ElasticMotion,
    n_dof: usize,
    dof: usize,
    shapes: &[FrictionShape],
) -> Vec<JointEvidence> {
    let n_columns = 2 + USUAL.terms().count() + shapes.len();
    let nothing = JointEvidence::new((0..n_columns).collect());
    let mut gatherer = Gatherer::new(&nothing, motion, dof);
    for (stretch, segment) in motion.segments.iter().enumerate() {
        let n = segment.n_samples;
        let channel = |x: &[f64], joint: usize| x[joint * n..(joint + 1) * n].to_vec();
        let thd = channel(&segment.qd, n_dof + dof);
        let friction = |shape: &FrictionShape, term| -> Vec<f64> {
            thd.iter().map(|v| shape.column(term, *v)).collect()
        };
        let (th, q) = (channel(&segment.q, n_dof + dof), channel(&segment.q, dof));
        let mut columns = vec![channel(&segment.qdd, n_dof + dof)];
        columns.extend(USUAL.terms().map(|term| friction(&USUAL, term)));
        columns.push(th.iter().zip(&q).map(|(th, q)| th - q).collect());
        columns.extend(shapes.iter().map(|shape| friction(shape, FrictionTerm::Stribeck)));
        columns.push(channel(&segment.tau, n_dof + dof));
        gatherer.push(Chunk::whole(stretch, n), &columns);
    }
    gatherer.blocks
}

/// A part of the data, and all the others.
struct JointFold {
    left_out: JointEvidence,
    others: JointEvidence,
}

fn folds(blocks: &[JointEvidence]) -> Vec<JointFold> {
    let nothing = || JointEvidence::new(blocks.first().map_or(&[][..], |b| b.columns()).to_vec());
    let of = |inside: bool, fold: usize| {
        let part = blocks.iter().enumerate().filter(|(k, _)| (k % FOLDS == fold) == inside);
        merged(nothing(), part.map(|(_, block)| block))
    };
    (0..FOLDS).map(|fold| JointFold { left_out: of(true, fold), others: of(false, fold) }).collect()
}

/// Mean squared error of some columns in every fold, predicted from the others; infinite where the
/// coefficient of column `positive` would be negative: friction falls from sticking to sliding
/// (Stribeck 1902), never rises.
fn held_out(folds: &[JointFold], columns: &[usize], positive: Option<usize>) -> Result<Vec<f64>> {
    let error = |fold: &JointFold| {
        let beta = Solution::of(&part(&fold.others, columns))?.beta;
        if positive.is_some_and(|k| beta[k] <= 0.0) {
            return Ok(f64::INFINITY);
        }
        let left = part(&fold.left_out, columns).residual(&beta);
        let n_rows = fold.left_out.n_rows().max(1) as f64;
        Ok(left.iter().map(|e| e * e).sum::<f64>() / n_rows)
    };
    folds.iter().map(error).collect()
}

/// Some columns of a triangle.
fn part(triangle: &JointEvidence, columns: &[usize]) -> Stacked {
    let rows = 0..triangle.r_rows();
    let r = rows.clone().flat_map(|row| columns.iter().map(move |&c| triangle.r(row, c))).collect();
    let z = rows.map(|row| triangle.r(row, triangle.columns().len())).collect();
    Stacked::new(columns.len(), r, z)
}

/// Root mean square speed of a channel.
fn rms_speed(segments: &[Segment], channel: usize) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for segment in segments {
        let n = segment.n_samples;
        sum += segment.qd[channel * n..(channel + 1) * n].iter().map(|v| v * v).sum::<f64>();
        count += n;
    }
    (sum / count.max(1) as f64).sqrt()
}

/// The friction models without terms that are not significant, and the coordinates whose springs have a
/// significant, positive damping.
pub(super) fn significant_terms(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
) -> (Vec<FrictionShape>, Vec<bool>) {
    let mut shapes = arm.layout.friction().to_vec();
    let mut is_damped = vec![false; shapes.len()];
    for (k, &column) in base.independent().iter().enumerate() {
        let (value, sigma) = (solved.beta[k], solved.sigma[k]);
        match arm.layout.params()[column] {
            Param::Friction { dof, term } => prune_term(&mut shapes[dof], term, value, sigma),
            Param::Damping { dof } => {
                is_damped[dof] = value > 0.0 && is_significant(value, sigma);
            }
            _ => {}
        }
    }
    (shapes, is_damped)
}
