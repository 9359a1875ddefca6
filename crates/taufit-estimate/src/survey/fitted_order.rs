//! Order of the joints under which some parameters, whatever they are, explain the torques best.
//!
//! Wrong links of a description do not matter here: the base parameters, rotor inertias and friction are
//! fitted to the log as read and with every two joints swapped.

use super::filtered_log::FilteredLog;
use super::torque_error::{Assumption, TorqueErrors, pairs};
use crate::diagnostics::TorqueErrorChange;
use crate::estimate::{Estimate, EstimateStatus, Weighting, least_squares};
use crate::regression::rms;
use taufit_data::evidence::{JointEvidence, RowSettings, Stretch, observe};
use taufit_dynamics::base::{Base, BaseSettings};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::Samples;
use taufit_dynamics::friction::FrictionShape;
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// Least gain in the mean logarithm of the torque errors. Swapped joints of public logs (UR10, UR10e, Panda) cost
/// 0.23 and more, but for the last two of UR arms without a load, which are too much alike: 0.03 and 0.08. No
/// swap of correct columns gains anything, also with the description of another arm.
const CLEAR: f64 = 0.1;
/// Samples below this share of a joint's rms speed are left out: filtered friction is neither sticking nor sliding.
const SLOW: f64 = 0.2;
/// Total error from which on no parameters explain the torques: it is another robot.
const NOT_EXPLAINED: f64 = 0.15;

/// Share of the largest rms speed up to which a joint stands.
const STANDING: f64 = 0.02;
/// Joints up to which every pair is tried.
const MOST_JOINTS: usize = 10;

/// Parameters of a robot with unknown links, rotors and friction.
struct Unknowns<'a> {
    robot: &'a Robot,
    layout: Layout,
    base: Base,
}

impl<'a> Unknowns<'a> {
    fn new(robot: &'a Robot) -> Result<Self> {
        let friction = vec![FrictionShape::COULOMB_VISCOUS.with_offset(); robot.n_dof()];
        let layout = Layout::with_friction(robot, true, friction);
        let base = Base::new(robot, &layout, &BaseSettings::default())?;
        Ok(Self { robot, layout, base })
    }

    /// None if the motion leaves parameters free or few rows are left: then they explain too much.
    fn errors(&self, filtered: &FilteredLog, weighting: Weighting) -> Result<Option<TorqueErrors>> {
        let [q, qd, qdd, tau] = [&filtered.q, &filtered.qd, &filtered.qdd, &filtered.effort]
            .map(|channel| channel.concat());
        let samples = Samples::new(filtered.n_samples(), &q, &qd, &qdd);
        let stretch = Stretch { samples, tau: &tau };
        let slow = |qd: &Vec<f64>| SLOW * rms(qd);
        let rows =
            RowSettings { slow_speeds: filtered.qd.iter().map(slow).collect(), filter: None };
        let evidence = observe(self.robot, &self.layout, &self.base, &[stretch], &rows)?;
        if evidence.joints().iter().any(|joint| joint.n_rows() <= 2 * self.base.rank()) {
            return Ok(None);
        }
        let estimate = least_squares(&evidence, weighting).ok();
        let is_determined = |estimate: &Estimate| estimate.status == EstimateStatus::Determined;
        let Some(Estimate { beta, .. }) = estimate.filter(is_determined) else { return Ok(None) };
        let squares =
            |joint: &JointEvidence| (joint.squared_residual(&beta), joint.squared_torque());
        let squares: Vec<(f64, f64)> = evidence.joints().iter().map(squares).collect();
        Ok(Some(TorqueErrors::of_squares("fitted parameters", &squares)))
    }
}

/// Whether no joint stands while others move: its columns would be noise, which explains by chance.
fn all_move(filtered: &FilteredLog) -> bool {
    let speeds: Vec<f64> = filtered.qd.iter().map(|qd| rms(qd)).collect();
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    speeds.iter().all(|speed| *speed > STANDING * fastest)
}

/// Logarithm of the factor by which the error of fitted parameters falls from one reading of a log to another, mean of
/// the joints. None if the motion leaves parameters free.
pub(super) fn fitted_gain(
    robot: &Robot,
    as_read: &FilteredLog,
    then: &FilteredLog,
) -> Result<Option<f64>> {
    let unknowns = Unknowns::new(robot)?;
    let errors = |filtered| unknowns.errors(filtered, Weighting::PerJointOnce);
    let (Some(as_read), Some(then)) = (errors(as_read)?, errors(then)?) else { return Ok(None) };
    let gains = as_read.joints.iter().zip(&then.joints);
    let gains = gains.map(|(before, after)| (before / after.max(f64::MIN_POSITIVE)).ln());
    Ok(Some(gains.sum::<f64>() / robot.n_dof() as f64))
}

/// The two joints that are swapped, with all their columns, if the torques show it.
pub(super) fn swapped_joints(
    robot: &Robot,
    filtered: &FilteredLog,
    names: &[String],
) -> Result<Option<(Assumption, Option<TorqueErrorChange>)>> {
    if robot.n_dof() > MOST_JOINTS || !all_move(filtered) {
        return Ok(None);
    }
    let unknowns = Unknowns::new(robot)?;
    // Weights after one round find the candidate, and those after all rounds, which take longer, judge it.
    let Some(as_read) = unknowns.errors(filtered, Weighting::PerJointOnce)? else {
        return Ok(None);
    };
    let mut best = (None, as_read.score() - CLEAR);
    for joints in pairs(robot) {
        let assumption = Assumption::Swapped { joints, positions_too: true };
        let swapped = assumption.applied(filtered);
        let errors = unknowns.errors(&swapped, Weighting::PerJointOnce)?;
        if let Some(errors) = errors.filter(|errors| errors.score() < best.1) {
            best = (Some((assumption, swapped)), errors.score());
        }
    }
    let Some((assumption, swapped)) = best.0 else { return Ok(None) };
    let judged = |filtered: &FilteredLog| unknowns.errors(filtered, Weighting::PerJoint);
    let (Some(as_read), Some(then)) = (judged(filtered)?, judged(&swapped)?) else {
        return Ok(None);
    };
    let is_shown = then.score() < as_read.score() - CLEAR && then.total < NOT_EXPLAINED;
    Ok(is_shown.then(|| (assumption, as_read.largest_gain(&then, names))))
}
