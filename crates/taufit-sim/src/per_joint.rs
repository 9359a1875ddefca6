//! Settings that are given per joint, once for all, or not at all.

use taufit_dynamics::diagnostics::{InputError, Result};

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
