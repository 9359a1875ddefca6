//! A zero position that is off by some degrees.
//!
//! A shift of one joint turns the gravity torques of everything behind it, which centres of mass beside the links
//! would explain as well: the fit absorbs most of it, and the nominal robot shows it. A description with misplaced
//! centres of mass shows the same, but then parameters fitted to the shifted log explain it worse, not better: the axes
//! behind the joint are no longer where they are.

use super::filtered_log::FilteredLog;
use super::fitted_order::fitted_gain;
use super::position_convention::with_convention;
use super::torque_error::TorqueErrors;
use crate::diagnostics::LogWarning;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Samples on which shifts are tried, and on which parameters are fitted to the best one.
const SAMPLES: usize = 300;
const FIT_SAMPLES: usize = 1000;
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
/// Least gain in the logarithm of one joint's torque error that shows the shift of a joint that carries little, if no
/// other joint loses by it. Wrist joints of public logs gain 0.22 at most, and 0.26 to 1.2 back from 0.2 rad.
const JOINT_CLEAR: f64 = 0.25;
/// Torque errors of that joint between which the shift must lie: as logged it misses that much, with the shift it
/// misses at most that much. A description is not better than the one, and beyond the other it explains nothing.
const MISSED: f64 = 0.1;
const EXPLAINED: f64 = 0.5;
/// Least change in the mean logarithm of the errors of fitted parameters that decides. Misplaced centres of mass are
/// fitted, axes behind a shifted joint are not: back from 0.2 rad public logs gain 0.006 to 1.8, and shifts that only a
/// poor description asks for cost 0.006 to 0.66 (simulated arms). Less where no axis behind the joint carries anything.
const FITS: f64 = 0.003;
/// Loss in the logarithm of a joint's torque error that contradicts a shift.
const LOSS: f64 = 0.05;

/// The joint and the shift of its positions with which the nominal robot predicts the torques clearly better, and
/// fitted parameters too where they can tell.
pub(super) fn shifted_zero(robot: &Robot, filtered: &FilteredLog) -> Result<Option<LogWarning>> {
    let (to_fit, filtered) = (&filtered.thinned(FIT_SAMPLES), &filtered.thinned(SAMPLES));
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
    let Some((joint, shift_rad, errors)) = best else { return Ok(None) };
    let falls = errors.score() + CLEAR <= as_logged.score();
    let by_all = falls && errors.total <= LESS * as_logged.total;
    if !by_all && !is_shown_by_one(&as_logged, &errors) {
        return Ok(None);
    }
    let shifted = with_convention(to_fit, joint, 1.0, shift_rad);
    let is_shown = match fitted_gain(robot, to_fit, &shifted)? {
        Some(gain) if gain.abs() >= FITS => gain > 0.0,
        _ => by_all,
    };
    let names: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    Ok(is_shown.then(|| LogWarning::PositionZero {
        joint: names[joint].clone(),
        shift_rad,
        torque_error: as_logged.largest_gain(&errors, &names),
    }))
}

/// Whether one joint alone shows a shift.
fn is_shown_by_one(as_logged: &TorqueErrors, shifted: &TorqueErrors) -> bool {
    let gains = as_logged.gains(shifted);
    let shows = |j: usize| {
        gains[j] >= JOINT_CLEAR && as_logged.joints[j] >= MISSED && shifted.joints[j] <= EXPLAINED
    };
    (0..gains.len()).any(shows) && gains.iter().all(|gain| *gain >= -LOSS)
}
