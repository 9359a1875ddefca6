//! The gains that a controller itself works with.

use crate::diagnostics::{InputError, Result};
use crate::model::Robot;
use crate::recording::Recording;
use crate::survey::resolution;
use serde::Serialize;
use std::fmt;

/// A joint is at rest while its position stays within this \[rad or m\] ...
const REST: f64 = 4e-4;
/// ... for so long before and after \[s\].
const REST_S: f64 = 0.1;
/// Fewer instants at rest are none.
const FEWEST: usize = 20;
/// A sample agrees with a gain if it leaves less than this share of its torque.
const AGREEMENT: f64 = 0.01;
/// So much of the current at rest must agree; the rest are first instants of a motion, in which friction
/// is fed forward and nothing has moved yet. Joints without load have hardly anything else.
const LEAST_AGREEING: f64 = 0.5;
/// A current of fewer steps of the log's digits is none: half a step would be a percent of it.
const LEAST_STEPS: f64 = 50.0;

/// Whether a controller tells the gain of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ControllerGainStatus {
    /// It does.
    Told,
    /// The joint hardly ever stands still.
    NeverAtRest,
    /// At rest no current is wanted of it.
    NoTorque,
    /// At rest its torque is not proportional to its current.
    NotProportional {
        /// Share of the current that agrees on one gain \[%\].
        agreeing_percent: f64,
    },
}

impl fmt::Display for ControllerGainStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Told => write!(f, "told by the controller"),
            Self::NeverAtRest => write!(
                f,
                "not told: the joint stands still for fewer than {FEWEST} samples; log some seconds \
                 before the motion begins, or a motion of the other joints"
            ),
            Self::NoTorque => write!(
                f,
                "not told: hardly anything loads the joint while it stands still; log a motion of the other \
                 joints, or take the gain of a joint with the same motor"
            ),
            Self::NotProportional { agreeing_percent } => write!(
                f,
                "not told: only {agreeing_percent:.0} % of the current at rest agrees on a gain; nearly \
                 nothing loads the joint, the columns are others, or something is added to the current"
            ),
        }
    }
}

/// The gain of one joint, as its controller has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ControllerGain {
    /// The joint.
    pub joint: String,
    /// Whether the controller tells it, or why not.
    pub status: ControllerGainStatus,
    /// The gain \[N·m/A, N/A for a sliding joint\].
    pub gain_nm_per_a: Option<f64>,
    /// Share of the current at rest that agrees on it \[%\].
    pub agreeing_percent: Option<f64>,
    /// Samples at rest.
    pub n_samples: usize,
}

/// Torque over current that a controller wants of every joint while the joint stands still.
///
/// A controller that says both what torque and what current it wants (RTDE: `target_moment` and
/// `target_current`) tells its gains: of a joint at rest no friction is fed forward, so that `τ = K i`
/// holds to the digits of the log. `K` minimises `Σ |τ − K i|` first, which the beginnings of motions do
/// not disturb, then `Σ (τ − K i)²` over the samples that agree.
///
/// Every log is read twice: with the currents as efforts and with the torques.
pub fn controller_gains(robot: &Robot, logs: &[WantedEfforts]) -> Result<Vec<ControllerGain>> {
    for WantedEfforts { current, torque } in logs {
        current.check_joints(robot)?;
        torque.check_joints(robot)?;
        let (expected, found) = (current.t_s.len(), torque.t_s.len());
        if expected != found {
            let what = "torques that a controller wants";
            return Err(InputError::LengthMismatch { what, expected, found }.into());
        }
    }
    let gain = |dof: usize| {
        let (mut i, mut tau, mut step_a) = (Vec::new(), Vec::new(), 0.0_f64);
        for WantedEfforts { current, torque } in logs {
            let digits = resolution(current.effort(dof));
            step_a = step_a.max(digits.map_or(0.0, |digits| digits.step));
            let wanted = current.effort(dof).iter().zip(torque.effort(dof)).collect::<Vec<_>>();
            let at_rest = resting(&current.t_s, current.q(dof)).into_iter().map(|k| wanted[k]);
            for (i_k, tau_k) in at_rest.filter(|(i, tau)| i.is_finite() && tau.is_finite()) {
                i.push(*i_k);
                tau.push(*tau_k);
            }
        }
        ControllerGain::new(&robot.dof_joint(dof).name, &i, &tau, step_a)
    };
    Ok((0..robot.n_dof()).map(gain).collect())
}

/// Target efforts of a controller, sample by sample of one log.
#[derive(Clone, Debug)]
pub struct WantedEfforts {
    /// The log with wanted currents as efforts.
    pub current: Recording,
    /// The log with wanted torques as efforts.
    pub torque: Recording,
}

impl ControllerGain {
    fn new(joint: &str, i: &[f64], tau: &[f64], step_a: f64) -> Self {
        let first = least_absolute(i, tau);
        let agrees = |k: &usize| (tau[*k] - first * i[*k]).abs() <= AGREEMENT * tau[*k].abs();
        let agreeing: Vec<usize> = (0..i.len()).filter(agrees).collect();
        let pick = |x: &[f64]| agreeing.iter().map(|&k| x[k]).collect::<Vec<f64>>();
        let gain = sum(&pick(i), &pick(tau)) / sum(&pick(i), &pick(i));
        let total_a = |i: &[f64]| i.iter().map(|i| i.abs()).sum::<f64>();
        let share = total_a(&pick(i)) / total_a(i);
        let agreeing_percent = 100.0 * share;
        let status = if i.len() < FEWEST {
            ControllerGainStatus::NeverAtRest
        } else if !is_loaded(i, tau, step_a) {
            ControllerGainStatus::NoTorque
        } else if share < LEAST_AGREEING {
            ControllerGainStatus::NotProportional { agreeing_percent }
        } else {
            ControllerGainStatus::Told
        };
        let is_told = status == ControllerGainStatus::Told;
        Self {
            joint: joint.to_owned(),
            status,
            gain_nm_per_a: is_told.then_some(gain),
            agreeing_percent: is_told.then_some(agreeing_percent),
            n_samples: i.len(),
        }
    }
}

/// Whether torque and current at rest are more than a few steps of the log's digits, and more than a few
/// moments.
fn is_loaded(i: &[f64], tau: &[f64], step_a: f64) -> bool {
    let total_a: f64 = i.iter().map(|i| i.abs()).sum();
    let usual_a = (sum(i, i) / i.len() as f64).sqrt();
    let n_effective = total_a * total_a / sum(i, i);
    sum(tau, tau) > 0.0 && n_effective >= FEWEST as f64 && usual_a >= LEAST_STEPS * step_a
}

fn sum(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `K` of the smallest `Σ |τ − K i|`: the median of `τ/i`, every sample weighted by `|i|`. NaN without any.
fn least_absolute(i: &[f64], tau: &[f64]) -> f64 {
    let pairs = i.iter().zip(tau).filter(|(i, _)| **i != 0.0);
    let mut ratios: Vec<(f64, f64)> = pairs.map(|(i, tau)| (tau / i, i.abs())).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * ratios.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut below = 0.0;
    let middle = ratios.iter().find(|(_, weight)| {
        below += weight;
        below >= half
    });
    middle.map_or(f64::NAN, |(ratio, _)| *ratio)
}

/// Samples about which a position stays where it is.
fn resting(t_s: &[f64], q: &[f64]) -> Vec<usize> {
    let (mut from, mut to) = (0, 0);
    let is_at_rest = |k: &usize| {
        while t_s[from] < t_s[*k] - REST_S {
            from += 1;
        }
        while to < t_s.len() && t_s[to] <= t_s[*k] + REST_S {
            to += 1;
        }
        // The ends of a log show only one side.
        let is_whole = t_s[*k] - REST_S >= t_s[0] && to < t_s.len();
        let (low, high) = q[from..to]
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        is_whole && high - low < REST
    };
    (0..t_s.len()).filter(is_at_rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;
    use crate::recording::EffortKind;

    const GAINS: [f64; 2] = [12.0, 8.5];

    /// Two seconds at rest and two of motion, in which friction is fed forward to the current, beginning a
    /// moment before the joint moves.
    fn wanted(gravity_nm: [f64; 2]) -> WantedEfforts {
        let n = 400;
        let t_s: Vec<f64> = (0..n).map(|k| f64::from(k) * 0.01).collect();
        let q = t_s.iter().map(|t| if *t < 2.0 { 0.3 } else { 0.3 + (t - 2.0).sin() });
        let q: Vec<f64> = q.collect();
        let torque = |joint: usize, k: usize| gravity_nm[joint] * q[k].cos();
        let friction = |t: f64| if t < 1.7 { 0.0 } else { 5.0 * (t - 2.0).cos() };
        let series = |of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
            (0..2)
                .flat_map(|j| (0..t_s.len()).map(move |k| (j, k)))
                .map(|(j, k)| of(j, k))
                .collect()
        };
        let tau = series(&torque);
        let i = series(&|j, k| (torque(j, k) + friction(t_s[k])) / GAINS[j]);
        let recording = |effort: Vec<f64>, effort_kind: EffortKind| Recording {
            source: "wanted".to_owned(),
            joints: vec!["joint1".to_owned(), "joint2".to_owned()],
            t_s: t_s.clone(),
            q: [q.clone(), q.clone()].concat(),
            qd: None,
            effort,
            q_motor: None,
            effort_kind,
        };
        WantedEfforts {
            current: recording(i, EffortKind::Current),
            torque: recording(tau, EffortKind::Torque),
        }
    }

    #[test]
    fn gains_are_read_off_at_rest_whatever_is_added_in_motion() {
        let robot = catalog::robot("planar2r").unwrap();
        let logs = [wanted([40.0, -7.0]), wanted([25.0, 3.0])];
        let found = controller_gains(&robot, &logs).unwrap();
        for (found, expected) in found.iter().zip(GAINS) {
            assert!((found.gain_nm_per_a.unwrap() - expected).abs() < 1e-12, "{found:?}");
            assert!((340..=390).contains(&found.n_samples), "{}", found.n_samples);
        }
    }

    #[test]
    fn what_a_controller_does_not_tell_has_a_reason() {
        let robot = catalog::robot("planar2r").unwrap();
        let status = |log: WantedEfforts| controller_gains(&robot, &[log]).unwrap()[1].status;
        assert_eq!(status(wanted([40.0, 0.0])), ControllerGainStatus::NoTorque);
        let mut digits = wanted([40.0, 3e-3]);
        for log in [&mut digits.current, &mut digits.torque] {
            log.effort.iter_mut().for_each(|x| *x = (*x * 1e4).round() / 1e4);
        }
        assert_ne!(status(digits), ControllerGainStatus::Told, "a gain of three steps");
        let mut ripple = wanted([40.0, -7.0]);
        let wave = (0..).map(|k| 0.2 * f64::from(k).sin());
        ripple.current.effort.iter_mut().zip(wave).for_each(|(i, more)| *i += more);
        let found = status(ripple);
        assert!(matches!(found, ControllerGainStatus::NotProportional { .. }), "{found}");
        let mut swinging = wanted([40.0, -7.0]);
        let swing: Vec<f64> = swinging.current.t_s.iter().map(|t| (3.0 * t).sin()).collect();
        swinging.current.q = [swing.clone(), swing].concat();
        assert_eq!(status(swinging), ControllerGainStatus::NeverAtRest);
        let mut holes = wanted([40.0, -7.0]);
        holes.current.effort.iter_mut().step_by(7).for_each(|i| *i = f64::NAN);
        assert_eq!(status(holes), ControllerGainStatus::Told, "what is missing is passed over");
        let mut short = wanted([40.0, -7.0]);
        short.torque.t_s.pop();
        assert!(controller_gains(&robot, &[short]).is_err());
    }
}
