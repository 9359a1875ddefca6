//! Motion of the joints: speeds, accelerations, turns, rest.

use super::filtered_log::FilteredLog;
use crate::diagnostics::LogWarning;
use crate::regression::rms;
use serde::Serialize;
use std::ops::Range;
use taufit_data::diagnostics::SignalWarning;
use taufit_dynamics::diagnostics::Warning;
use taufit_dynamics::model::Robot;

/// Below this share of the fastest joint's rms speed a joint counts as at rest: less is drift and
/// what the filter spreads around a stop.
const REST_SHARE: f64 = 0.02;
/// Speeds below this are rest in any log \[rad/s or m/s\]: noise of an encoder, filtered.
const REST_SPEED: f64 = 1e-3;
/// Shorter stretches of rest are turning points \[s\].
const SHORTEST_REST_S: f64 = 0.25;
/// A joint that moves in a smaller share of the time is idle.
const IDLE_SHARE: f64 = 0.05;

/// Motion of a joint, after filtering. Radians or metres.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointMotionSummary {
    /// The joint.
    pub joint: String,
    /// Root mean square speed.
    pub speed_rms: f64,
    /// Highest speed.
    pub speed_max: f64,
    /// Root mean square acceleration.
    pub acceleration_rms: f64,
    /// Highest acceleration.
    pub acceleration_max: f64,
    /// Root mean square effort, in the unit of the log.
    pub effort_rms: f64,
    /// Highest speed over the robot's limit, if that is known.
    pub speed_used: Option<f64>,
    /// Root mean square speed over that of the fastest joint of its kind.
    pub relative_speed: f64,
    /// Share of the time in which it moves.
    pub moving_share: f64,
    /// Number of direction changes.
    pub n_reversals: usize,
}

impl JointMotionSummary {
    /// Whether it hardly moves.
    pub fn is_idle(&self) -> bool {
        self.moving_share < IDLE_SHARE
    }
}

/// A time in which no joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StandstillTime {
    /// Its beginning \[s\].
    pub t_s: f64,
    /// Its length \[s\].
    pub duration_s: f64,
}

/// Motion of the robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoggedMotion {
    /// Samples after conditioning.
    pub n_samples: usize,
    /// Cut-off of the low pass \[Hz\].
    pub cutoff_hz: f64,
    /// Reason for this cut-off.
    pub cutoff_reason: String,
    /// In the order of the log.
    pub joints: Vec<JointMotionSummary>,
    /// Time at which all joints rest.
    pub standstills: Vec<StandstillTime>,
    /// Share of the time in which all joints rest.
    pub standstill_share: f64,
}

impl LoggedMotion {
    /// Measures a motion. Turning and sliding joints are compared with their kind, if it is known.
    pub(super) fn new(joints: &[String], robot: Option<&Robot>, filtered: &FilteredLog) -> Self {
        let slides = |j: usize| robot.is_some_and(|robot| robot.dof_joint(j).is_prismatic());
        let speeds: Vec<f64> = filtered.qd.iter().map(|qd| rms(qd)).collect();
        let fastest = |j: usize| {
            let alike = (0..joints.len()).filter(|&other| slides(other) == slides(j));
            alike.map(|other| speeds[other]).fold(0.0, f64::max)
        };
        let rest: Vec<f64> =
            (0..joints.len()).map(|j| (REST_SHARE * fastest(j)).max(REST_SPEED)).collect();
        let travel = |j: usize| JointMotionSummary {
            joint: joints[j].clone(),
            speed_rms: speeds[j],
            speed_max: largest(&filtered.qd[j]),
            acceleration_rms: rms(&filtered.qdd[j]),
            acceleration_max: largest(&filtered.qdd[j]),
            effort_rms: rms(&filtered.effort[j]),
            speed_used: robot
                .and_then(|robot| robot.dof_joint(j).limits.velocity)
                .map(|limit| largest(&filtered.qd[j]) / limit),
            relative_speed: speeds[j] / fastest(j).max(f64::MIN_POSITIVE),
            moving_share: share(&filtered.qd[j], |qd| qd.abs() > rest[j]),
            n_reversals: reversals(&filtered.qd[j], rest[j]),
        };
        let rests = |k: usize| filtered.qd.iter().zip(&rest).all(|(qd, rest)| qd[k].abs() <= *rest);
        let still: Vec<bool> = (0..filtered.n_samples()).map(rests).collect();
        Self {
            n_samples: filtered.n_samples(),
            cutoff_hz: filtered.cutoff_hz,
            cutoff_reason: filtered.cutoff_reason.clone(),
            joints: (0..joints.len()).map(travel).collect(),
            standstills: standstills(filtered, &still),
            standstill_share: share(&still, |still| *still),
        }
    }

    /// Joints that hardly move; if none does, that is the one warning.
    pub(super) fn findings(&self) -> Vec<Warning> {
        let idle = self.joints.iter().filter(|joint| joint.is_idle());
        if idle.clone().count() == self.joints.len() {
            return vec![SignalWarning::NoMotion { cutoff_hz: self.cutoff_hz }.into()];
        }
        let finding = |joint: &JointMotionSummary| LogWarning::IdleJoint {
            joint: joint.joint.clone(),
            moving_share: joint.moving_share,
            speed_rms: joint.speed_rms,
        };
        idle.map(finding).map(Warning::from).collect()
    }
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}

fn share<T>(x: &[T], is: impl Fn(&T) -> bool) -> f64 {
    x.iter().filter(|x| is(x)).count() as f64 / x.len().max(1) as f64
}

/// Changes of direction; what is slower than `rest` has none.
fn reversals(qd: &[f64], rest: f64) -> usize {
    let moving = qd.iter().filter(|qd| qd.abs() > rest);
    let directions: Vec<bool> = moving.map(|qd| *qd > 0.0).collect();
    directions.windows(2).filter(|w| w[0] != w[1]).count()
}

fn standstills(filtered: &FilteredLog, still: &[bool]) -> Vec<StandstillTime> {
    let of = |stretch: &Range<usize>| {
        let mut start = stretch.start;
        let runs = still[stretch.clone()].chunk_by(|a, b| a == b).map(move |run| {
            start += run.len();
            (start - run.len(), run)
        });
        let at_rest = runs.filter(|(_, run)| run.first() == Some(&true));
        at_rest
            .map(|(first, run)| StandstillTime {
                t_s: filtered.t_s[first],
                duration_s: filtered.t_s[first + run.len() - 1] - filtered.t_s[first],
            })
            .filter(|rest| rest.duration_s >= SHORTEST_REST_S)
            .collect::<Vec<_>>()
    };
    filtered.stretches.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_around_counts_once_however_slowly() {
        let qd = [0.5, 0.1, 1e-4, -1e-4, 1e-4, -0.1, -0.5, -1e-4, -0.5, 0.3];
        assert_eq!(reversals(&qd, 1e-3), 2);
        assert_eq!(reversals(&[0.0; 9], 1e-3), 0);
    }
}
