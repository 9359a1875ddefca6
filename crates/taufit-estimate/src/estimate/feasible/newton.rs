//! Damped Newton steps inside the cone.

use super::duals::Duals;
use super::objective::{Derivatives, Objective, Weights};
use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

/// Outcome of a minimisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NewtonStatus {
    /// The decrement is as small as asked for.
    Centred,
    /// No step makes the value smaller: rounding.
    Stalled,
    /// No steps left.
    OutOfSteps,
}

/// A point and the forces of its constraints.
pub(super) struct Iterate {
    pub(super) y: Vec<f64>,
    pub(super) duals: Duals,
    /// Share of the last step that was taken.
    pub(super) last_length: f64,
}

impl Iterate {
    /// With the forces of a point on the central path.
    pub(super) fn central(objective: &Objective, y: Vec<f64>, weights: &Weights) -> Self {
        let duals = Duals::central(objective, &y, weights);
        Self { y, duals, last_length: 0.0 }
    }

    fn advance(&mut self, objective: &Objective, step: &[f64], length: f64, weights: &Weights) {
        let targets = self.duals.targets(objective, &self.y, step, weights);
        self.duals.advance(&targets, length);
        self.y = along(&self.y, step, length);
        self.last_length = length;
    }
}

/// A primal-dual step towards the minimiser of `f`, as long as the cone and the bounds allow; its length,
/// or `None` where there is none.
pub(super) fn long_step(objective: &Objective, at: &mut Iterate, weights: &Weights) -> Option<f64> {
    const SHORTENINGS: i32 = 100;
    /// Share of the way to the boundary.
    const SHARE: f64 = 0.95;
    let step = newton_step(&objective.derivatives(&at.y, weights, &at.duals)?)?;
    let targets = at.duals.targets(objective, &at.y, &step, weights);
    let inside = |length: &f64| {
        let farther = length / SHARE;
        objective.value(&along(&at.y, &step, farther), weights).is_some()
            && at.duals.allow(&targets, farther)
    };
    let length = (0..SHORTENINGS).map(|k| 0.85_f64.powi(k)).find(inside)?;
    at.advance(objective, &step, length, weights);
    Some(length)
}

/// Minimises `f` from a point inside until `λ² = gᵀH⁻¹g` is less than `tolerance` times the
/// barrier's weight: `λ²/2` is what a quadratic model can still gain (Boyd, Vandenberghe 2004, §9.5).
///
/// Steps are primal-dual: near the boundary, where `−log det` is far from quadratic, they are much longer
/// than steps of the barrier alone (Forsgren, Gill, Wright 2002); `f` decides whether they are taken.
pub(super) fn minimise(
    objective: &Objective,
    at: &mut Iterate,
    weights: &Weights,
    tolerance: f64,
    steps_left: &mut usize,
) -> NewtonStatus {
    loop {
        let derivatives = objective.derivatives(&at.y, weights, &at.duals);
        let Some((gradient, step)) = derivatives.and_then(|d| {
            let step = newton_step(&d)?;
            Some((d.gradient, step))
        }) else {
            return NewtonStatus::Stalled;
        };
        let slope: f64 = gradient.iter().zip(&step).map(|(g, s)| g * s).sum();
        if -slope <= tolerance * weights.barrier {
            return NewtonStatus::Centred;
        }
        if *steps_left == 0 {
            return NewtonStatus::OutOfSteps;
        }
        *steps_left -= 1;
        let Some(length) = line_search(objective, &at.y, weights, &step, slope) else {
            // What is left to gain drowns in the rounding of the value.
            let nothing_left = -slope <= ROUNDING_TOLERANCE * weights.barrier;
            return if nothing_left { NewtonStatus::Centred } else { NewtonStatus::Stalled };
        };
        at.advance(objective, &step, length, weights);
    }
}

/// A decrement at which a failing line search is no concern.
const ROUNDING_TOLERANCE: f64 = 1e-6;

/// `−H⁻¹ g`. Rows and columns are scaled to a unit diagonal first: curvatures of data and of
/// barriers differ by many orders of magnitude, and that is no loss of accuracy after scaling.
fn newton_step(derivatives: &Derivatives) -> Option<Vec<f64>> {
    const RIDGES: [f64; 4] = [0.0, 1e-14, 1e-11, 1e-8];
    let Derivatives { gradient, hessian } = derivatives;
    let n = gradient.len();
    let scale: Vec<f64> = (0..n).map(|i| 1.0 / hessian[(i, i)].sqrt()).collect();
    let right = Mat::from_fn(n, 1, |i, _| -gradient[i] * scale[i]);
    RIDGES.into_iter().find_map(|ridge| {
        let scaled = Mat::from_fn(n, n, |i, j| {
            hessian[(i, j)] * scale[i] * scale[j] + if i == j { ridge } else { 0.0 }
        });
        let solution = scaled.llt(Side::Lower).ok()?.solve(&right);
        let step: Vec<f64> = (0..n).map(|i| solution[(i, 0)] * scale[i]).collect();
        step.iter().all(|x| x.is_finite()).then_some(step)
    })
}

/// The first of 1, ½, ¼, … with which `y + length · step` lies inside and gains enough (Armijo).
fn line_search(
    objective: &Objective,
    y: &[f64],
    weights: &Weights,
    step: &[f64],
    slope: f64,
) -> Option<f64> {
    const ENOUGH: f64 = 1e-4;
    const HALVINGS: i32 = 40;
    let here = objective.value(y, weights)?;
    (0..HALVINGS).map(|k| 0.5_f64.powi(k)).find(|&length| {
        let value = objective.value(&along(y, step, length), weights);
        value.is_some_and(|value| value <= here + ENOUGH * length * slope)
    })
}

/// `y + length · step`.
fn along(y: &[f64], step: &[f64], length: f64) -> Vec<f64> {
    y.iter().zip(step).map(|(y, s)| y + length * s).collect()
}
