//! Meaning of efforts by their size beside gravity: joint torques, motor torques or currents.

use super::effort::{EffortFit, are_witnesses};
use crate::diagnostics::{EffortGuess, LogWarning};
use taufit_data::recording::EffortKind;
use taufit_data::signal::median;
use taufit_dynamics::model::{Joint, Robot};

/// Largest factor between a torque and nominal gravity torque, either way: robots carry loads
/// that their description does not know, and descriptions err.
const PLAUSIBLE: f64 = 3.0;
/// Largest factor between a constant and the one that the robot has, either way.
const SAME: f64 = 2.0;
/// Largest joint torque per ampere of a robot arm \[N·m/A\]; with a gear ratio of 100, motors have
/// 0.05 to 0.3 N·m/A. What needs more is torque before a gear.
const HIGHEST_NM_PER_A: f64 = 40.0;

/// Suggested kind of the efforts, and a finding if the log states another.
pub(super) struct Guess {
    pub(super) looks_like: EffortGuess,
    pub(super) reason: String,
    pub(super) finding: Option<LogWarning>,
}

/// Guesses. `factors` are torque constants, 1 for torques, `None` where they are not known.
pub(super) fn guess(
    robot: &Robot,
    fits: &[EffortFit],
    kind: EffortKind,
    factors: &[Option<f64>],
) -> Guess {
    let stated = match kind {
        EffortKind::Torque => EffortGuess::JointTorque,
        EffortKind::Current => EffortGuess::Current,
    };
    let gains: Vec<f64> =
        fits.iter().filter_map(EffortFit::clear).map(|(gain, _)| gain.abs()).collect();
    let Some(gain) = median(&gains).filter(|_| are_witnesses(gains.len(), fits)) else {
        let reason =
            "gravity does not show clearly enough in the efforts; taken as stated by the log";
        return Guess { looks_like: stated, reason: reason.to_owned(), finding: None };
    };
    let constants: Vec<(String, f64)> =
        fits.iter().filter_map(|fit| Some((fit.joint.clone(), fit.nm_per_unit?))).collect();
    let per_unit: Vec<f64> = constants.iter().map(|(_, constant)| *constant).collect();
    let nm_per_unit = median(&per_unit).unwrap_or(1.0);
    let are_torques = factors.iter().all(Option::is_some);
    // One joint may carry a counterbalance or a load: a unit concerns all of them.
    let plausible = gains.iter().filter(|gain| is_within(**gain, 1.0, PLAUSIBLE)).count();
    let (looks_like, why) = if are_torques && 3 * plausible > gains.len() {
        (stated, "as large as nominal gravity torques".to_owned())
    } else {
        match kind {
            EffortKind::Torque => no_torques(robot, fits, nm_per_unit),
            EffortKind::Current => currents(nm_per_unit, are_torques),
        }
    };
    let n = gains.len();
    let reason = format!("{why}: {gain:.3} of nominal gravity, median of {n} joints");
    let finding = (looks_like != stated).then_some(LogWarning::EffortScale {
        looks_like,
        gain,
        nm_per_unit: constants,
    });
    Guess { looks_like, reason, finding }
}

/// Meaning of currents whose constants are not known, or do not make torques of them.
fn currents(nm_per_unit: f64, are_torques: bool) -> (EffortGuess, String) {
    if is_within(nm_per_unit, 1.0, SAME) {
        (EffortGuess::JointTorque, "as large as torques without any constant".to_owned())
    } else if are_torques {
        (EffortGuess::Unknown, "the torque constants do not make torques of them".to_owned())
    } else {
        (EffortGuess::Current, format!("{nm_per_unit:.2} N·m/A would make torques of them"))
    }
}

/// Meaning of efforts declared as torques that are too small, or too large.
fn no_torques(robot: &Robot, fits: &[EffortFit], nm_per_unit: f64) -> (EffortGuess, String) {
    let constant = |joint: &Joint| joint.motor.torque_constant_nm_a;
    let ratio = |joint: &Joint| joint.motor.gear_ratio.map(f64::abs);
    if nm_per_unit < 1.0 {
        (EffortGuess::Unknown, "larger than any load explains".to_owned())
    } else if agrees(robot, fits, constant) {
        (EffortGuess::Current, "off by the torque constants of the robot".to_owned())
    } else if agrees(robot, fits, ratio) {
        (EffortGuess::MotorTorque, "off by the gear ratios of the robot".to_owned())
    } else if nm_per_unit <= HIGHEST_NM_PER_A {
        (EffortGuess::Current, format!("off by {nm_per_unit:.1}, a usual torque constant in N·m/A"))
    } else {
        (EffortGuess::MotorTorque, format!("off by {nm_per_unit:.0}, a usual gear ratio"))
    }
}

/// Whether most joints need about the factor that the robot has for them.
fn agrees(robot: &Robot, fits: &[EffortFit], known: impl Fn(&Joint) -> Option<f64>) -> bool {
    let pairs = robot.dof_joint_iter().zip(fits);
    let needed: Vec<(Option<f64>, f64)> =
        pairs.filter_map(|(joint, fit)| Some((known(joint), fit.nm_per_unit?))).collect();
    let same = |(known, needed): &&(Option<f64>, f64)| {
        known.is_some_and(|known| is_within(*needed, known, SAME))
    };
    2 * needed.iter().filter(same).count() > needed.len()
}

fn is_within(x: f64, wanted: f64, factor: f64) -> bool {
    x >= wanted / factor && x <= wanted * factor
}
