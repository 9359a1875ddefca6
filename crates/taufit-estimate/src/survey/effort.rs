//! Logged efforts against the torques of the nominal robot.

use super::effort_delay::effort_delays;
use super::effort_unit::{Guess, guess};
use super::filtered_log::FilteredLog;
use super::joint_order::{self, AsRead};
use super::nominal::{LoadFit, Nominal, carries, own_effects};
use super::position_zero::shifted_zero;
use crate::diagnostics::{EffortGuess, LogWarning, Reversal};
use crate::regression::{Follow, Nuisance, rms};
use serde::Serialize;
use taufit_data::recording::EffortKind;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::{Joint, Robot};

/// A joint whose gravity torque is a smaller share of the largest one is not judged by it.
const GRAVITY_SHARE: f64 = 0.02;
/// Least correlation with gravity on which a sign or a unit is judged.
pub(super) const CLEAR: f64 = 0.8;
/// Least correlation with gravity on which a sign is judged where friction is not significant: a counterbalance
/// or a wrong nominal centre of mass can turn the rest of a gravity torque around.
const BEYOND_DOUBT: f64 = 0.95;
/// Least correlation with the own speed on which a direction is judged: gears rub, so that motors
/// push along the motion; sensors behind the gear see little of it.
const RUBS: f64 = 0.5;
/// Least changes of direction on which friction is judged: within fewer strokes the torque of another
/// joint's motion can resemble friction.
const LEAST_TURNS: usize = 4;
/// Factor between an effort and its nominal gravity torque, either way, from which on it is named. Public logs have
/// 0.88 to 1.17, and 1.4 with an unknown load of 3 kg.
const OTHER_SCALE: f64 = 1.5;
/// Least correlation with the nominal inertial torque on which a scale is judged. First joints of public logs have
/// 0.73 to 0.996 at gains of 0.95 to 1.05, wrist joints 0.4 at most.
const INERTIA_SHOWS: f64 = 0.7;
/// A joint whose nominal inertial torque is a smaller share of the largest one is not judged by it.
const INERTIAL_SHARE: f64 = 0.1;
/// Samples that are compared; the filter has made neighbours alike.
const SAMPLES: usize = 5000;

/// Regression of the effort of a joint on the nominal robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffortFit {
    /// The joint.
    pub joint: String,
    /// Root mean square effort \[N·m or N; the log's unit where no torque constant is known\].
    pub effort_rms: f64,
    /// Root mean square of the nominal gravity torque \[N·m or N\].
    pub gravity_rms_nm: f64,
    /// Effort per nominal gravity torque; `None` where gravity hardly acts on the joint.
    pub gain: Option<f64>,
    /// Correlation of the two, without offset, friction and inertia.
    pub correlation: Option<f64>,
    /// Joint torque per unit of the log that would make the gain one \[N·m per unit\].
    pub nm_per_unit: Option<f64>,
    /// Whether the effort pushes along the motion, as against friction; `None` if friction is too
    /// small to tell.
    pub along_motion: Option<bool>,
}

impl EffortFit {
    /// Gain and correlation, where these are clear.
    pub(super) fn clear(&self) -> Option<(f64, f64)> {
        self.gain.zip(self.correlation).filter(|(_, correlation)| correlation.abs() >= CLEAR)
    }

    /// Whether gravity alone is enough to judge a sign.
    fn is_beyond_warning(&self) -> bool {
        self.correlation.is_some_and(|correlation| correlation.abs() >= BEYOND_DOUBT)
    }

    fn holds_the_wrong_way(&self) -> bool {
        self.clear().is_some_and(|(gain, _)| gain < 0.0)
    }
}

/// Efforts of a log beside those of the nominal robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffortSurvey {
    /// In the order of the log.
    pub joints: Vec<EffortFit>,
    /// Meaning that the size of the efforts suggests.
    pub looks_like: EffortGuess,
    /// Why.
    pub reason: String,
}

impl EffortSurvey {
    /// Compares. `factors` are the known torque constants of a log of currents.
    pub(super) fn new(
        robot: &Robot,
        filtered: &FilteredLog,
        kind: EffortKind,
        factors: &[Option<f64>],
    ) -> Result<(Self, Vec<LogWarning>)> {
        let whole = filtered;
        let filtered = &filtered.thinned(SAMPLES).with_effort_factors(factors);
        let natural: Vec<usize> = (0..robot.n_dof()).collect();
        let nominal = Nominal::new(robot, filtered, &natural)?;
        let loads = nominal.fits(filtered);
        let along: Vec<Option<bool>> =
            natural.iter().map(|&j| along_motion(filtered, &nominal, j)).collect();
        let joints = fits(robot, filtered, &nominal, &loads, &along, factors);
        let as_read = AsRead { fits: &loads, along_motion: &along };
        let Guess { looks_like, reason, finding } = guess(robot, &joints, kind, factors);
        // Signs and units of efforts that belong to other joints mean nothing.
        let has_scale = kind == EffortKind::Torque || factors.iter().all(Option::is_some);
        let mut findings =
            match joint_order::finding(robot, filtered, &nominal, &as_read, has_scale)? {
                Some(mixed_up) => vec![mixed_up],
                None => reversals(&joints).into_iter().chain(finding).collect(),
            };
        // Delay, zeros and scales of single joints show in efforts that are right otherwise.
        if findings.is_empty() {
            findings.extend(effort_delays(robot, whole)?);
        }
        let spoils_all = |w: &LogWarning| !matches!(w, LogWarning::JointEffortDelay { .. });
        if has_scale && !findings.iter().any(spoils_all) {
            findings.extend(shifted_zero(robot, filtered)?);
            findings.extend(scales(&joints, filtered, &nominal));
        }
        Ok((Self { joints, looks_like, reason }, findings))
    }
}

fn fits(
    robot: &Robot,
    filtered: &FilteredLog,
    nominal: &Nominal,
    loads: &[LoadFit],
    along: &[Option<bool>],
    factors: &[Option<f64>],
) -> Vec<EffortFit> {
    let judged = carries(loads, GRAVITY_SHARE);
    let fit = |(j, joint): (usize, &Joint)| {
        let Follow { gain, correlation } = loads[j].gravity;
        let is_clear = judged[j] && correlation.abs() >= CLEAR;
        EffortFit {
            joint: joint.name.clone(),
            effort_rms: rms(&filtered.effort[j]),
            gravity_rms_nm: rms(&nominal.gravity[j]),
            gain: judged[j].then_some(gain),
            correlation: judged[j].then_some(correlation),
            nm_per_unit: is_clear.then(|| factors[j].unwrap_or(1.0) / gain.abs()),
            along_motion: along[j],
        }
    };
    robot.dof_joint_iter().enumerate().map(fit).collect()
}

/// Joints whose efforts clearly follow nominal gravity, or nominal inertia where gravity hardly acts, at another
/// scale.
fn scales(fits: &[EffortFit], filtered: &FilteredLog, nominal: &Nominal) -> Vec<LogWarning> {
    // A negative gain is no scale: signs are judged elsewhere.
    let is_other = |gain: f64| gain > 0.0 && !(1.0 / OTHER_SCALE..=OTHER_SCALE).contains(&gain);
    let inertial_rms: Vec<f64> = nominal.inertial.iter().map(|torque| rms(torque)).collect();
    let largest = inertial_rms.iter().copied().fold(0.0, f64::max);
    // Inertias of hands are rough in descriptions, and those of whole arms follow from their masses.
    let moves_the_arm = |j: usize| inertial_rms[j] >= INERTIAL_SHARE * largest;
    // One description that weighs right in other joints is compared with: a load shows in all of them.
    let weighs =
        |fit: &EffortFit| fit.is_beyond_warning() && fit.gain.is_some_and(|g| !is_other(g));
    let is_described = are_witnesses(fits.iter().filter(|fit| weighs(fit)).count(), fits);
    let of = |(j, fit): (usize, &EffortFit)| {
        let (gain, torque) = match fit.gain {
            Some(gain) => (fit.is_beyond_warning().then_some(gain)?, "gravity"),
            None if is_described && moves_the_arm(j) => {
                (inertial_gain(filtered, nominal, j)?, "inertial")
            }
            None => return None,
        };
        let joint = fit.joint.clone();
        is_other(gain).then_some(LogWarning::JointEffortScale { joint, gain, torque })
    };
    fits.iter().enumerate().filter_map(of).collect()
}

/// Effort of a joint per nominal inertial torque, where the two clearly agree beyond what a rotor, friction and an
/// offset of unknown size explain.
fn inertial_gain(filtered: &FilteredLog, nominal: &Nominal, j: usize) -> Option<f64> {
    let others = own_effects(filtered, j).with(&nominal.gravity[j]);
    let [inertial, effort] =
        [&nominal.inertial[j], &filtered.effort[j]].map(|torque| others.without(torque));
    let Follow { gain, correlation } = Follow::of(&inertial, &effort);
    (correlation >= INERTIA_SHOWS).then_some(gain)
}

/// The direction of the efforts by friction, unless inertia contradicts it: masses do not
/// accelerate against a force.
fn along_motion(filtered: &FilteredLog, nominal: &Nominal, j: usize) -> Option<bool> {
    if turns(&filtered.direction[j]) < LEAST_TURNS {
        return None;
    }
    let (qd, qdd, effort) = (&filtered.qd[j], &filtered.qdd[j], &filtered.effort[j]);
    let constant = vec![1.0; qd.len()];
    let load = Nuisance::new(&[&constant, &nominal.gravity[j]]);
    let follows = |x: &[f64], space: &Nuisance| {
        Follow::of(&space.without(x), &space.without(effort)).correlation
    };
    let rubs = follows(qd, &load.with(qdd).with(&nominal.inertial[j]));
    let accelerates = follows(qdd, &load.with(qd).with(&filtered.direction[j]));
    match rubs {
        _ if rubs >= RUBS => Some(true),
        _ if rubs <= -RUBS && accelerates < RUBS => Some(false),
        _ => None,
    }
}

/// Changes of direction.
fn turns(direction: &[f64]) -> usize {
    let moving: Vec<bool> = direction.iter().filter(|d| **d != 0.0).map(|d| *d > 0.0).collect();
    moving.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Whether so many joints are enough to judge all efforts by: one alone may carry a load or a
/// counterbalance that its description does not know.
pub(super) fn are_witnesses(n: usize, fits: &[EffortFit]) -> bool {
    const ENOUGH: usize = 2;
    n >= ENOUGH.min(fits.len())
}

/// Efforts with the wrong sign; or gravity, where friction confirms the efforts.
fn reversals(fits: &[EffortFit]) -> Vec<LogWarning> {
    let judged = fits.iter().filter(|fit| fit.clear().is_some() || fit.along_motion.is_some());
    let clear = fits.iter().filter(|fit| fit.clear().is_some()).count();
    let against = |fit: &&EffortFit| match fit.along_motion {
        Some(along) => !along,
        None => fit.holds_the_wrong_way() && fit.is_beyond_warning(),
    };
    let upside_down =
        |fit: &&EffortFit| fit.along_motion == Some(true) && fit.holds_the_wrong_way();
    let named = |is: &dyn Fn(&&EffortFit) -> bool| -> Vec<String> {
        fits.iter().filter(|fit| is(fit)).map(|fit| fit.joint.clone()).collect()
    };
    let (efforts, gravity) = (named(&against), named(&upside_down));
    let mut findings = Vec::new();
    if !efforts.is_empty() {
        let all = efforts.len() == judged.count();
        findings.push(LogWarning::EffortReversed {
            joints: efforts,
            all,
            reversal: Reversal::Effort,
        });
    }
    // One joint alone may have a wrong nominal centre of mass; gravity concerns most of them.
    if 2 * gravity.len() > clear && are_witnesses(gravity.len(), fits) {
        let all = gravity.len() == clear;
        findings.push(LogWarning::EffortReversed {
            joints: gravity,
            all,
            reversal: Reversal::Gravity,
        });
    }
    findings
}
