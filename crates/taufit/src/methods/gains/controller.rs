//! The gains that a controller itself works with.

use crate::diagnostics::{InputError, Result};
use crate::model::Robot;
use crate::recording::{Log, Recording, Windows};
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

/// Samples per window of a log, and at its beginning by which its digits are judged.
const WINDOW_SAMPLES: usize = 1 << 15;
/// Samples at rest that are kept of a joint; of more, every second, fourth and so on.
const MAX_AT_REST: usize = 1 << 16;

/// Status of a gain from the targets of a controller.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ControllerGainStatus {
    /// The targets give a gain.
    Identified,
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
            Self::Identified => write!(f, "identified from the targets of the controller"),
            Self::NeverAtRest => write!(
                f,
                "not identified: the joint stands still for fewer than {FEWEST} samples; log some seconds \
                 before the motion begins, or a motion of the other joints"
            ),
            Self::NoTorque => write!(
                f,
                "not identified: hardly anything loads the joint while it stands still; log a motion of the other \
                 joints, or take the gain of a joint with the same motor"
            ),
            Self::NotProportional { agreeing_percent } => write!(
                f,
                "not identified: only {agreeing_percent:.0} % of the current at rest agrees on a gain; nearly \
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
    /// Status, or the reason why there is no gain.
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
/// A controller that publishes target torques and target currents (RTDE: `target_moment` and
/// `target_current`) gives its gains: of a joint at rest no friction is fed forward, so that `τ = K i`
/// holds to the digits of the log. `K` minimises `Σ |τ − K i|` first, which the beginnings of motions do
/// not disturb, then `Σ (τ − K i)²` over the samples that agree.
///
/// Every log is read twice, piece by piece: with the currents as efforts and with the torques. Of a joint that rests for
/// more than 65 536 samples of a log, every second, fourth and so on is used.
///
/// ```no_run
/// # fn example(current: taufit::recording::Recording, torque: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{WantedEfforts, controller_gains};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let gains = controller_gains(&robot, &[WantedEfforts { current, torque }])?;
/// println!("{:?}", gains[0].gain_nm_per_a);
/// # Ok(())
/// # }
/// ```
pub fn controller_gains<L: Log>(
    robot: &Robot,
    logs: &[WantedEfforts<L>],
) -> Result<Vec<ControllerGain>> {
    let mut joints = vec![(Vec::new(), Vec::new(), 0.0_f64); robot.n_dof()];
    for log in logs {
        let head = log.current.head(WINDOW_SAMPLES)?;
        head.check_joints(robot)?;
        log.torque.head(1)?.check_joints(robot)?;
        for (dof, (at_rest, joint)) in
            log.at_rest(robot.n_dof())?.into_iter().zip(&mut joints).enumerate()
        {
            let (i, tau, step_a) = joint;
            *step_a =
                resolution(head.effort(dof)).map_or(*step_a, |digits| step_a.max(digits.step));
            let kept = at_rest.samples.iter().filter(|s| s.i.is_finite() && s.tau.is_finite());
            i.extend(kept.clone().map(|s| s.i));
            tau.extend(kept.map(|s| s.tau));
        }
    }
    let gain = |(dof, (i, tau, step_a)): (usize, &(Vec<f64>, Vec<f64>, f64))| {
        ControllerGain::new(&robot.dof_joint(dof).name, i, tau, *step_a)
    };
    Ok(joints.iter().enumerate().map(gain).collect())
}

/// Target efforts of a controller, sample by sample of one log.
#[derive(Clone, Debug)]
pub struct WantedEfforts<L = Recording> {
    /// The log with wanted currents as efforts.
    pub current: L,
    /// The log with wanted torques as efforts.
    pub torque: L,
}

/// Samples of a joint at rest, evenly spread over a log.
#[derive(Clone, Debug)]
struct RestSamples {
    samples: Vec<RestSample>,
    /// Every so many samples at rest are kept.
    every: usize,
    n_seen: usize,
    last_s: f64,
}

/// Target current and torque of a joint at rest.
#[derive(Clone, Copy, Debug)]
struct RestSample {
    t_s: f64,
    i: f64,
    tau: f64,
}

impl RestSamples {
    fn push(&mut self, t_s: f64, i: f64) {
        // Windows overlap: every sample counts once.
        if t_s <= self.last_s {
            return;
        }
        self.last_s = t_s;
        if self.n_seen.is_multiple_of(self.every) {
            self.samples.push(RestSample { t_s, i, tau: f64::NAN });
        }
        self.n_seen += 1;
        if self.samples.len() > MAX_AT_REST {
            let mut k = 0;
            self.samples.retain(|_| {
                k += 1;
                k % 2 == 1
            });
            self.every *= 2;
        }
    }
}

impl<L: Log> WantedEfforts<L> {
    /// Samples at rest of every joint.
    fn at_rest(&self, n_dof: usize) -> Result<Vec<RestSamples>> {
        let none =
            RestSamples { samples: Vec::new(), every: 1, n_seen: 0, last_s: f64::NEG_INFINITY };
        let mut joints = vec![none; n_dof];
        let mut windows = Windows::new(WINDOW_SAMPLES, 2.0 * REST_S);
        let mut note = |window: &Recording| {
            for (dof, joint) in joints.iter_mut().enumerate() {
                let rests = resting(&window.t_s, window.q(dof)).into_iter();
                rests.for_each(|k| joint.push(window.t_s[k], window.effort(dof)[k]));
            }
            Ok(())
        };
        let mut expected = 0;
        self.current.read(&mut |piece| {
            expected += piece.n_samples();
            windows.push(piece, &mut note)
        })?;
        windows.finish(&mut note)?;
        let (mut found, mut next) = (0, vec![0; n_dof]);
        self.torque.read(&mut |piece| {
            found += piece.n_samples();
            for (dof, joint) in joints.iter_mut().enumerate() {
                for (t_s, tau) in piece.t_s.iter().zip(piece.effort(dof)) {
                    let Some(sample) = joint.samples.get_mut(next[dof]) else { break };
                    if *t_s >= sample.t_s {
                        sample.tau = *tau;
                        next[dof] += 1;
                    }
                }
            }
            Ok(())
        })?;
        match expected == found {
            true => Ok(joints),
            false => {
                let what = "torques that a controller wants";
                Err(InputError::LengthMismatch { what, expected, found }.into())
            }
        }
    }
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
            ControllerGainStatus::Identified
        };
        let is_identified = status == ControllerGainStatus::Identified;
        Self {
            joint: joint.to_owned(),
            status,
            gain_nm_per_a: is_identified.then_some(gain),
            agreeing_percent: is_identified.then_some(agreeing_percent),
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
    fn a_long_rest_is_sampled_evenly() {
        let robot = catalog::robot("planar2r").unwrap();
        let n = 3 * MAX_AT_REST;
        let t_s: Vec<f64> = (0..n).map(|k| 0.001 * k as f64).collect();
        // The load of a joint that is held changes slowly; the last samples are those of another gain.
        let tau = |k: usize| 20.0 + 10.0 * (0.01 * t_s[k]).sin();
        let gain = |k: usize| if k < n - n / 10 { 12.0 } else { 11.0 };
        let twice = |x: Vec<f64>| [x.clone(), x].concat();
        let recording = |effort: Vec<f64>, effort_kind: EffortKind| Recording {
            source: "long".to_owned(),
            joints: vec!["joint1".to_owned(), "joint2".to_owned()],
            t_s: t_s.clone(),
            q: vec![0.3; 2 * n],
            qd: None,
            effort: twice(effort),
            q_motor: None,
            effort_kind,
        };
        let current = recording((0..n).map(|k| tau(k) / gain(k)).collect(), EffortKind::Current);
        let torque = recording((0..n).map(tau).collect(), EffortKind::Torque);
        let found = controller_gains(&robot, &[WantedEfforts { current, torque }]).unwrap();
        for gain in &found {
            assert!((gain.gain_nm_per_a.unwrap() - 12.0).abs() < 1e-12, "{gain:?}");
            assert!((MAX_AT_REST / 2..=MAX_AT_REST).contains(&gain.n_samples), "{gain:?}");
            // A tenth of the samples, with a little more current.
            assert!((88.0..92.0).contains(&gain.agreeing_percent.unwrap()), "{gain:?}");
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
        assert_ne!(status(digits), ControllerGainStatus::Identified, "a gain of three steps");
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
        assert_eq!(
            status(holes),
            ControllerGainStatus::Identified,
            "what is missing is passed over"
        );
        let mut short = wanted([40.0, -7.0]);
        short.torque.t_s.pop();
        assert!(controller_gains(&robot, &[short]).is_err());
    }
}
