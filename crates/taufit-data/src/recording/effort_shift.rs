//! Efforts that were logged later or earlier than the positions, moved back.

use super::Recording;
use taufit_dynamics::diagnostics::Result;

/// Moves the efforts of a log that is read piece by piece: `effort(t) ← effort(t + delay)`, linear between samples.
/// Samples at the ends of the log whose effort is not known are left out.
#[derive(Debug)]
pub struct EffortShift {
    delay_s: f64,
    /// Samples that are not handed over yet, and those before them whose efforts they need.
    held: Option<Recording>,
    /// First of them that is not handed over.
    next: usize,
}

impl EffortShift {
    /// A shift for efforts that are behind the positions by `delay_s`, or ahead of them if it is negative \[s\].
    pub fn new(delay_s: f64) -> Self {
        Self { delay_s, held: None, next: 0 }
    }

    /// Adds the next piece of the log; returns the samples whose effort is known by now, `None` if there are none.
    pub fn push(&mut self, piece: Recording) -> Result<Option<Recording>> {
        let all = match self.held.take() {
            Some(held) => Recording::joined(&[held, piece])?,
            None => piece,
        };
        let (n, t_s) = (all.n_samples(), &all.t_s);
        let (Some(first_s), Some(last_s)) = (t_s.first(), t_s.last()) else { return Ok(None) };
        let source_s = |k: usize| t_s[k] + self.delay_s;
        let from = (self.next..n).find(|&k| source_s(k) >= *first_s).unwrap_or(n);
        let to = (from..n).find(|&k| source_s(k) > *last_s).unwrap_or(n);
        let mut moved = all.range(from, to);
        let times: Vec<f64> = (from..to).map(source_s).collect();
        moved.effort = (0..all.joints.len())
            .flat_map(|j| {
                times.iter().map(|t| interpolated(t_s, all.effort(j), *t)).collect::<Vec<f64>>()
            })
            .collect();
        // The effort before the first one that the next sample needs is the start of its interval.
        let oldest_s = t_s[to.min(n - 1)] + self.delay_s.min(0.0);
        let kept = t_s.partition_point(|t| *t < oldest_s).saturating_sub(1).min(to);
        self.next = to - kept;
        self.held = Some(all.range(kept, n));
        Ok((to > from).then_some(moved))
    }
}

/// Value at a time within the samples.
fn interpolated(t_s: &[f64], x: &[f64], at_s: f64) -> f64 {
    let behind = t_s.partition_point(|t| *t < at_s).min(x.len() - 1);
    let before = behind.saturating_sub(1);
    let step_s = t_s[behind] - t_s[before];
    if step_s > 0.0 {
        x[before] + (x[behind] - x[before]) * (at_s - t_s[before]) / step_s
    } else {
        x[behind]
    }
}

#[cfg(test)]
mod tests {
    use super::super::EffortKind;
    use super::*;

    /// Two joints at 100 Hz whose efforts are straight lines in time.
    fn log(n: usize) -> Recording {
        let t_s: Vec<f64> = (0..n).map(|k| 5.0 + 0.01 * k as f64).collect();
        let line = |a: f64| t_s.iter().map(|t| a * t).collect::<Vec<f64>>();
        Recording {
            source: "test".into(),
            joints: vec!["a".into(), "b".into()],
            q: [line(1.0), line(2.0)].concat(),
            q_motor: None,
            qd: None,
            effort: [line(3.0), line(-7.0)].concat(),
            effort_kind: EffortKind::Torque,
            t_s,
        }
    }

    #[test]
    fn efforts_are_those_of_the_delayed_time_whatever_the_pieces() {
        let whole = log(200);
        for (delay_s, n_lost) in [(0.053, 6), (-0.053, 6), (0.0049, 1), (-0.4, 40)] {
            for size in [1, 7, 64, 200] {
                let mut shift = EffortShift::new(delay_s);
                let mut pieces = Vec::new();
                for from in (0..200).step_by(size) {
                    let piece = whole.range(from, (from + size).min(200));
                    pieces.extend(shift.push(piece).unwrap());
                }
                let found = Recording::joined(&pieces).unwrap();
                assert_eq!(found.n_samples(), 200 - n_lost, "{delay_s} {size}");
                for k in 0..found.n_samples() {
                    let t = found.t_s[k];
                    assert!((found.q(1)[k] - 2.0 * t).abs() < 1e-12);
                    assert!((found.effort(0)[k] - 3.0 * (t + delay_s)).abs() < 1e-9, "{delay_s}");
                    assert!((found.effort(1)[k] + 7.0 * (t + delay_s)).abs() < 1e-9, "{delay_s}");
                }
            }
        }
    }
}
