//! Torque error of the nominal robot as a log is read, with two joints swapped, and with another sign or
//! zero of one joint.
//!
//! Gravity alone does not separate neighbouring joints with parallel axes: their gravity torques are
//! alike. The whole nominal torque, taken at its own scale, does.

use super::filtered_log::FilteredLog;
use super::nominal::{Nominal, own_effects};
use super::position_convention::{CONVENTIONS, with_convention};
use crate::diagnostics::TorqueErrorChange;
use crate::regression::rms;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Total error up to which nominal links are those of the robot: public logs have 0.10 to 0.18, the
/// description of a similar arm 0.42 and more.
const PLAUSIBLE: f64 = 0.3;
/// Error of a joint from which on the nominal torque is worse than none. Public logs reach 1.00.
const WORSE_THAN_NONE: f64 = 1.02;
/// Error that a joint must come down to where the nominal torque was worse than none, for a swap of joints that
/// carry little: descriptions that misplace the centre of mass of a last link by a centimetre make its torque
/// worse than none, and another order of such joints explains them by chance, but not well.
const WELL: f64 = 0.5;
/// Least gain in the mean logarithm of the errors. Swapped joints of public logs lose 0.48 to 1.6, correct
/// columns gain less than 0.003 by any swap, and 0.005 by any sign or zero.
const CLEAR: f64 = 0.1;
/// Errors below this are as good as nothing.
const EXPLAINED: f64 = 0.03;

/// Torque errors `|τ − τ̂|/|τ|` (rms).
pub(super) struct TorqueErrors {
    pub(super) joints: Vec<f64>,
    pub(super) total: f64,
    /// Origin of `τ̂`, in words.
    model: &'static str,
}

impl TorqueErrors {
    /// From `|τ − τ̂|²` and `|τ|²` of every joint.
    pub(super) fn of_squares(model: &'static str, squares: &[(f64, f64)]) -> Self {
        let ratio = |left: f64, all: f64| if all > 0.0 { (left / all).sqrt() } else { 1.0 };
        let sum = |of: fn(&(f64, f64)) -> f64| squares.iter().map(of).sum::<f64>();
        let joints = squares.iter().map(|(left, all)| ratio(*left, *all)).collect();
        Self { joints, total: ratio(sum(|p| p.0), sum(|p| p.1)), model }
    }

    /// Of the nominal robot, with offset, friction and own inertia of every joint fitted.
    pub(super) fn of_nominal(robot: &Robot, filtered: &FilteredLog) -> Result<Self> {
        let natural: Vec<usize> = (0..filtered.q.len()).collect();
        let nominal = Nominal::new(robot, filtered, &natural)?;
        let pair = |j: usize| {
            let own = own_effects(filtered, j);
            let torque = nominal.gravity[j].iter().zip(&nominal.inertial[j]).map(|(g, i)| g + i);
            let left: Vec<f64> =
                filtered.effort[j].iter().zip(torque).map(|(e, t)| e - t).collect();
            let square = |x: Vec<f64>| rms(&own.without(&x)).powi(2);
            (square(left), square(filtered.effort[j].clone()))
        };
        let pairs: Vec<(f64, f64)> = natural.into_iter().map(pair).collect();
        Ok(Self::of_squares("the nominal robot", &pairs))
    }

    fn worst(&self) -> f64 {
        self.joints.iter().copied().fold(0.0, f64::max)
    }

    /// Whether the nominal links are those of the robot and no joint contradicts them.
    fn is_plausible(&self) -> bool {
        self.total <= PLAUSIBLE && self.worst() <= WORSE_THAN_NONE
    }

    /// Mean logarithm of the errors: every joint counts alike, however large its efforts are.
    pub(super) fn score(&self) -> f64 {
        let logarithms = self.joints.iter().map(|error| error.max(EXPLAINED).ln());
        logarithms.sum::<f64>() / self.joints.len().max(1) as f64
    }

    /// Logarithm of the factor by which the error of each joint falls from `self` to `after`.
    pub(super) fn gains(&self, after: &Self) -> Vec<f64> {
        let pairs = self.joints.iter().zip(&after.joints);
        pairs.map(|(before, after)| (before.max(EXPLAINED) / after.max(EXPLAINED)).ln()).collect()
    }

    /// The joint whose error falls most, with its errors as read (`self`) and `after`.
    pub(super) fn largest_gain(&self, after: &Self, names: &[String]) -> Option<TorqueErrorChange> {
        let gains = self.gains(after);
        let joint = (0..names.len()).max_by(|a, b| gains[*a].total_cmp(&gains[*b]))?;
        Some(TorqueErrorChange {
            model: self.model,
            joint: names[joint].clone(),
            before_percent: 100.0 * self.joints[joint],
            percent: 100.0 * after.joints[joint],
        })
    }
}

/// Every two coordinates.
pub(super) fn pairs(robot: &Robot) -> impl Iterator<Item = [usize; 2]> {
    (0..robot.n_dof()).flat_map(|a| (0..a).map(move |b| [b, a]))
}

/// An assumption about the columns of a log other than that they are in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Assumption {
    /// Two joints swapped: the efforts alone, or positions and velocities too.
    Swapped { joints: [usize; 2], positions_too: bool },
    /// A sign or zero of one joint's positions, by its place among the conventions.
    Convention { joint: usize, place: usize },
}

impl Assumption {
    fn all(robot: &Robot) -> Vec<Self> {
        let joints = 0..robot.n_dof();
        let swapped = pairs(robot).flat_map(|joints| {
            [true, false].map(|positions_too| Self::Swapped { joints, positions_too })
        });
        let revolute = joints.filter(|&j| !robot.dof_joint(j).is_prismatic());
        let places = 0..CONVENTIONS.len();
        let conventions = revolute
            .flat_map(|joint| places.clone().map(move |place| Self::Convention { joint, place }));
        swapped.chain(conventions).collect()
    }

    /// The log as it should be read if the assumption is true.
    pub(super) fn applied(self, filtered: &FilteredLog) -> FilteredLog {
        match self {
            Self::Swapped { joints: [a, b], positions_too } => {
                let mut filtered = filtered.clone();
                filtered.effort.swap(a, b);
                if positions_too {
                    let FilteredLog { q, qd, qdd, direction, .. } = &mut filtered;
                    [q, qd, qdd, direction].into_iter().for_each(|channel| channel.swap(a, b));
                }
                filtered
            }
            Self::Convention { joint, place } => {
                let (factor, shift, _) = CONVENTIONS[place];
                with_convention(filtered, joint, factor, shift)
            }
        }
    }

    /// Whether the torques show it: the nominal robot misses most of them as read, or contradicts a joint that
    /// is swapped, and hits them then.
    fn is_shown(self, as_read: &TorqueErrors, then: &TorqueErrors) -> bool {
        let is_mended = |j: &usize| as_read.joints[*j] > WORSE_THAN_NONE && then.joints[*j] <= WELL;
        let is_needed = match self {
            Self::Swapped { joints, .. } => joints.iter().any(is_mended),
            Self::Convention { .. } => false,
        };
        let is_clear = then.score() + CLEAR <= as_read.score();
        (is_needed || as_read.total > PLAUSIBLE) && is_clear && then.is_plausible()
    }
}

/// Total error of the right robot with an unknown load or a counterbalance at most.
const OTHER_ROBOT: f64 = 0.5;

/// Whether the nominal robot predicts torques so well that it can be the robot of the log.
pub(super) fn is_explained(robot: &Robot, filtered: &FilteredLog) -> Result<bool> {
    Ok(TorqueErrors::of_nominal(robot, filtered)?.total <= OTHER_ROBOT)
}

/// Whether the torques of the nominal robot are worse than none.
pub(super) fn is_contradicted(robot: &Robot, filtered: &FilteredLog) -> Result<bool> {
    Ok(TorqueErrors::of_nominal(robot, filtered)?.total > WORSE_THAN_NONE)
}

/// The assumption under which the nominal robot predicts the torques clearly better than as read, if it
/// misses them as read and hits them then.
pub(super) fn better_assumption(
    robot: &Robot,
    filtered: &FilteredLog,
    names: &[String],
) -> Result<Option<(Assumption, Option<TorqueErrorChange>)>> {
    let as_read = TorqueErrors::of_nominal(robot, filtered)?;
    if as_read.is_plausible() {
        return Ok(None);
    }
    let mut best: Option<(Assumption, TorqueErrors)> = None;
    for assumption in Assumption::all(robot) {
        let errors = TorqueErrors::of_nominal(robot, &assumption.applied(filtered))?;
        let is_best = best.as_ref().is_none_or(|(_, best)| errors.score() < best.score());
        if is_best && assumption.is_shown(&as_read, &errors) {
            best = Some((assumption, errors));
        }
    }
    let Some((assumption, errors)) = best else { return Ok(None) };
    // A reversed sign, which is looked for elsewhere, explains swapped and turned joints away.
    match reversed_score(robot, filtered)? <= errors.score() {
        true => Ok(None),
        false => Ok(Some((assumption, as_read.largest_gain(&errors, names)))),
    }
}

/// Best score with the efforts of all joints negated, those of one joint, or gravity.
fn reversed_score(robot: &Robot, filtered: &FilteredLog) -> Result<f64> {
    let negated = |joints: std::ops::Range<usize>| {
        let mut filtered = filtered.clone();
        filtered.effort[joints].iter_mut().flatten().for_each(|effort| *effort = -*effort);
        filtered
    };
    let n_dof = robot.n_dof();
    let upside_down = robot.clone().with_gravity(-robot.gravity_in_world());
    let mut best = TorqueErrors::of_nominal(&upside_down, filtered)?.score();
    for joints in (0..n_dof).map(|j| j..j + 1).chain(std::iter::once(0..n_dof)) {
        best = best.min(TorqueErrors::of_nominal(robot, &negated(joints))?.score());
    }
    Ok(best)
}
