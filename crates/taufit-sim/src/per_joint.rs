//! Settings that are given per joint, once for all, or not at all; limits of joints, given or assumed.

use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;

/// Assumed where a joint has no limit: speed \[rad/s or m/s\], and time to reach it \[s\].
const ASSUMED_SPEED: f64 = 1.0;
const ASSUMED_RISE_S: f64 = 0.4;

/// The value of joint `dof`: its own, the one that serves all, or zero.
pub(super) fn per_joint(values: &[f64], dof: usize) -> f64 {
    match values {
        [] => 0.0,
        [all] => *all,
        each => each[dof],
    }
}

/// Refuses lists that fit no joint count, and values that are negative or not finite.
pub(super) fn check_per_joint(what: &'static str, values: &[f64], n_dof: usize) -> Result<()> {
    if values.len() > 1 && values.len() != n_dof {
        return Err(
            InputError::LengthMismatch { what, expected: n_dof, found: values.len() }.into()
        );
    }
    values.iter().try_for_each(|value| InputError::check_not_negative(what, *value))
}

/// Refuses a joint vector of the wrong length or with numbers that are not finite.
pub(super) fn check_joint_vector(what: &'static str, values: &[f64], n_dof: usize) -> Result<()> {
    if values.len() != n_dof {
        return Err(
            InputError::LengthMismatch { what, expected: n_dof, found: values.len() }.into()
        );
    }
    match values.iter().position(|x| !x.is_finite()) {
        Some(i) => {
            Err(InputError::NotFinite { element: format!("joint {}", i + 1), field: what }.into())
        }
        None => Ok(()),
    }
}

/// Top speed of a joint, its own or assumed \[rad/s or m/s\].
pub(super) fn speed_limit(robot: &Robot, dof: usize) -> f64 {
    robot.dof_joint(dof).limits.velocity.filter(|v| *v > 0.0).unwrap_or(ASSUMED_SPEED)
}

/// Top acceleration of a joint, its own or assumed \[rad/s² or m/s²\].
pub(super) fn acceleration_limit(robot: &Robot, dof: usize) -> f64 {
    let own = robot.dof_joint(dof).limits.acceleration.filter(|a| *a > 0.0);
    own.unwrap_or_else(|| speed_limit(robot, dof) / ASSUMED_RISE_S)
}
