//! Logs that need not fit in memory.

use super::{Gather, Recording};
use taufit_dynamics::diagnostics::{Result, Warning};

/// A log that can be read more than once, a piece at a time.
pub trait Log {
    /// Where it comes from, for messages.
    fn source(&self) -> &str;

    /// Hands over the whole log in consecutive pieces, in the order of time.
    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()>;

    /// Warning about efforts whose kind neither the log nor the options of its reader give.
    fn unstated_efforts(&self) -> Result<Option<Warning>> {
        Ok(None)
    }

    /// At most the first `max_samples` samples, with velocities where the log has them. Logs that can
    /// stop reading early override this.
    fn head(&self, max_samples: usize) -> Result<Recording> {
        let mut head = Gather::new(0);
        self.read(&mut |piece| {
            let room = max_samples.saturating_sub(head.n_samples());
            head.push_range(piece, 0..piece.n_samples().min(room))
        })?;
        head.finish()
    }
}

impl Log for Recording {
    fn source(&self) -> &str {
        &self.source
    }

    fn head(&self, max_samples: usize) -> Result<Recording> {
        self.check()?;
        Ok(self.range(0, max_samples.min(self.n_samples())))
    }

    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        take(self)
    }
}

/// Strings pieces together to windows of bounded length that overlap, so that what is lost at the
/// edges of one is inside another.
#[derive(Debug)]
pub struct Windows {
    max_samples: usize,
    overlap_s: f64,
    keeps_velocities: bool,
    /// Samples of the next window so far.
    held: Gather,
    /// Samples at its start that were part of the window before.
    n_old: usize,
}

impl Windows {
    /// Windows of about `max_samples`, which overlap by `overlap_s`. Velocities are left out.
    pub fn new(max_samples: usize, overlap_s: f64) -> Self {
        let held = Gather::without_velocities(max_samples);
        Self { max_samples, overlap_s, keeps_velocities: false, held, n_old: 0 }
    }

    /// Windows with velocities, where the log has them.
    pub fn with_velocities(max_samples: usize, overlap_s: f64) -> Self {
        let held = Gather::new(max_samples);
        Self { keeps_velocities: true, held, ..Self::new(max_samples, overlap_s) }
    }

    /// Adds a piece; hands over a window whenever one is full.
    pub fn push(
        &mut self,
        piece: &Recording,
        take: &mut dyn FnMut(&Recording) -> Result<()>,
    ) -> Result<()> {
        let mut start = 0;
        while start < piece.n_samples() {
            let end = piece.n_samples().min(start + self.room());
            self.held.push_range(piece, start..end)?;
            start = end;
            if self.room() == 0 {
                self.hand_over(take)?;
            }
        }
        Ok(())
    }

    /// Samples that the window still takes.
    fn room(&self) -> usize {
        (self.max_samples + self.n_old).saturating_sub(self.held.n_samples())
    }

    /// Hands over what is left.
    pub fn finish(self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        match self.held.n_samples() > self.n_old {
            true => take(&self.held.finish()?),
            false => Ok(()),
        }
    }

    fn hand_over(&mut self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        let held = std::mem::replace(&mut self.held, Gather::new(0));
        let window = held.finish()?;
        take(&window)?;
        let end_s = window.t_s.last().copied().unwrap_or(0.0);
        let from = window.t_s.partition_point(|t| *t < end_s - self.overlap_s);
        self.n_old = window.n_samples() - from;
        let capacity = self.max_samples + self.n_old;
        self.held = match self.keeps_velocities {
            true => Gather::new(capacity),
            false => Gather::without_velocities(capacity),
        };
        self.held.push_range(&window, from..window.n_samples())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;

    fn ramp(from: usize, to: usize) -> Recording {
        let x: Vec<f64> = (from..to).map(|k| k as f64).collect();
        Recording {
            source: "ramp".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: x.clone(),
            q: [x.clone(), x.clone()].concat(),
            qd: None,
            effort: [x.clone(), x].concat(),
            q_motor: None,
            effort_kind: EffortKind::Torque,
        }
    }

    #[test]
    fn windows_hold_everything_and_overlap() {
        let mut found: Vec<(f64, f64)> = Vec::new();
        let mut take = |window: &Recording| -> Result<()> {
            window.check()?;
            assert_eq!(window.q(1), window.t_s);
            assert_eq!(window.effort(1), window.t_s);
            found.push((window.t_s[0], window.t_s[window.n_samples() - 1]));
            Ok(())
        };
        let mut windows = Windows::new(100, 10.0);
        for piece in [(0, 30), (30, 250), (250, 251), (251, 340)] {
            windows.push(&ramp(piece.0, piece.1), &mut take).unwrap();
        }
        windows.finish(&mut take).unwrap();
        assert_eq!(found, [(0.0, 99.0), (89.0, 199.0), (189.0, 299.0), (289.0, 339.0)]);
    }

    #[test]
    fn a_log_that_ends_with_a_window_is_not_handed_over_twice() {
        let mut count = 0;
        let mut take = |_: &Recording| -> Result<()> {
            count += 1;
            Ok(())
        };
        let mut windows = Windows::new(50, 5.0);
        windows.push(&ramp(0, 100), &mut take).unwrap();
        windows.finish(&mut take).unwrap();
        assert_eq!(count, 2);
    }
}
