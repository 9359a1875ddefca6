//! A zero position that is off by some degrees.
//!
//! A shift of one joint turns the gravity torques of everything behind it, which centres of mass beside the links
//! would explain as well: the fit absorbs it, and only the nominal robot shows it.

use super::filtered_log::FilteredLog;
use super::position_convention::with_convention;
use super::torque_error::TorqueErrors;
use crate::diagnostics::LogWarning;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Step between the shifts that are tried \[rad\].
const STEP_RAD: f64 = 0.1;
/// Steps either way; 90 and 180 degrees are tried elsewhere.
const STEPS: i32 = 5;
/// Least gain in the mean logarithm of the torque errors of the joints. Public logs gain 0.05 at most by any shift,
/// and 0.14 to 1.3 back from a shift of 0.2 rad.
const CLEAR: f64 = 0.1;
/// Largest total torque error with the shift over that without it. Descriptions whose centres of mass are off by
/// centimetres reach 0.91 (simulated arms), public logs shifted by 0.2 rad 0.14 to 0.90.
const LESS: f64 = 0.9;

/// The joint and the shift of its positions with which the nominal robot predicts the torques clearly better.
pub(super) fn shifted_zero(robot: &Robot, filtered: &FilteredLog) -> Result<Option<LogWarning>> {
    let as_logged = TorqueErrors::of_nominal(robot, filtered)?;
    let mut best: Option<(usize, f64, TorqueErrors)> = None;
    let revolute = (0..robot.n_dof()).filter(|&j| !robot.dof_joint(j).is_prismatic());
    for joint in revolute {
        for shift in (-STEPS..=STEPS).filter(|k| *k != 0).map(|k| STEP_RAD * f64::from(k)) {
            let shifted = with_convention(filtered, joint, 1.0, shift);
            let errors = TorqueErrors::of_nominal(robot, &shifted)?;
            if best.as_ref().is_none_or(|(_, _, best)| errors.score() < best.score()) {
                best = Some((joint, shift, errors));
            }
        }
    }
    let is_clear = |errors: &TorqueErrors| {
        errors.score() + CLEAR <= as_logged.score() && errors.total <= LESS * as_logged.total
    };
    let shown = best.filter(|(_, _, errors)| is_clear(errors));
    Ok(shown.map(|(joint, shift_rad, errors)| LogWarning::PositionZero {
        joint: robot.dof_joint(joint).name.clone(),
        shift_rad,
        before_percent: 100.0 * as_logged.total,
        percent: 100.0 * errors.total,
    }))
}
