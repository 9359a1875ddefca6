//! A first point inside the bounds of the user.

use super::newton::{Iterate, minimise};
use super::objective::{Objective, Weights};
use crate::diagnostics::EstimateError;
use taufit_dynamics::diagnostics::Result;

/// Moves `y`, inside the cone, inside the bounds as well.
///
/// Bounds are moved outwards until `y` is inside; then the centre is sought and the bounds are moved
/// back as far as the centre allows, until they are where they belong (phase I of the barrier method,
/// Boyd, Vandenberghe 2004, §11.4).
pub(super) fn enter_bounds(objective: &Objective, y: &mut Vec<f64>) -> Result<()> {
    const ROUNDS: usize = 60;
    const STEPS: usize = 50;
    const CENTRED: f64 = 1e-2;
    let mut shift = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (outside, _) = worst(objective, y);
        if outside < 0.0 {
            return Ok(());
        }
        // Nine tenths of the way from the old bounds to the point.
        shift = if shift.is_finite() { outside + 0.1 * (shift - outside) } else { outside + 1.0 };
        let weights = Weights { data: 0.0, prior: 1.0, barrier: 1.0, shift };
        let mut at = Iterate::central(objective, std::mem::take(y), &weights);
        minimise(objective, &mut at, &weights, CENTRED, &mut STEPS.clone());
        *y = at.y;
    }
    let (_, bound) = worst(objective, y);
    Err(EstimateError::BoundsContradict { bound }.into())
}

/// Largest violation of a bound at `y`, negative inside; and which bound that is.
fn worst(objective: &Objective, y: &[f64]) -> (f64, String) {
    let pi = objective.coordinates.to_pi(y);
    let outside = objective.halfspaces.iter().map(|h| (-h.slack(&pi), h));
    let worst = outside.max_by(|a, b| a.0.total_cmp(&b.0));
    worst.map_or((-1.0, String::new()), |(by, h)| (by, h.name.clone()))
}
