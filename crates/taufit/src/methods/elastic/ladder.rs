//! The friction model of every motor: does a Stribeck term explain its line better?

use super::motion::ElasticMotion;
use super::observe::{Chunk, Gatherer};
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::JointEvidence;
use crate::friction::{FrictionShape, FrictionTerm};
use crate::signal::Segment;

/// A Stribeck term must lower the residual by this share, or it is left out.
const WORTH: f64 = 0.01;
/// Stribeck velocities that are tried at first, over the joint's typical speed: from, to, how many.
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
pub(super) fn climb(motion: &ElasticMotion, is_elastic: &[bool]) -> Result<Vec<FrictionShape>> {
    let n_dof = is_elastic.len();
    let shape = |dof: usize| match is_elastic[dof] {
        true => best_shape(motion, n_dof, dof),
        false => Ok(USUAL),
    };
    (0..n_dof).map(shape).collect()
}

/// A Stribeck term and how much it leaves unexplained.
#[derive(Clone, Copy)]
struct Tried {
    velocity_rad_s: f64,
    exponent: f64,
    squared: f64,
}

fn best_shape(motion: &ElasticMotion, n_dof: usize, dof: usize) -> Result<FrictionShape> {
    let speed = typical_speed(&motion.segments, n_dof + dof);
    if speed.is_nan() || speed <= 0.0 {
        return Ok(USUAL);
    }
    let (from, to, count) = VELOCITIES;
    let mut step = (to / from).powf(1.0 / (count - 1) as f64);
    let first = (0..count).map(|k| speed * from * step.powi(k as i32)).collect::<Vec<f64>>();
    let (plain, mut best) = try_velocities(motion, n_dof, dof, &first, &EXPONENTS)?;
    for _ in 0..REFINEMENTS {
        step = step.powf(0.25);
        let near = (-3..=3).map(|k| best.velocity_rad_s * step.powi(k)).collect::<Vec<f64>>();
        best = try_velocities(motion, n_dof, dof, &near, &[best.exponent])?.1;
    }
    let better = best.squared.sqrt() < (1.0 - WORTH) * plain.sqrt();
    Ok(if better { USUAL.with_stribeck(best.velocity_rad_s, best.exponent) } else { USUAL })
}

/// What is left without a Stribeck term, and the best of those tried.
fn try_velocities(
    motion: &ElasticMotion,
    n_dof: usize,
    dof: usize,
    velocities: &[f64],
    exponents: &[f64],
) -> Result<(f64, Tried)> {
    let shapes: Vec<FrictionShape> = exponents
        .iter()
        .flat_map(|e| velocities.iter().map(|v| USUAL.with_stribeck(*v, *e)))
        .collect();
    let triangle = motor_line(motion, n_dof, dof, &shapes);
    let usual = USUAL.terms().count();
    // Acceleration, usual friction and deflection, and perhaps one Stribeck term behind them.
    let always: Vec<usize> = (0..usual + 2).collect();
    let plain = left(&triangle, &always)?;
    let mut best =
        Tried { velocity_rad_s: velocities[0], exponent: exponents[0], squared: f64::INFINITY };
    for (k, shape) in shapes.iter().enumerate() {
        let columns: Vec<usize> = always.iter().copied().chain([usual + 2 + k]).collect();
        let squared = left(&triangle, &columns)?;
        if let Some(stribeck) = shape.stribeck.filter(|_| squared < best.squared) {
            let (velocity_rad_s, exponent) = (stribeck.velocity_rad_s, stribeck.exponent);
            best = Tried { velocity_rad_s, exponent, squared };
        }
    }
    Ok((plain, best))
}

/// Triangle of `[θ̈ | usual friction | θ − q | a Stribeck term per shape | τ]`.
fn motor_line(
    motion: &ElasticMotion,
    n_dof: usize,
    dof: usize,
    shapes: &[FrictionShape],
) -> JointEvidence {
    let n_columns = 2 + USUAL.terms().count() + shapes.len();
    let nothing = JointEvidence::new((0..n_columns).collect());
    let mut gatherer = Gatherer::new(nothing, motion.filter.as_ref());
    for segment in &motion.segments {
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
        gatherer.push(Chunk::whole(n), &columns);
    }
    gatherer.triangle
}

/// Smallest squared residual over some columns.
fn left(triangle: &JointEvidence, columns: &[usize]) -> Result<f64> {
    let rows = 0..triangle.r_rows();
    let r = rows.clone().flat_map(|row| columns.iter().map(move |&c| triangle.r(row, c))).collect();
    let z: Vec<f64> = rows.map(|row| triangle.r(row, triangle.columns().len())).collect();
    let stacked = Stacked::new(columns.len(), r, z);
    let beta = Solution::of(&stacked)?.beta;
    Ok(stacked.residual(&beta).iter().map(|e| e * e).sum())
}

/// Root mean square speed of a channel.
fn typical_speed(segments: &[Segment], channel: usize) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for segment in segments {
        let n = segment.n_samples;
        sum += segment.qd[channel * n..(channel + 1) * n].iter().map(|v| v * v).sum::<f64>();
        count += n;
    }
    (sum / count.max(1) as f64).sqrt()
}
