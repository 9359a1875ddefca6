//! A log on its way through the observer.

use super::observer::{Moment, MomentumObserver};
use super::settings::{DetectionSettings, VelocitySource};
use crate::diagnostics::Result;
use crate::model::Robot;
use crate::recording::Recording;
use crate::signal::torque_factors;

/// After it was slow, a joint counts as slow for so many time constants of the residual.
const AFTERGLOW: f64 = 4.0;

/// Whether a joint may stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It moves.
    Moving,
    /// It is slow, or has just been.
    Slow,
}

/// Time, positions, residual and paces of a moment.
pub(super) type TakeMoment<'t> = &'t mut dyn FnMut(f64, &[f64], &[f64], &[Pace]) -> Result<()>;

/// Momentum observer on a log that is read piece by piece, with the joints that may stick.
#[derive(Debug)]
pub(super) struct ObserverFeed<'r> {
    observer: MomentumObserver<'r>,
    settings: DetectionSettings,
    /// The last stamp and positions.
    last: Option<(f64, Vec<f64>)>,
    /// Until when joints count as slow \[s\].
    slow_until_s: Vec<f64>,
    paces: Vec<Pace>,
}

impl<'r> ObserverFeed<'r> {
    pub(super) fn new(robot: &'r Robot, settings: &DetectionSettings) -> Result<Self> {
        let n_dof = robot.n_dof();
        Ok(Self {
            observer: MomentumObserver::new(robot, settings)?,
            settings: settings.clone(),
            last: None,
            slow_until_s: vec![f64::NEG_INFINITY; n_dof],
            paces: vec![Pace::Slow; n_dof],
        })
    }

    /// Processes a sample; residual and pace of every joint.
    pub(super) fn push(&mut self, moment: Moment<'_>) -> Result<(&[f64], &[Pace])> {
        self.observer.push(moment)?;
        let afterglow_s = AFTERGLOW / self.settings.gain_per_s;
        for (dof, qd) in moment.qd.iter().enumerate() {
            if qd.abs() < self.settings.slow_speed {
                self.slow_until_s[dof] = moment.t_s + afterglow_s;
            }
            let is_slow = moment.t_s <= self.slow_until_s[dof];
            self.paces[dof] = if is_slow { Pace::Slow } else { Pace::Moving };
        }
        Ok((self.observer.residual(), &self.paces))
    }

    /// Processes a piece of a log.
    pub(super) fn read(
        &mut self,
        piece: &Recording,
        gains: &[Option<f64>],
        take: TakeMoment<'_>,
    ) -> Result<()> {
        piece.check()?;
        let factors = torque_factors(piece, gains)?;
        let n = piece.n_samples().max(1);
        let logged =
            piece.qd.as_deref().filter(|_| self.settings.velocity == VelocitySource::Logged);
        for k in 0..piece.n_samples() {
            let at = |channels: &[f64]| -> Vec<f64> {
                channels.chunks_exact(n).map(|channel| channel[k]).collect()
            };
            let (t_s, q, mut tau) = (piece.t_s[k], at(&piece.q), at(&piece.effort));
            tau.iter_mut().zip(&factors).for_each(|(tau, factor)| *tau *= factor);
            let qd = match (logged, &self.last) {
                (Some(qd), _) => Some(at(qd)),
                (None, Some(last)) => slopes(last, t_s, &q),
                (None, None) => None,
            };
            if let Some(qd) = qd {
                let (residual, paces) = self.push(Moment { t_s, q: &q, qd: &qd, tau: &tau })?;
                take(t_s, &q, residual, paces)?;
            }
            self.last = Some((t_s, q));
        }
        Ok(())
    }
}

/// Differences of positions over differences of time; none where time stands still.
fn slopes((last_s, last): &(f64, Vec<f64>), t_s: f64, q: &[f64]) -> Option<Vec<f64>> {
    let step_s = t_s - last_s;
    let slope = |(now, before): (&f64, &f64)| (now - before) / step_s;
    (step_s > 0.0).then(|| q.iter().zip(last).map(slope).collect())
}
