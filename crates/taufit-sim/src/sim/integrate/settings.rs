//! Accuracy of the integration.

use super::super::plant::State;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// Accuracy of the simulated motion.
///
/// By default positions rule: a slow motion whose position is right has the right velocity, and the ringing
/// of light links on stiff springs, fast and of no extent, is damped instead of followed. Where it matters,
/// allow smaller errors of velocities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IntegratorSettings {
    /// Longest step \[s\]; positive.
    pub max_step_s: f64,
    /// Error of a position that a step may make \[rad or m\]; positive.
    pub position_error_rad: f64,
    /// Error of a velocity that a step may make \[rad/s or m/s\]; positive.
    pub velocity_error_rad_s: f64,
    /// The same relative to the velocity.
    pub relative_error: f64,
}

impl Default for IntegratorSettings {
    fn default() -> Self {
        Self {
            max_step_s: 0.01,
            position_error_rad: 1e-8,
            velocity_error_rad_s: 1e-3,
            relative_error: 1e-4,
        }
    }
}

impl IntegratorSettings {
    pub(super) fn validate(&self) -> Result<()> {
        InputError::check_positive("max_step_s", self.max_step_s)?;
        InputError::check_positive("position_error_rad", self.position_error_rad)?;
        InputError::check_positive("velocity_error_rad_s", self.velocity_error_rad_s)?;
        InputError::check_positive("relative_error", self.relative_error)
    }

    /// Largest error in units of what is allowed.
    pub(super) fn share(&self, end: &State, error: &State) -> f64 {
        let of = |i: usize| {
            let velocity = self.velocity_error_rad_s + self.relative_error * end.qd[i].abs();
            (error.q[i].abs() / self.position_error_rad).max(error.qd[i].abs() / velocity)
        };
        let no_number = |share: f64| if share.is_nan() { f64::INFINITY } else { share };
        (0..end.q.len()).map(|i| no_number(of(i))).fold(0.0, f64::max)
    }
}
