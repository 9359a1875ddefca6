//! Conditions that are not linear in the design's variables: torques, the tool, distances.

mod distance;
mod tool;
mod torque;

pub(super) use distance::DistanceGuard;
pub(super) use tool::{ToolGuard, tool_frame, tool_motion};
pub(super) use torque::{TorqueGuard, nominal_torques};

use super::instants::{InstantStates, Instants};
use super::sqp::Nonlinear;
use taufit_dynamics::diagnostics::Result;

/// Distance below its bound, in units of the bound, within which a constraint is passed to the optimiser.
const WATCHED: f64 = 0.25;

/// A condition `value ≤ 0` at one instant.
#[derive(Clone, Debug)]
pub(super) struct Sighting {
    /// Which instant.
    pub(super) instant: usize,
    /// Which of the guard's conditions.
    pub(super) which: usize,
    /// In units of the bound.
    pub(super) value: f64,
    /// Slopes by position, velocity and acceleration of all joints, where they were asked for.
    pub(super) slopes: Option<[Vec<f64>; 3]>,
}

/// A kind of condition, checked at all instants of a motion.
pub(super) trait Guard: Sync {
    /// Conditions whose value exceeds `above`, with slopes if asked for.
    fn look(&self, states: &InstantStates, above: f64, slopes: bool) -> Result<Vec<Sighting>>;

    /// The constraint and its violation, in words and units.
    fn describe(&self, which: usize, value: f64) -> String;
}

/// All guards of a design, at their instants.
pub(super) struct Guards<'a> {
    pub(super) guards: Vec<Box<dyn Guard + 'a>>,
    pub(super) instants: Instants,
    /// Part of every bound that is kept free, for what happens between the instants.
    pub(super) tighten: f64,
}

impl Guards<'_> {
    /// Sum of all violations.
    pub(super) fn violation(&self, x: &[f64]) -> Result<f64> {
        if self.guards.is_empty() {
            return Ok(0.0);
        }
        let states = self.instants.states(x);
        let mut sum = 0.0;
        for guard in &self.guards {
            let seen = guard.look(&states, -self.tighten, false)?;
            sum += seen.iter().map(|s| s.value + self.tighten).sum::<f64>();
        }
        Ok(sum)
    }

    /// Conditions that are broken or nearly so, as constraints on the variables.
    pub(super) fn near(&self, x: &[f64]) -> Result<Vec<Nonlinear>> {
        let mut near = Vec::new();
        if self.guards.is_empty() {
            return Ok(near);
        }
        let states = self.instants.states(x);
        for (g, guard) in self.guards.iter().enumerate() {
            for seen in guard.look(&states, -self.tighten - WATCHED, true)? {
                let Some(slopes) = &seen.slopes else { continue };
                near.push(Nonlinear {
                    id: (g, seen.which, seen.instant),
                    value: seen.value + self.tighten,
                    slopes: self.instants.pull_back_at(seen.instant, slopes),
                });
            }
        }
        Ok(near)
    }
}

/// The worst broken condition: by how much in units of its bound, and in words.
pub(super) fn worst_broken(
    guards: &[Box<dyn Guard + '_>],
    states: &InstantStates,
) -> Result<Option<(f64, String)>> {
    let mut worst: Option<(f64, String)> = None;
    for guard in guards {
        for seen in guard.look(states, 0.0, false)? {
            if worst.as_ref().is_none_or(|(value, _)| seen.value > *value) {
                worst = Some((seen.value, guard.describe(seen.which, seen.value)));
            }
        }
    }
    Ok(worst)
}
