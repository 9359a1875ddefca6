//! The central path: from the prior to the constrained optimum.

use super::newton::{Iterate, NewtonStatus, long_step, minimise};
use super::objective::{Objective, Weights};
use super::result::FeasibleStatus;
use super::settings::FeasibleSettings;

/// Where the path ended.
pub(super) struct PathEnd {
    pub(super) y: Vec<f64>,
    pub(super) weights: Weights,
    /// Bound on the cost above the optimum.
    pub(super) gap: f64,
    pub(super) iterations: usize,
    pub(super) status: FeasibleStatus,
}

/// Approaches the optimum with long primal-dual steps while the weight of the barriers shrinks, then
/// centres.
///
/// The path ends where what the barriers can have cost is less than `accuracy` times the cost, or than
/// 1e-14 of the data where the constraints cost nothing.
pub(super) fn follow(
    objective: &Objective,
    start: Vec<f64>,
    settings: &FeasibleSettings,
) -> PathEnd {
    let energy = objective.data.energy(objective.coordinates.beta(&start));
    let mut barrier = first_weight(objective, &start, energy);
    let mut steps_left = settings.max_iterations;
    let mut at = Iterate::central(objective, start, &weights(barrier, settings));
    let near = |y: &[f64], weights: &Weights| {
        let target = f64::max(settings.accuracy * objective.cost(y), 1e-14 * energy);
        gap(objective, y, weights, settings) <= target
    };
    // Centring moves the point, and with it what the barriers can have cost: both must hold at the end.
    let outcome = loop {
        let weights = weights(barrier, settings);
        let outcome = if near(&at.y, &weights) {
            minimise(objective, &mut at, &weights, AT_THE_END, &mut steps_left)
        } else {
            shrink(objective, &mut at, &mut barrier, settings, &mut steps_left)
        };
        let at_end = weights.barrier == barrier && near(&at.y, &weights);
        if at_end || outcome != NewtonStatus::Centred {
            break outcome;
        }
    };
    let weights = weights(barrier, settings);
    let gap = gap(objective, &at.y, &weights, settings);
    let iterations = settings.max_iterations - steps_left;
    PathEnd { y: at.y, weights, gap, iterations, status: outcome.into() }
}

/// Decrement at which the prior's part of the answer is good to six digits.
const AT_THE_END: f64 = 1e-12;

/// One step towards a smaller weight: the smaller, the longer the last steps were.
fn shrink(
    objective: &Objective,
    at: &mut Iterate,
    barrier: &mut f64,
    settings: &FeasibleSettings,
    steps_left: &mut usize,
) -> NewtonStatus {
    if *steps_left == 0 {
        return NewtonStatus::OutOfSteps;
    }
    *steps_left -= 1;
    let factor = match at.last_length {
        long if long > 0.9 => 0.2,
        middle if middle > 0.5 => 0.5,
        _ => 0.9,
    };
    match long_step(objective, at, &weights(factor * *barrier, settings)) {
        Some(length) => {
            // A step of this length brings Z P this far towards the smaller weight.
            *barrier *= 1.0 - length * (1.0 - factor);
            NewtonStatus::Centred
        }
        None => NewtonStatus::Stalled,
    }
}

/// A weight at which barriers and data pull alike at the start.
fn first_weight(objective: &Objective, start: &[f64], energy: f64) -> f64 {
    let (links, others) = objective.spread(start);
    f64::max(objective.cost(start), 1e-6 * energy) / (links + others)
}

fn weights(barrier: f64, settings: &FeasibleSettings) -> Weights {
    let prior = settings.prior_weight.unwrap_or(0.0).max(barrier);
    Weights { data: 1.0, prior, barrier, shift: 0.0 }
}

/// Bound on the cost of the weights beyond those that the user asked for.
fn gap(objective: &Objective, y: &[f64], weights: &Weights, settings: &FeasibleSettings) -> f64 {
    let (links, others) = objective.spread(y);
    let wanted = settings.prior_weight.unwrap_or(0.0);
    (weights.prior - wanted) * links + weights.barrier * others
}

impl From<NewtonStatus> for FeasibleStatus {
    fn from(outcome: NewtonStatus) -> Self {
        match outcome {
            NewtonStatus::Centred => Self::Converged,
            NewtonStatus::Stalled => Self::Stalled,
            NewtonStatus::OutOfSteps => Self::MaxIterations,
        }
    }
}
