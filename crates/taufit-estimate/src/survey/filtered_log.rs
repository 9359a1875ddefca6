//! The conditioned log, all stretches strung together joint by joint.

use std::ops::Range;
use taufit_data::recording::Recording;
use taufit_data::signal::{ConditionSettings, LowPass, Motion, Segment, TorqueFilter, condition};
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::friction::{FrictionShape, FrictionTerm};

/// Steps shorter than so many periods are none between two windows, whose grids are not the same.
const NO_GAP: f64 = 2.5;

/// Filtered positions, velocities, accelerations and efforts; one vector per joint.
#[derive(Clone, Debug)]
pub(super) struct FilteredLog {
    pub(super) t_s: Vec<f64>,
    pub(super) q: Vec<Vec<f64>>,
    pub(super) qd: Vec<Vec<f64>>,
    pub(super) qdd: Vec<Vec<f64>>,
    /// The sign of the velocity, filtered as it is in an effort that rubs.
    pub(super) direction: Vec<Vec<f64>>,
    /// In the unit of the log.
    pub(super) effort: Vec<Vec<f64>>,
    /// Velocities as logged, through the same filter.
    pub(super) qd_logged: Option<Vec<Vec<f64>>>,
    /// Where the stretches without gap lie.
    pub(super) stretches: Vec<Range<usize>>,
    pub(super) rate_hz: f64,
    pub(super) cutoff_hz: f64,
    pub(super) cutoff_reason: String,
    /// Warnings of the conditioning.
    pub(super) warnings: Vec<Warning>,
}

impl FilteredLog {
    /// Conditions a log whose stamps ascend.
    pub(super) fn new(recording: &Recording, settings: &ConditionSettings) -> Result<Self> {
        // Efforts are looked at as they are, so that they are filtered like the positions.
        let settings =
            &ConditionSettings { torque: TorqueFilter::LikePositions, ..settings.clone() };
        Self::whole(recording, settings)
    }

    /// Conditions a log at once. Logged velocities take the place of the efforts in a second pass, so
    /// that they go through the same grid, the same filter and the same cuts.
    pub(super) fn whole(recording: &Recording, settings: &ConditionSettings) -> Result<Self> {
        let units = vec![Some(1.0); recording.joints.len()];
        let motion = condition(recording, &units, settings)?;
        let same = ConditionSettings { cutoff_hz: Some(motion.cutoff_hz), ..settings.clone() };
        let logged = |qd: &Vec<f64>| -> Result<Vec<Vec<f64>>> {
            let in_their_place = Recording { effort: qd.clone(), qd: None, ..recording.clone() };
            let motion = condition(&in_their_place, &units, &same)?;
            Ok(strung(&motion, |segment| &segment.tau))
        };
        let (qd, stretches) = (strung(&motion, |segment| &segment.qd), stretches(&motion));
        let filter = LowPass::butterworth(settings.order, motion.cutoff_hz, motion.rate_hz).ok();
        let direction = qd.iter().map(|qd| direction(qd, &stretches, filter.as_ref())).collect();
        Ok(Self {
            t_s: motion.segments.iter().flat_map(|segment| &segment.t_s).copied().collect(),
            q: strung(&motion, |segment| &segment.q),
            qd,
            direction,
            qdd: strung(&motion, |segment| &segment.qdd),
            effort: strung(&motion, |segment| &segment.tau),
            qd_logged: recording.qd.as_ref().map(logged).transpose()?,
            stretches,
            rate_hz: motion.rate_hz,
            cutoff_hz: motion.cutoff_hz,
            cutoff_reason: motion.cutoff_reason,
            warnings: motion.warnings,
        })
    }

    /// Number of samples.
    pub(super) fn n_samples(&self) -> usize {
        self.t_s.len()
    }

    /// Adds what follows; what was seen already is left out. Stretches without a gap between become one.
    pub(super) fn append(&mut self, next: &Self) {
        let last_s = self.t_s.last().copied().unwrap_or(f64::NEG_INFINITY);
        let seen = next.t_s.partition_point(|t| *t <= last_s);
        let start = self.n_samples();
        self.t_s.extend_from_slice(&next.t_s[seen..]);
        let extend = |all: &mut [Vec<f64>], next: &[Vec<f64>]| {
            all.iter_mut().zip(next).for_each(|(all, next)| all.extend_from_slice(&next[seen..]));
        };
        extend(&mut self.q, &next.q);
        extend(&mut self.qd, &next.qd);
        extend(&mut self.qdd, &next.qdd);
        extend(&mut self.direction, &next.direction);
        extend(&mut self.effort, &next.effort);
        match (&mut self.qd_logged, &next.qd_logged) {
            (Some(all), Some(next)) => extend(all, next),
            _ => self.qd_logged = None,
        }
        for stretch in next.stretches.iter().filter(|stretch| stretch.end > seen) {
            let range = start + stretch.start.saturating_sub(seen)..start + stretch.end - seen;
            let step_s = self.t_s[range.start] - self.t_s[range.start.saturating_sub(1)];
            match self.stretches.last_mut() {
                Some(last) if last.end == range.start && step_s < NO_GAP / self.rate_hz => {
                    last.end = range.end;
                }
                _ => self.stretches.push(range),
            }
        }
    }

    /// At most about `n` samples, evenly spread.
    pub(super) fn thinned(&self, n: usize) -> Self {
        let every = self.n_samples().div_ceil(n.max(1)).max(1);
        let samples: Vec<usize> = (0..self.n_samples()).step_by(every).collect();
        Self { rate_hz: self.rate_hz / every as f64, ..self.at(&samples) }
    }

    /// Some of the samples, as one stretch.
    pub(super) fn at(&self, samples: &[usize]) -> Self {
        let thin = |x: &Vec<f64>| samples.iter().map(|&k| x[k]).collect::<Vec<f64>>();
        let all = |x: &Vec<Vec<f64>>| x.iter().map(thin).collect::<Vec<_>>();
        let t_s = thin(&self.t_s);
        Self {
            q: all(&self.q),
            qd: all(&self.qd),
            qdd: all(&self.qdd),
            direction: all(&self.direction),
            effort: all(&self.effort),
            qd_logged: self.qd_logged.as_ref().map(all),
            stretches: std::iter::once(0..t_s.len()).collect(),
            rate_hz: self.rate_hz,
            cutoff_hz: self.cutoff_hz,
            cutoff_reason: self.cutoff_reason.clone(),
            warnings: self.warnings.clone(),
            t_s,
        }
    }

    /// With efforts multiplied by a factor of each joint, where there is one.
    #[must_use]
    pub(super) fn with_effort_factors(mut self, factors: &[Option<f64>]) -> Self {
        for (effort, factor) in self.effort.iter_mut().zip(factors) {
            effort.iter_mut().for_each(|effort| *effort *= factor.unwrap_or(1.0));
        }
        self
    }
}

fn strung(motion: &Motion, channels: impl Fn(&Segment) -> &Vec<f64>) -> Vec<Vec<f64>> {
    let joint = |j: usize| {
        let of = |segment| {
            let all = channels(segment);
            &all[j * segment.n_samples..(j + 1) * segment.n_samples]
        };
        motion.segments.iter().flat_map(of).copied().collect()
    };
    (0..motion.joints.len()).map(joint).collect()
}

/// Signs of velocities, stretch by stretch through the filter that efforts went through: what jumps
/// in the robot is a slope in the conditioned log. Unfiltered where a stretch is too short for it.
fn direction(qd: &[f64], stretches: &[Range<usize>], filter: Option<&LowPass>) -> Vec<f64> {
    let sign = |qd: &f64| FrictionShape::COULOMB_VISCOUS.column(FrictionTerm::Coulomb, *qd);
    let of = |stretch: &Range<usize>| {
        let signs: Vec<f64> = qd[stretch.clone()].iter().map(sign).collect();
        filter.and_then(|filter| filter.zero_phase(&signs).ok()).unwrap_or(signs)
    };
    stretches.iter().flat_map(of).collect()
}

fn stretches(motion: &Motion) -> Vec<Range<usize>> {
    let mut start = 0;
    let range = |segment: &Segment| {
        let range = start..start + segment.n_samples;
        start = range.end;
        range
    };
    motion.segments.iter().map(range).collect()
}
