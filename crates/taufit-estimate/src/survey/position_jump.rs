//! Positions that jump between two samples, faster than any joint moves.
//!
//! Encoders that wrap at a turn, and tables from which rows were cut before they were stamped anew, have such steps.
//! A filter makes them a motion that never was.

use crate::diagnostics::LogWarning;
use taufit_data::recording::Recording;
use taufit_data::signal::{median, quantile};

/// Least jump beyond the steps beside it \[rad or m\]: 10 rad/s² at 10 Hz.
const LEAST: f64 = 0.1;
/// Least jump in the changes from step to step that 95 of 100 samples stay below.
const TIMES_USUAL: f64 = 10.0;
/// Steps in time beyond this multiple of the median are gaps, over which positions may change.
const GAP: f64 = 2.5;

/// The finding for all joints that jump: how often, by how much at most, and when.
pub(super) fn position_jumps(recording: &Recording) -> Option<LogWarning> {
    let n = recording.n_samples();
    let mut joints = Vec::new();
    let mut samples = Vec::new();
    let mut largest = (0.0_f64, 0.0);
    for (joint, q) in recording.joints.iter().zip(recording.q.chunks(n.max(1))) {
        let of_joint = jumps(q, &recording.t_s);
        if !of_joint.is_empty() {
            joints.push(joint.clone());
        }
        for (k, jump) in of_joint {
            samples.push(k);
            if jump.abs() > largest.0.abs() {
                largest = (jump, recording.t_s[k]);
            }
        }
    }
    samples.sort_unstable();
    samples.dedup();
    let (jump, t_s) = largest;
    let count = samples.len();
    (count > 0).then_some(LogWarning::PositionJump { joints, count, jump, t_s })
}

/// Samples before which a channel jumps and stays, with the size of the jump. A single value that is off is a spike,
/// which is removed elsewhere.
fn jumps(q: &[f64], t_s: &[f64]) -> Vec<(usize, f64)> {
    if q.len() < 5 {
        return Vec::new();
    }
    let steps_s: Vec<f64> = t_s.windows(2).map(|t| t[1] - t[0]).collect();
    let gap_s = GAP * median(&steps_s).unwrap_or_default();
    let beyond = |k: usize| q[k] - q[k - 1] - 0.5 * (q[k - 1] - q[k - 2] + q[k + 1] - q[k]);
    let inner = 2..q.len() - 1;
    let changes: Vec<f64> = inner.clone().map(|k| beyond(k).abs()).collect();
    let least = LEAST.max(TIMES_USUAL * quantile(&changes, 0.95).unwrap_or_default());
    let stays = |k: usize| (q[k + 1] - q[k - 2]).abs() > 0.5 * (q[k] - q[k - 1]).abs();
    // A channel that was frozen catches up: that is another finding.
    let was_frozen = |k: usize| q[k - 1] == q[k - 2];
    let is_jump = |k: &usize| {
        steps_s[k - 1] <= gap_s
            && beyond(*k).abs() >= least
            && (q[*k] - q[k - 1]).abs() >= least
            && stays(*k)
            && !was_frozen(*k)
    };
    inner.filter(is_jump).map(|k| (k, q[k] - q[k - 1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    fn motion() -> (Vec<f64>, Vec<f64>) {
        let t_s: Vec<f64> = (0..2000).map(|k| 0.01 * f64::from(k)).collect();
        (t_s.iter().map(|t| 1.5 * (1.3 * t).sin()).collect(), t_s)
    }

    #[test]
    fn a_wrapped_turn_is_a_jump_and_motion_gaps_and_spikes_are_none() {
        let (mut q, mut t_s) = motion();
        assert_eq!(jumps(&q, &t_s), []);
        q[700] += 0.8;
        assert_eq!(jumps(&q, &t_s), [], "a spike");
        q[1000..].iter_mut().for_each(|q| *q += 0.5);
        t_s[1000..].iter_mut().for_each(|t| *t += 0.3);
        assert_eq!(jumps(&q, &t_s), [], "a gap");
        q[1500..].iter_mut().for_each(|q| *q -= TAU);
        let found = jumps(&q, &t_s);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, 1500);
        assert!((found[0].1 + TAU).abs() < 0.05, "{found:?}");
    }
}
