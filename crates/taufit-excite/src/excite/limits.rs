//! Limits of a motion: those of the robot, of the user, and stated assumptions where
//! neither says anything.

use super::trajectory::QUINTIC_PEAKS;
use crate::diagnostics::{ExciteError, ExciteWarning};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::{InputError, Result, Warning};
use taufit_dynamics::model::{JointKind, Robot};
use taufit_dynamics::spatial::Vec3;

/// Speed assumed where none is given \[rad/s or m/s\].
const ASSUMED_VELOCITY: f64 = 1.0;

/// Time to reach full speed that is assumed where no acceleration is given \[s\].
const ASSUMED_RISE_S: f64 = 0.4;

/// Share of a joint's travel that the margin takes at most, at either end.
const LARGEST_MARGIN: f64 = 0.05;

/// Limits that the user adds or changes. A list has one number per joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// Share of the limits of speed, acceleration, jerk and torque that the motion may use.
    pub share: f64,
    /// Distance kept from the ends of the joint's travel \[rad or m\]; of a short travel a twentieth.
    pub position_margin: f64,
    /// Lowest positions.
    pub lower: Option<Vec<f64>>,
    /// Highest positions.
    pub upper: Option<Vec<f64>>,
    /// Highest speeds.
    pub velocity: Option<Vec<f64>>,
    /// Highest accelerations.
    pub acceleration: Option<Vec<f64>>,
    /// Highest jerks \[rad/s³ or m/s³\].
    pub jerk: Option<Vec<f64>>,
    /// Highest torques of the nominal model \[N·m or N\].
    pub torque: Option<Vec<f64>>,
    /// Highest speed of the tool frame's origin \[m/s\].
    pub tool_speed_m_s: Option<f64>,
    /// Corners of the box that the tool frame's origin must not leave, in the base frame \[m\].
    pub tool_box_m: Option<[Vec3; 2]>,
    /// Distance that bodies keep from each other \[m\].
    pub clearance_m: f64,
    /// The tool frame; the last frame of the last link where none is named.
    pub tool: Option<String>,
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            share: 0.9,
            position_margin: 0.05,
            lower: None,
            upper: None,
            velocity: None,
            acceleration: None,
            jerk: None,
            torque: None,
            tool_speed_m_s: None,
            tool_box_m: None,
            clearance_m: 0.02,
            tool: None,
        }
    }
}

/// Limits of one joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointLimits {
    /// Lowest position.
    pub lower: f64,
    /// Highest position.
    pub upper: f64,
    /// Highest speed.
    pub velocity: f64,
    /// Highest acceleration.
    pub acceleration: f64,
    /// Highest jerk \[rad/s³ or m/s³\], if limited.
    pub jerk: Option<f64>,
    /// Highest torque of the nominal model \[N·m or N\], if limited.
    pub torque: Option<f64>,
}

impl JointLimits {
    /// Middle of the travel.
    pub fn middle(&self) -> f64 {
        0.5 * (self.lower + self.upper)
    }

    /// Half of the travel.
    pub fn half_range(&self) -> f64 {
        0.5 * (self.upper - self.lower)
    }

    /// Shortest time of a [quintic](super::trajectory::quintic) over a distance \[s\].
    pub(super) fn lead_s(&self, distance: f64) -> f64 {
        let [speed, acceleration, jerk] = QUINTIC_PEAKS;
        let by_speed = speed * distance / self.velocity;
        let by_acceleration = (acceleration * distance / self.acceleration).sqrt();
        let by_jerk = self.jerk.map_or(0.0, |most| (jerk * distance / most).cbrt());
        by_speed.max(by_acceleration).max(by_jerk)
    }
}

/// The limits of every joint, with warnings about those that had to be assumed.
pub(super) fn resolve_limits(
    robot: &Robot,
    settings: &LimitSettings,
) -> Result<(Vec<JointLimits>, Vec<Warning>)> {
    let n_dof = robot.n_dof();
    for (what, list) in [
        ("lower limits", &settings.lower),
        ("upper limits", &settings.upper),
        ("velocity limits", &settings.velocity),
        ("acceleration limits", &settings.acceleration),
        ("jerk limits", &settings.jerk),
        ("torque limits", &settings.torque),
    ] {
        let found = list.as_ref().map_or(n_dof, Vec::len);
        if found != n_dof {
            return Err(InputError::LengthMismatch { what, expected: n_dof, found }.into());
        }
    }
    let (mut limits, mut assumed) = (Vec::new(), Vec::new());
    for dof in 0..n_dof {
        limits.push(joint_limits(robot, settings, dof, &mut assumed)?);
    }
    let warning =
        (!assumed.is_empty()).then(|| ExciteWarning::AssumedLimits { assumed: assumed.join(", ") });
    Ok((limits, warning.into_iter().map(Warning::from).collect()))
}

fn joint_limits(
    robot: &Robot,
    settings: &LimitSettings,
    dof: usize,
    assumed: &mut Vec<String>,
) -> Result<JointLimits> {
    let joint = robot.dof_joint(dof);
    let of = |list: &Option<Vec<f64>>| list.as_ref().map(|list| list[dof]);
    let mut assume = |what: &str, value: f64| {
        assumed.push(format!("{what} of {} {}", joint.name, (1e3 * value).round() / 1e3));
        value
    };
    let turn = (joint.kind != JointKind::Prismatic).then_some(PI);
    let no_travel = || ExciteError::NoTravel { joint: joint.name.clone() };
    let end = |given: Option<f64>, own: Option<f64>, sign: f64| match given.or(own) {
        Some(x) => Ok(x),
        None => turn.map(|turn| sign * turn).ok_or_else(no_travel),
    };
    let lower = end(of(&settings.lower), joint.limits.lower, -1.0)?;
    let upper = end(of(&settings.upper), joint.limits.upper, 1.0)?;
    let margin = settings.position_margin.min(LARGEST_MARGIN * (upper - lower));
    let (lower, upper) = (lower + margin, upper - margin);
    let own = |x: Option<f64>| x.filter(|x| *x > 0.0);
    let velocity = of(&settings.velocity)
        .or_else(|| own(joint.limits.velocity))
        .unwrap_or_else(|| assume("speed", ASSUMED_VELOCITY));
    let acceleration = of(&settings.acceleration)
        .or_else(|| own(joint.limits.acceleration))
        .unwrap_or_else(|| assume("acceleration", velocity / ASSUMED_RISE_S));
    let torque = of(&settings.torque).or_else(|| own(joint.limits.effort));
    let jerk = of(&settings.jerk);
    let share = |x: f64| settings.share * x;
    let limits = JointLimits {
        lower,
        upper,
        velocity: share(velocity),
        acceleration: share(acceleration),
        jerk: jerk.map(share),
        torque: torque.map(share),
    };
    let bounds = [Some(velocity), Some(acceleration), jerk, torque];
    let usable = bounds.iter().flatten().all(|x| *x > 0.0 && x.is_finite());
    let shared = settings.share > 0.0 && settings.share <= 1.0;
    let has_room = lower < upper && usable && shared;
    if !has_room {
        return Err(ExciteError::NoRoom {
            joint: joint.name.clone(),
            lower,
            upper,
            velocity,
            acceleration,
        }
        .into());
    }
    Ok(limits)
}
