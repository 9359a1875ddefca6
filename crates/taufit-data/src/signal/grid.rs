//! One stretch of a log on a uniform grid, and what becomes of it.

use super::butterworth::LowPass;
use super::decimate::Decimation;
use super::differentiate::{acceleration_into, velocity_into};
use super::motion::Segment;
use super::resample::{Interpolation, Resampler};
use super::settings::TorqueFilter;
use crate::recording::Recording;
use rayon::prelude::*;
use std::borrow::Cow;
use taufit_dynamics::diagnostics::Result;

/// Uniformly sampled positions and torques, not yet filtered; channels as in [`Segment`].
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) t_s: Vec<f64>,
    pub(super) q: Vec<f64>,
    tau: Vec<f64>,
}

/// Treatment of a stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) decimation: Decimation,
    pub(super) torque: TorqueFilter,
}

impl Grid {
    /// Resamples some samples of a log; torque is effort times the joint's factor.
    pub(super) fn new(
        recording: &Recording,
        samples: &[usize],
        factors: &[f64],
        rate_hz: f64,
        how: Interpolation,
    ) -> Result<Self> {
        let resampler = Resampler::new(&picked(&recording.t_s, samples), rate_hz, how)?;
        let n = resampler.t_s().len();
        let mut channels = [vec![0.0; n * factors.len()], vec![0.0; n * factors.len()]];
        let [q, tau] = &mut channels;
        let joints = q.par_chunks_mut(n).zip(tau.par_chunks_mut(n)).zip(factors).enumerate();
        joints.try_for_each(|(j, ((q, tau), factor))| -> Result<()> {
            resampler.apply(&picked(recording.q(j), samples), q)?;
            resampler.apply(&picked(recording.effort(j), samples), tau)?;
            tau.iter_mut().for_each(|x| *x *= factor);
            Ok(())
        })?;
        let [q, tau] = channels;
        Ok(Self { t_s: resampler.into_t_s(), q, tau })
    }

    /// Filters positions, and torques if asked to, differentiates, then cuts; all in its own place.
    pub(super) fn segment(self, filter: &LowPass, rate_hz: f64, cut: Cut) -> Result<Segment> {
        let Self { mut t_s, mut q, mut tau } = self;
        let Cut { decimation, torque } = cut;
        let n = t_s.len();
        let (n_joints, n_kept) = (q.len() / n.max(1), decimation.n_kept(n));
        let (mut qd, mut qdd) = (vec![0.0; n_joints * n_kept], vec![0.0; n_joints * n_kept]);
        let measured = q.par_chunks_mut(n.max(1)).zip(tau.par_chunks_mut(n.max(1)));
        let derived = qd.par_chunks_mut(n_kept.max(1)).zip(qdd.par_chunks_mut(n_kept.max(1)));
        let scratch = Vec::new;
        measured.zip(derived).try_for_each_init(scratch, |scratch, ((q, tau), (qd, qdd))| {
            filter.zero_phase_in_place(q, scratch)?;
            velocity_into(q, rate_hz, scratch)?;
            decimation.copy(scratch, qd);
            acceleration_into(q, rate_hz, scratch)?;
            decimation.copy(scratch, qdd);
            match torque {
                TorqueFilter::Parallel { .. } => Ok(()),
                TorqueFilter::LikePositions => filter.zero_phase_in_place(tau, scratch),
            }
        })?;
        for channels in [&mut t_s, &mut q, &mut tau] {
            decimation.cut(channels, n);
        }
        Ok(Segment { n_samples: t_s.len(), t_s, q, qd, qdd, tau })
    }
}

/// Some samples of a channel, in the order of time; where none is left out they stay where they are.
fn picked<'a>(x: &'a [f64], samples: &[usize]) -> Cow<'a, [f64]> {
    match samples {
        [first, .., last] if last - first + 1 == samples.len() => Cow::Borrowed(&x[*first..=*last]),
        _ => samples.iter().map(|k| x[*k]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;

    #[test]
    fn channels_keep_their_order_and_their_factor() {
        let n = 60;
        let line = |a: f64, b: f64| (0..n).map(move |k| a + b * 0.1 * f64::from(k));
        let recording = Recording {
            source: "lines".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: line(0.0, 1.0).collect(),
            q: line(0.0, 1.0).chain(line(5.0, -2.0)).collect(),
            qd: None,
            effort: line(1.0, 0.0).chain(line(2.0, 0.0)).collect(),
            q_motor: None,
            effort_kind: EffortKind::Current,
        };
        let samples: Vec<usize> = (0..60).collect();
        let how = Interpolation::Linear;
        let grid = Grid::new(&recording, &samples, &[10.0, 20.0], 10.0, how).unwrap();
        let filter = LowPass::butterworth(2, 3.0, 10.0).unwrap();
        let decimation = Decimation { trim: 15, every: 3 };
        let cut = Cut { decimation, torque: TorqueFilter::LikePositions };
        let segment = grid.segment(&filter, 10.0, cut).unwrap();
        assert_eq!(segment.n_samples, 10);
        assert!((segment.t_s[1] - 1.8).abs() < 1e-12);
        // Filter and differences leave lines alone, so every channel is known.
        for k in 0..10 {
            let t = segment.t_s[k];
            assert!((segment.q[k] - t).abs() < 1e-9);
            assert!((segment.q[10 + k] - (5.0 - 2.0 * t)).abs() < 1e-9);
            assert!((segment.qd[10 + k] + 2.0).abs() < 1e-8);
            assert!(segment.qdd[10 + k].abs() < 1e-7);
            assert!(
                (segment.tau[k] - 10.0).abs() < 1e-9 && (segment.tau[10 + k] - 40.0).abs() < 1e-9
            );
        }
    }
}
