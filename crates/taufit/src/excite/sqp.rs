//! The optimiser: sequential quadratic programming with a damped BFGS curvature.
//!
//! Limits that are linear in the variables hold at every iterate; the others (torque, tool, distances)
//! enter with an exact ℓ₁ penalty, so that a start that violates them is led back.

use super::linear::LinearLimits;
use super::qp::{Step, StepProblem};
use crate::diagnostics::Result;
use faer::Mat;

/// A constraint `value ≤ 0` at the current motion, with its slopes.
#[derive(Clone, Debug)]
pub(super) struct Nonlinear {
    /// Which one it is, the same at every motion.
    pub(super) id: (usize, usize, usize),
    pub(super) value: f64,
    pub(super) slopes: Vec<f64>,
}

/// What is to be minimised under which conditions.
pub(super) trait Objective {
    /// Value of the criterion.
    fn value(&self, x: &[f64]) -> Result<f64>;
    /// Value and slopes of the criterion.
    fn judge(&self, x: &[f64]) -> Result<(f64, Vec<f64>)>;
    /// Sum of the violations of non-linear constraints.
    fn violation(&self, x: &[f64]) -> Result<f64>;
    /// Non-linear constraints that are violated or near it.
    fn near(&self, x: &[f64]) -> Result<Vec<Nonlinear>>;
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) iterations: usize,
    /// Expected gain of a step below which it is over.
    pub(super) tolerance: f64,
    /// Price of violating a non-linear constraint by one unit.
    pub(super) price: f64,
}

/// Where an optimisation ended.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) x: Vec<f64>,
    pub(super) violation: f64,
}

/// Descends from `x`; `go_on` is asked before every iteration with the current criterion.
pub(super) fn descend(
    objective: &dyn Objective,
    limits: &LinearLimits,
    x: Vec<f64>,
    effort: Effort,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Result<Descent> {
    let mut at = Iterate::new(objective, x)?;
    let mut curvature = Mat::<f64>::identity(at.x.len(), at.x.len());
    let mut fresh = true;
    for _ in 0..effort.iterations {
        if !go_on(at.value) {
            break;
        }
        let mut problem = StepProblem::new(effort.price);
        limits.add_to(&mut problem, &at.x);
        for c in &at.near {
            problem.soft_limit(c.slopes.clone(), -c.value);
        }
        let Some(step) = problem.solve(&curvature, &at.slopes).map(|s| within(limits, &at.x, s))
        else {
            if fresh {
                break;
            }
            curvature = Mat::identity(at.x.len(), at.x.len());
            fresh = true;
            continue;
        };
        let expected = at.expected_gain(&step, effort.price);
        let Some(next) = search(objective, &at, &step, expected, effort.price)? else {
            if fresh {
                break;
            }
            curvature = Mat::identity(at.x.len(), at.x.len());
            fresh = true;
            continue;
        };
        let bend = next.lagrangian_slopes(&step, &at);
        update(&mut curvature, &difference(&next.x, &at.x), &bend, fresh);
        fresh = false;
        let gain = at.merit(effort.price) - next.merit(effort.price);
        at = next;
        if expected < effort.tolerance && gain < effort.tolerance {
            break;
        }
    }
    Ok(Descent { x: at.x, violation: at.violation })
}

/// The step, shortened where it would leave limits that the step problem did not know of.
fn within(limits: &LinearLimits, x: &[f64], mut step: Step) -> Step {
    let ahead: Vec<f64> = x.iter().zip(&step.d).map(|(x, d)| x + d).collect();
    let reach = limits.reach(x, &ahead).clamp(0.0, 1.0);
    step.d.iter_mut().for_each(|d| *d *= reach);
    step
}

/// A point with all that is known there.
struct Iterate {
    x: Vec<f64>,
    value: f64,
    slopes: Vec<f64>,
    violation: f64,
    near: Vec<Nonlinear>,
}

impl Iterate {
    fn new(objective: &dyn Objective, x: Vec<f64>) -> Result<Self> {
        let (value, slopes) = objective.judge(&x)?;
        let (violation, near) = (objective.violation(&x)?, objective.near(&x)?);
        Ok(Self { x, value, slopes, violation, near })
    }

    fn merit(&self, price: f64) -> f64 {
        self.value + price * self.violation
    }

    /// By how much the merit should fall along the step, to first order.
    fn expected_gain(&self, step: &Step, price: f64) -> f64 {
        let ahead = |c: &Nonlinear| (c.value + dot(&c.slopes, &step.d)).max(0.0);
        let now: f64 = self.near.iter().map(|c| c.value.max(0.0)).sum();
        let then: f64 = self.near.iter().map(ahead).sum();
        -dot(&self.slopes, &step.d) + price * (now - then)
    }

    /// Change of the Lagrangian's slopes from `before` to here; limits that are linear, and constraints
    /// that are watched at one of the two only, have no part in it.
    fn lagrangian_slopes(&self, step: &Step, before: &Self) -> Vec<f64> {
        let mut bend = difference(&self.slopes, &before.slopes);
        for (old, multiplier) in before.near.iter().zip(&step.soft_multipliers) {
            let Some(new) = self.near.iter().find(|c| c.id == old.id) else { continue };
            let change = new.slopes.iter().zip(&old.slopes).map(|(new, old)| new - old);
            bend.iter_mut().zip(change).for_each(|(b, c)| *b += multiplier * c);
        }
        bend
    }
}

/// Shortens the step until the merit falls by a share of what was expected; `None` if it never does.
fn search(
    objective: &dyn Objective,
    at: &Iterate,
    step: &Step,
    expected: f64,
    price: f64,
) -> Result<Option<Iterate>> {
    const MOST_HALVINGS: usize = 12;
    const SHARE: f64 = 1e-4;
    if expected.is_nan() || expected <= 0.0 {
        return Ok(None);
    }
    let mut length = 1.0;
    for _ in 0..MOST_HALVINGS {
        let x: Vec<f64> = at.x.iter().zip(&step.d).map(|(x, d)| x + length * d).collect();
        let merit = objective.value(&x)? + price * objective.violation(&x)?;
        if merit <= at.merit(price) - SHARE * length * expected {
            return Iterate::new(objective, x).map(Some);
        }
        length *= 0.4;
    }
    Ok(None)
}

/// Powell's damped BFGS update with step `s` and change of slopes `y`; the first one sets the scale.
fn update(curvature: &mut Mat<f64>, s: &[f64], y: &[f64], first: bool) {
    let n = s.len();
    let (sy, ss) = (dot(s, y), dot(s, s));
    if ss == 0.0 {
        return;
    }
    if first {
        let scale = (sy.abs() / ss).clamp(1e-6, 1e6);
        *curvature = Mat::from_fn(n, n, |i, k| if i == k { scale } else { 0.0 });
    }
    let bs: Vec<f64> =
        (0..n).map(|i| curvature.col_as_slice(i).iter().zip(s).map(|(b, s)| b * s).sum()).collect();
    let sbs = dot(s, &bs);
    let share = if sy >= 0.2 * sbs { 1.0 } else { 0.8 * sbs / (sbs - sy) };
    let y: Vec<f64> = y.iter().zip(&bs).map(|(y, b)| share * y + (1.0 - share) * b).collect();
    let sy = dot(s, &y);
    if !(sy > 0.0 && sbs > 0.0) {
        return;
    }
    for k in 0..n {
        for i in 0..n {
            curvature[(i, k)] += y[i] * y[k] / sy - bs[i] * bs[k] / sbs;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
