//! Delay of the efforts behind the positions.
//!
//! Friction changes its sign with the velocity, and inertial torques follow the acceleration: an effort that is
//! logged late is explained best by the motion of some samples before. The model is the nominal robot at a scale of
//! its own, with offset, friction and own inertia of every joint.

use super::delay::parabola_peak;
use super::filtered_log::FilteredLog;
use super::nominal::{Nominal, own_effects};
use crate::diagnostics::LogWarning;
use crate::regression::{Nuisance, rms};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Longest delay that is looked for, either way \[s\].
const LONGEST_S: f64 = 0.3;
/// Samples of the motion that are compared at every lag.
const SAMPLES: usize = 1000;
/// Samples below which nothing is said.
const FEWEST_SAMPLES: usize = 100;
/// Lags that are tried either way.
const LAGS: usize = 30;
/// Delay from which on it is a finding \[s\]: the filtered currents of public logs are 10 to 20 ms late.
const LATE_S: f64 = 0.03;
/// Least gain in the mean logarithm of the unexplained shares. Public logs moved by 50 ms gain 0.15 to 0.9.
const CLEAR: f64 = 0.1;
/// Delay of a single joint from which on it is a finding \[s\]: in public logs those of wrist joints reach 40 ms.
const JOINT_LATE_S: f64 = 0.05;
/// Least gain of a single joint. At delays beyond [`JOINT_LATE_S`] no joint of a public log gains anything.
const JOINT_CLEAR: f64 = 0.2;
/// Shares below this are as good as nothing.
const EXPLAINED: f64 = 1e-3;

/// The finding that all efforts are late or early, or else those of single joints, where the motion explains them
/// clearly better at another lag. None where the best lag is the longest one: that is another motion.
pub(super) fn effort_delays(robot: &Robot, filtered: &FilteredLog) -> Result<Vec<LogWarning>> {
    let step = ((LONGEST_S * filtered.rate_hz) as usize).div_ceil(LAGS).max(1);
    let n_lags = LAGS.min((LONGEST_S * filtered.rate_hz) as usize / step);
    let samples = inner_samples(filtered, (n_lags + 1) * step);
    if samples.len() < FEWEST_SAMPLES || n_lags == 0 {
        return Ok(Vec::new());
    }
    let lags: Vec<isize> =
        (0..=2 * n_lags).map(|k| (k as isize - n_lags as isize) * step as isize).collect();
    let models = models(robot, &filtered.at(&samples))?;
    let curve = |(model, effort): (&Nuisance, &Vec<f64>)| -> Vec<f64> {
        lags.iter().map(|lag| unexplained(model, effort, &samples, *lag)).collect()
    };
    let curves: Vec<Vec<f64>> = models.iter().zip(&filtered.effort).map(curve).collect();
    let step_s = step as f64 / filtered.rate_hz;
    let names = robot.dof_joint_iter().map(|joint| joint.name.clone());
    Ok(match common_delay(&curves, step_s) {
        Some(common) => vec![common],
        None => names.zip(&curves).filter_map(|(j, own)| joint_delay(j, own, step_s)).collect(),
    })
}

/// A delay that most joints share.
fn common_delay(curves: &[Vec<f64>], step_s: f64) -> Option<LogWarning> {
    let mean = |k: usize| curves.iter().map(|own| own[k]).sum::<f64>() / curves.len() as f64;
    let mean: Vec<f64> = (0..curves.first()?.len()).map(mean).collect();
    let BestLag { place, delay_s, gain } = BestLag::of(&mean, step_s)?;
    let agree = curves.iter().filter(|own| own[place] < own[own.len() / 2]).count();
    let is_late = delay_s.abs() >= LATE_S && gain >= CLEAR && 2 * agree > curves.len();
    is_late.then(|| LogWarning::EffortDelay { delay_s, factor: gain.exp() })
}

/// A delay of one joint, by its own efforts.
fn joint_delay(joint: String, own: &[f64], step_s: f64) -> Option<LogWarning> {
    let BestLag { delay_s, gain, .. } = BestLag::of(own, step_s)?;
    let is_late = delay_s.abs() >= JOINT_LATE_S && gain >= JOINT_CLEAR;
    is_late.then(|| LogWarning::JointEffortDelay { joint, delay_s, factor: gain.exp() })
}

/// The lag at which least is left unexplained.
struct BestLag {
    /// Its place among the lags, of which no lag is in the middle.
    place: usize,
    delay_s: f64,
    /// Gain over no lag, in the logarithm of the unexplained share.
    gain: f64,
}

impl BestLag {
    /// None at either end of the lags.
    fn of(curve: &[f64], step_s: f64) -> Option<Self> {
        let middle = curve.len() / 2;
        let place = (0..curve.len()).min_by(|a, b| curve[*a].total_cmp(&curve[*b]))?;
        if place == 0 || place + 1 == curve.len() {
            return None;
        }
        let beside = parabola_peak(-curve[place - 1], -curve[place], -curve[place + 1]);
        let delay_s = (place as f64 - middle as f64 + beside) * step_s;
        Some(Self { place, delay_s, gain: curve[middle] - curve[place] })
    }
}

/// Indices, evenly spread, that have `margin` samples of the same stretch on both sides.
fn inner_samples(filtered: &FilteredLog, margin: usize) -> Vec<usize> {
    let inner = |stretch: &std::ops::Range<usize>| {
        stretch.start + margin..stretch.end.saturating_sub(margin).max(stretch.start + margin)
    };
    let all: Vec<usize> = filtered.stretches.iter().flat_map(inner).collect();
    let every = all.len().div_ceil(SAMPLES).max(1);
    all.into_iter().step_by(every).collect()
}

/// Effects of every joint along a motion: its own, and the torques of the nominal robot.
fn models(robot: &Robot, motion: &FilteredLog) -> Result<Vec<Nuisance>> {
    let natural: Vec<usize> = (0..motion.q.len()).collect();
    let nominal = Nominal::new(robot, motion, &natural)?;
    let model =
        |&j: &usize| own_effects(motion, j).with(&nominal.gravity[j]).with(&nominal.inertial[j]);
    Ok(natural.iter().map(model).collect())
}

/// Logarithm of the share of a joint's effort at a lag that its model does not explain.
fn unexplained(model: &Nuisance, effort: &[f64], samples: &[usize], lag: isize) -> f64 {
    let constant = Nuisance::new(&[&vec![1.0; samples.len()]]);
    let late: Vec<f64> = samples.iter().map(|&k| effort[k.saturating_add_signed(lag)]).collect();
    let all = rms(&constant.without(&late));
    if all > 0.0 { (rms(&model.without(&late)) / all).max(EXPLAINED).ln() } else { 0.0 }
}
