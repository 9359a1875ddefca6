//! Two encoders per joint: what they must agree on before their difference means anything.

use crate::diagnostics::{ElasticError, ElasticWarning, Result, Warning};
use crate::model::Robot;
use crate::recording::Recording;
use crate::signal::held_share;

/// Slopes of motor over link positions farther from 1 than this are no spring.
const SLOPE_TOLERANCE: f64 = 0.1;
/// Positions that fill a joint's range so many times over are no radians.
const RANGES: f64 = 4.0;

/// Refuses positions whose difference is no deflection: one encoder only, other units or gear ratios,
/// one side that is updated less often than it is logged.
pub(super) fn check_encoders(
    robot: &Robot,
    recording: &Recording,
    is_elastic: &[bool],
) -> Result<()> {
    for dof in (0..robot.n_dof()).filter(|&dof| is_elastic[dof]) {
        let Some(motor) = recording.q_motor(dof) else {
            return Err(ElasticError::OneSide { source_name: recording.source.clone() }.into());
        };
        let link = recording.q(dof);
        let joint = robot.dof_joint(dof).name.clone();
        if link == motor {
            return Err(ElasticError::SameChannel { joint }.into());
        }
        if let Some(ratio) = slope(link, motor).filter(|r| (r - 1.0).abs() > SLOPE_TOLERANCE) {
            return Err(ElasticError::Ratio { joint, ratio }.into());
        }
        check_range(robot, dof, motor)?;
        for (side, x) in [("link", link), ("motor", motor)] {
            if let Some(share) = held_share(x) {
                return Err(ElasticError::Held { joint, side, share }.into());
            }
        }
    }
    Ok(())
}

/// Refuses a travel that no joint of this range makes.
fn check_range(robot: &Robot, dof: usize, q: &[f64]) -> Result<()> {
    let joint = robot.dof_joint(dof);
    let (Some(lower), Some(upper)) = (joint.limits.lower, joint.limits.upper) else {
        return Ok(());
    };
    let (least, most) =
        q.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
    if most - least <= RANGES * (upper - lower) {
        return Ok(());
    }
    let (joint, travel, range) = (joint.name.clone(), most - least, upper - lower);
    Err(ElasticError::Travel { joint, travel, range }.into())
}

/// Slope of motor over link positions; `None` where the joint stands still.
fn slope(link: &[f64], motor: &[f64]) -> Option<f64> {
    /// Smaller deviations are not a motion.
    const STILL: f64 = 1e-3;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len().max(1) as f64;
    let (link_mean, motor_mean) = (mean(link), mean(motor));
    let (mut along, mut squared) = (0.0, 0.0);
    for (q, th) in link.iter().zip(motor) {
        along += (q - link_mean) * (th - motor_mean);
        squared += (q - link_mean).powi(2);
    }
    let moves = squared > STILL * STILL * link.len() as f64;
    moves.then(|| along / squared).filter(|ratio| ratio.is_finite())
}

/// Warnings about joints whose deflections are a few steps of their encoders.
pub(super) fn coarse_joints(
    robot: &Robot,
    recording: &Recording,
    is_elastic: &[bool],
) -> Vec<Warning> {
    /// Fewer steps than this are too few for rounding to average out.
    const FEW: f64 = 20.0;
    let finding = |dof: usize| {
        let (link, motor) = (recording.q(dof), recording.q_motor(dof)?);
        let step = smallest_step(link).max(smallest_step(motor));
        let difference = link.iter().zip(motor).map(|(q, th)| th - q);
        let (least, most) =
            difference.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let n_steps = (most - least) / step;
        let joint = robot.dof_joint(dof).name.clone();
        (step > 0.0 && n_steps < FEW).then(|| ElasticWarning::Coarse { joint, n_steps }.into())
    };
    (0..robot.n_dof()).filter(|&dof| is_elastic[dof]).filter_map(finding).collect()
}

/// Smallest change of a channel that is more than rounding of its numbers; zero where there is none.
fn smallest_step(x: &[f64]) -> f64 {
    const ROUNDING: f64 = 1e-12;
    let changes = x.windows(2).map(|w| (w[1] - w[0]).abs()).filter(|d| *d > ROUNDING);
    let smallest = changes.fold(f64::INFINITY, f64::min);
    if smallest.is_finite() { smallest } else { 0.0 }
}
