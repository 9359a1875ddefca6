//! Joints that a motion leaves far below their limits, with the reason.

use super::guard::worst_broken;
use super::instants::Instants;
use super::secure::{Safe, criterion, mean_pose};
use super::task::Task;
use super::{JointLimits, JointPeaks};
use crate::diagnostics::ExciteWarning;
use taufit_dynamics::diagnostics::{Result, Warning};

/// Share of a joint's limits below which a motion has to give a reason.
const LEAST_SHARE: f64 = 0.3;

/// Factor by which the motion of such a joint is widened to find the reason.
const WIDER: f64 = 1.5;

/// Gain in the criterion that counts.
const GAIN: f64 = 1e-3;

/// Largest share of travel, speed and acceleration that a joint uses.
pub(super) fn share_used(peaks: &JointPeaks, limits: &JointLimits) -> f64 {
    let travel = (peaks.highest - peaks.lowest) / (limits.upper - limits.lower);
    let (speed, acceleration) =
        (peaks.velocity / limits.velocity, peaks.acceleration / limits.acceleration);
    travel.max(speed).max(acceleration)
}

/// A warning for every joint that is hardly used.
pub(super) fn little_used(task: &Task<'_>, safe: &Safe) -> Result<Vec<Warning>> {
    let shares = safe.check.joints.iter().zip(&task.limits).map(|(p, l)| share_used(p, l));
    let mut warnings = Vec::new();
    for (dof, share) in shares.enumerate().filter(|(_, share)| *share < LEAST_SHARE) {
        let x = widened(task, &safe.x, dof);
        let states = Instants::over_period(&task.span, task.n_instants()).states(&x);
        let gains = criterion(task, &x)? < safe.criterion - GAIN;
        let broken = if gains { worst_broken(&task.guard_list()?, &states)? } else { None };
        let joint = task.robot.dof_joint(dof).name.clone();
        let blocked_by = broken.map(|(_, what)| what);
        let percent = 100.0 * share;
        warnings.push(ExciteWarning::JointLittleUsed { joint, percent, blocked_by }.into());
    }
    Ok(warnings)
}

/// The motion with one joint's curve made wider about its mean.
fn widened(task: &Task<'_>, x: &[f64], dof: usize) -> Vec<f64> {
    let rest = task.span.rest_at(&mean_pose(task, x));
    let mut wider = x.to_vec();
    for k in task.span.vars(dof) {
        wider[k] = rest[k] + WIDER * (x[k] - rest[k]);
    }
    wider
}
