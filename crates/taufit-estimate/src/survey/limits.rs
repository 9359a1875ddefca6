//! Positions, speeds and efforts against what the robot can do, and against what radians can be.

use super::channel::Channel;
use super::travel::{JointMotionSummary, LoggedMotion};
use crate::diagnostics::LogWarning;
use std::f64::consts::PI;
use taufit_dynamics::model::{Joint, JointKind, Limits, Robot};

/// Acceleration of gravity at any place on the ground, with room for rounding \[m/s²\].
const GROUND_M_S2: std::ops::RangeInclusive<f64> = 9.7..=9.9;
/// Tolerated excess over a limit, as a share of it: calibration offsets, overshoot, filter.
const TOLERANCE: f64 = 0.02;
/// No arm turns a joint with limits by two turns either way: UR arms, which turn farthest, do one.
const HIGHEST_RAD: f64 = 4.0 * PI;
/// So many times a position limit is a unit, not a violation: degrees make 57 of it, but not every
/// motion uses its whole range.
const LIMIT_FACTOR: f64 = 5.0;
/// Share of the turning joints whose positions must be too large to be radians: one alone may be a
/// joint that turns without end.
const DEGREES_SHARE: f64 = 0.5;

/// Gravity of the description, where it is neither none nor that of the ground.
pub(super) fn gravity_magnitude(robot: &Robot) -> Option<LogWarning> {
    let found_m_s2 = robot.gravity_in_world().norm();
    let is_usual = found_m_s2 == 0.0 || GROUND_M_S2.contains(&found_m_s2);
    (!is_usual).then_some(LogWarning::GravityMagnitude { found_m_s2 })
}

/// Whether positions are in degrees, by their size.
pub(super) fn degrees(channels: &[Channel], robot: Option<&Robot>) -> Option<LogWarning> {
    let positions: Vec<&Channel> =
        channels.iter().filter(|channel| channel.quantity == "position").collect();
    let turns = |j: usize| robot.is_none_or(|r| r.dof_joint(j).kind == JointKind::Revolute);
    let turning: Vec<usize> = (0..positions.len()).filter(|&j| turns(j)).collect();
    let beyond_limits = |j: &usize| {
        let limit = robot.and_then(|r| position_limit(r, *j));
        limit.is_some_and(|limit| positions[*j].largest() > LIMIT_FACTOR * limit)
    };
    let too_large = |j: &usize| positions[*j].largest() > HIGHEST_RAD;
    let needed = (DEGREES_SHARE * turning.len() as f64).ceil().max(1.0) as usize;
    let found = |is: &dyn Fn(&usize) -> bool, reason| {
        let joints: Vec<usize> = turning.iter().copied().filter(|j| is(j)).collect();
        (joints.len() >= needed).then(|| LogWarning::PositionsInDegrees {
            largest: joints.iter().map(|&j| positions[j].largest()).fold(0.0, f64::max),
            joints: joints.iter().map(|&j| positions[j].joint.clone()).collect(),
            reason,
        })
    };
    found(&beyond_limits, "several times the limits of the robot")
        .or_else(|| found(&too_large, "more than two turns either way"))
}

/// The farther of the two position limits.
fn position_limit(robot: &Robot, dof: usize) -> Option<f64> {
    let limits = robot.dof_joint(dof).limits;
    Some(limits.lower?.abs().max(limits.upper?.abs())).filter(|limit| *limit > 0.0)
}

/// Everything beyond the limits of the robot. `factors` turn efforts into torques where known.
pub(super) fn violations(
    channels: &[Channel],
    travel: &LoggedMotion,
    robot: &Robot,
    factors: &[Option<f64>],
) -> Vec<LogWarning> {
    let joints = robot.dof_joint_iter().zip(&travel.joints).zip(factors);
    let of = |((joint, moves), factor): ((&Joint, &JointMotionSummary), &Option<f64>)| {
        let channel =
            |quantity| channels.iter().find(|c| c.joint == joint.name && c.quantity == quantity);
        let effort = channel("effort").zip(*factor).map(|(c, factor)| c.largest() * factor.abs());
        let range = channel("position").and_then(|c| c.range);
        let extremes = extremes(&joint.limits, range, moves, effort);
        let beyond = extremes.iter().filter(|e| e.is_beyond());
        beyond.map(|e| e.finding(&joint.name)).collect::<Vec<_>>()
    };
    joints.flat_map(of).collect()
}

/// Extremes of a joint beside its limits.
fn extremes(
    limits: &Limits,
    range: Option<[f64; 2]>,
    moves: &JointMotionSummary,
    effort: Option<f64>,
) -> Vec<Extreme> {
    let span = limits.lower.zip(limits.upper).map_or(0.0, |(lower, upper)| upper - lower);
    let [low, high] = [range.map(|r| r[0]), range.map(|r| r[1])];
    let (speed, acceleration) = (Some(moves.speed_max), Some(moves.acceleration_max));
    let extreme = |quantity, found: Option<f64>, limit: Option<f64>, side, scale: Option<f64>| {
        let (found, limit) = found.zip(limit)?;
        Some(Extreme { quantity, found, limit, side, scale: scale.unwrap_or(limit) })
    };
    let all = [
        extreme("position", low, limits.lower, -1.0, Some(span)),
        extreme("position", high, limits.upper, 1.0, Some(span)),
        extreme("speed", speed, limits.velocity, 1.0, None),
        extreme("acceleration", acceleration, limits.acceleration, 1.0, None),
        extreme("effort", effort, limits.effort, 1.0, None),
    ];
    all.into_iter().flatten().collect()
}

/// An extreme of a quantity and its limit on one side.
struct Extreme {
    quantity: &'static str,
    found: f64,
    limit: f64,
    /// 1 for an upper limit, −1 for a lower one.
    side: f64,
    /// Quantity that the tolerance is a share of.
    scale: f64,
}

impl Extreme {
    fn is_beyond(&self) -> bool {
        self.side * (self.found - self.limit) > TOLERANCE * self.scale
    }

    fn finding(&self, joint: &str) -> LogWarning {
        LogWarning::LimitExceeded {
            joint: joint.to_owned(),
            quantity: self.quantity,
            found: self.found,
            limit: self.limit,
        }
    }
}
