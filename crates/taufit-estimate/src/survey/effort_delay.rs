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
/// Shares below this are as good as nothing.
const EXPLAINED: f64 = 1e-3;

/// The finding that efforts are late or early, where the motion explains them clearly better at another lag. None
/// where the best lag is the longest one: that is another motion.
pub(super) fn effort_delay(robot: &Robot, filtered: &FilteredLog) -> Result<Option<LogWarning>> {
    let step = ((LONGEST_S * filtered.rate_hz) as usize).div_ceil(LAGS).max(1);
    let n_lags = LAGS.min((LONGEST_S * filtered.rate_hz) as usize / step);
    let samples = inner_samples(filtered, (n_lags + 1) * step);
    if samples.len() < FEWEST_SAMPLES || n_lags == 0 {
        return Ok(None);
    }
    let models = models(robot, &filtered.at(&samples))?;
    let score = |k: usize| {
        let lag = (k as isize - n_lags as isize) * step as isize;
        unexplained(filtered, &models, &samples, lag)
    };
    let scores: Vec<f64> = (0..=2 * n_lags).map(score).collect();
    let best = (0..scores.len()).min_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(n_lags);
    if best == 0 || best == 2 * n_lags {
        return Ok(None);
    }
    let beside = parabola_peak(-scores[best - 1], -scores[best], -scores[best + 1]);
    let delay_s = (best as f64 - n_lags as f64 + beside) * step as f64 / filtered.rate_hz;
    let gain = scores[n_lags] - scores[best];
    let is_late = delay_s.abs() >= LATE_S && gain >= CLEAR;
    Ok(is_late.then(|| LogWarning::EffortDelay { delay_s, factor: gain.exp() }))
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

/// Mean logarithm of the share of the efforts at a lag that the models do not explain.
fn unexplained(filtered: &FilteredLog, models: &[Nuisance], samples: &[usize], lag: isize) -> f64 {
    let constant = Nuisance::new(&[&vec![1.0; samples.len()]]);
    let share = |(model, effort): (&Nuisance, &Vec<f64>)| {
        let late: Vec<f64> =
            samples.iter().map(|&k| effort[k.saturating_add_signed(lag)]).collect();
        let all = rms(&constant.without(&late));
        if all > 0.0 { (rms(&model.without(&late)) / all).max(EXPLAINED).ln() } else { 0.0 }
    };
    let shares = models.iter().zip(&filtered.effort).map(share);
    shares.sum::<f64>() / models.len().max(1) as f64
}
