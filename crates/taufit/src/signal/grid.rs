//! One stretch of a log on a uniform grid, and what becomes of it.

use super::butterworth::LowPass;
use super::decimate::trim_and_decimate;
use super::differentiate::{acceleration, velocity};
use super::motion::Segment;
use super::resample::{Interpolation, Resampler};
use super::settings::TorqueFilter;
use crate::diagnostics::Result;
use crate::recording::Recording;
use rayon::prelude::*;

/// Uniformly sampled positions and torques, not yet filtered; channels as in [`Segment`].
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) t_s: Vec<f64>,
    pub(super) q: Vec<f64>,
    tau: Vec<f64>,
}

/// What becomes of a stretch: `trim` samples at either end are left out, and all but each `every`-th.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) trim: usize,
    pub(super) every: usize,
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
        let pick = |x: &[f64]| samples.iter().map(|k| x[*k]).collect::<Vec<f64>>();
        let resampler = Resampler::new(&pick(&recording.t_s), rate_hz, how)?;
        let resampled = |(j, factor): (usize, &f64)| -> Result<(Vec<f64>, Vec<f64>)> {
            let mut tau = resampler.apply(&pick(recording.effort(j)))?;
            tau.iter_mut().for_each(|x| *x *= factor);
            Ok((resampler.apply(&pick(recording.q(j)))?, tau))
        };
        let joints = factors.par_iter().enumerate().map(resampled).collect::<Result<Vec<_>>>()?;
        let (q, tau): (Vec<_>, Vec<_>) = joints.into_iter().unzip();
        Ok(Self { t_s: resampler.t_s().to_vec(), q: q.concat(), tau: tau.concat() })
    }

    /// Filters positions, and torques if asked to, differentiates, then cuts.
    pub(super) fn segment(&self, filter: &LowPass, rate_hz: f64, cut: Cut) -> Result<Segment> {
        let filtered_tau = |tau: &[f64]| match cut.torque {
            TorqueFilter::Parallel { .. } => Ok(tau.to_vec()),
            TorqueFilter::LikePositions => filter.zero_phase(tau),
        };
        let cut = |x: &[f64]| trim_and_decimate(x, cut.trim, cut.every);
        let t_s = cut(&self.t_s);
        let n = self.t_s.len();
        let joints: Vec<(&[f64], &[f64])> = self.q.chunks(n).zip(self.tau.chunks(n)).collect();
        let conditioned = |(q, tau): &(&[f64], &[f64])| -> Result<[Vec<f64>; 4]> {
            let q_filt = filter.zero_phase(q)?;
            let (qd, qdd) = (velocity(&q_filt, rate_hz)?, acceleration(&q_filt, rate_hz)?);
            Ok([cut(&q_filt), cut(&qd), cut(&qdd), cut(&filtered_tau(tau)?)])
        };
        let joints = joints.par_iter().map(conditioned).collect::<Result<Vec<_>>>()?;
        let all =
            |k: usize| joints.iter().map(|joint| joint[k].as_slice()).collect::<Vec<_>>().concat();
        Ok(Segment { n_samples: t_s.len(), t_s, q: all(0), qd: all(1), qdd: all(2), tau: all(3) })
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
        let cut = Cut { trim: 15, every: 3, torque: TorqueFilter::LikePositions };
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
