//! Efforts of a motion beside the torques of the nominal robot.

use super::filtered_log::FilteredLog;
use crate::regression::{Follow, Nuisance, rms};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Samples, rnea_block};
use taufit_dynamics::model::Robot;

/// Nominal torques of every joint \[N·m or N\].
pub(super) struct Nominal {
    /// Against gravity.
    pub(super) gravity: Vec<Vec<f64>>,
    /// Torques of the motion: inertia, Coriolis and centrifugal.
    pub(super) inertial: Vec<Vec<f64>>,
}

impl Nominal {
    /// Torques along a motion; coordinate `i` of the robot moves as joint `order[i]` of the log.
    pub(super) fn new(robot: &Robot, filtered: &FilteredLog, order: &[usize]) -> Result<Self> {
        let n = filtered.n_samples();
        let flat = |x: &[Vec<f64>]| order.iter().flat_map(|&j| &x[j]).copied().collect::<Vec<_>>();
        let (q, qd, qdd) = (flat(&filtered.q), flat(&filtered.qd), flat(&filtered.qdd));
        let at_rest = vec![0.0; q.len()];
        let (mut gravity, mut all) = (at_rest.clone(), at_rest.clone());
        rnea_block(robot, &Samples::new(n, &q, &at_rest, &at_rest), &mut gravity)?;
        rnea_block(robot, &Samples::new(n, &q, &qd, &qdd), &mut all)?;
        let inertial: Vec<f64> = all.iter().zip(&gravity).map(|(all, g)| all - g).collect();
        let joints = |x: &[f64]| x.chunks(n.max(1)).map(<[f64]>::to_vec).collect();
        Ok(Self { gravity: joints(&gravity), inertial: joints(&inertial) })
    }

    /// Regression of an effort on the torques of joint `i`, beyond what every joint has of its own.
    pub(super) fn fit(&self, i: usize, own: &Nuisance, effort: &[f64]) -> LoadFit {
        let others = own.with(&self.inertial[i]);
        let gravity = others.without(&self.gravity[i]);
        let rest = others.without(effort);
        let unexplained = others.with(&self.gravity[i]).without(effort);
        LoadFit {
            gravity: Follow::of(&gravity, &rest),
            gravity_rms_nm: rms(&gravity),
            rest_rms: rms(&rest),
            unexplained: rms(&unexplained) / rms(&own.without(effort)).max(f64::MIN_POSITIVE),
        }
    }

    /// The fits of all joints, each with its own effort.
    pub(super) fn fits(&self, filtered: &FilteredLog) -> Vec<LoadFit> {
        let fit = |j: usize| self.fit(j, &own_effects(filtered, j), &filtered.effort[j]);
        (0..self.gravity.len()).map(fit).collect()
    }
}

/// Regression of an effort on the nominal load of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoadFit {
    /// Effort against gravity, without inertia, friction and offset.
    pub(super) gravity: Follow,
    /// The gravity torque that inertia, friction and offset could not be mistaken for \[N·m or N\].
    pub(super) gravity_rms_nm: f64,
    /// The effort without inertia, friction and offset.
    pub(super) rest_rms: f64,
    /// Share of the effort, offset, friction and own inertia left out, that is not explained (rms).
    pub(super) unexplained: f64,
}

/// Gravity torques below this are rounding \[N·m or N\]: no joint that matters carries so little.
const NOTHING_NM: f64 = 1e-6;

/// Whether the gravity torque of each joint is at least this share of the largest one.
pub(super) fn carries(fits: &[LoadFit], share: f64) -> Vec<bool> {
    let largest = fits.iter().map(|fit| fit.gravity_rms_nm).fold(0.0, f64::max);
    fits.iter().map(|fit| largest > NOTHING_NM && fit.gravity_rms_nm >= share * largest).collect()
}

/// Effects that every joint has, whatever it carries: an offset, friction, and an inertia of its
/// own, since nominal robots seldom know their rotors.
pub(super) fn own_effects(filtered: &FilteredLog, joint: usize) -> Nuisance {
    let constant = vec![1.0; filtered.n_samples()];
    Nuisance::new(&[
        &constant,
        &filtered.qd[joint],
        &filtered.direction[joint],
        &filtered.qdd[joint],
    ])
}
