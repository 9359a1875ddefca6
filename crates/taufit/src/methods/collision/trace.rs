//! The residual over time, short enough to draw however long the log is.

use crate::study::ResidualTrace;

/// Stretches that are kept at most.
const MOST: usize = 2048;

/// Keeps, of stretches of equal length, the residual of every joint that comes nearest to its threshold or farthest
/// above it, with that threshold. When there are too many stretches, neighbours are joined.
#[derive(Debug)]
pub(super) struct TraceKeeper {
    /// Samples per stretch.
    length: usize,
    /// Samples in the last stretch.
    n_last: usize,
    t_s: Vec<f64>,
    /// Residual and threshold, joint by joint.
    joints: Vec<Vec<[f64; 2]>>,
}

impl TraceKeeper {
    pub(super) fn new(n_dof: usize) -> Self {
        Self { length: 1, n_last: 0, t_s: Vec::new(), joints: vec![Vec::new(); n_dof] }
    }

    /// Takes residuals and the thresholds in force.
    pub(super) fn take(&mut self, t_s: f64, residual: &[f64], thresholds: &[f64]) {
        if self.n_last == self.length && self.t_s.len() == MOST {
            self.join_neighbours();
        }
        let begins = self.t_s.is_empty() || self.n_last == self.length;
        if begins {
            self.t_s.push(t_s);
            self.n_last = 0;
        }
        self.n_last += 1;
        for (joint, (r, threshold)) in self.joints.iter_mut().zip(residual.iter().zip(thresholds)) {
            let now = [*r, *threshold];
            match joint.last_mut() {
                Some(last) if !begins => *last = louder(*last, now),
                _ => joint.push(now),
            }
        }
    }

    fn join_neighbours(&mut self) {
        self.t_s = self.t_s.iter().copied().step_by(2).collect();
        for joint in &mut self.joints {
            let loudest = |pair: &[[f64; 2]]| pair.iter().copied().reduce(louder);
            *joint = joint.chunks(2).filter_map(loudest).collect();
        }
        self.length *= 2;
        self.n_last = self.length;
    }

    pub(super) fn finish(self) -> ResidualTrace {
        let part = |k: usize| {
            self.joints.iter().map(|joint| joint.iter().map(|pair| pair[k]).collect()).collect()
        };
        ResidualTrace { residual: part(0), threshold: part(1), t_s: self.t_s }
    }
}

/// The pair whose residual is larger, counted in its threshold.
fn louder(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let loudness = |[r, threshold]: [f64; 2]| r.abs() / threshold;
    if loudness(b) > loudness(a) { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_logs_keep_their_peaks() {
        let mut keeper = TraceKeeper::new(1);
        let n = 5 * MOST;
        for k in 0..n {
            keeper.take(k as f64, &[if k == 7001 { -9.0 } else { 1.0 }], &[2.0]);
        }
        let trace = keeper.finish();
        let [residual] = &trace.residual[..] else { panic!("one joint") };
        assert!(trace.t_s.len() <= MOST && trace.t_s.len() == residual.len());
        let at = residual.iter().position(|r| *r == -9.0).unwrap();
        assert!(trace.t_s[at] <= 7001.0 && trace.t_s[at + 1] > 7001.0, "{}", trace.t_s[at]);
        assert_eq!(residual.iter().filter(|r| **r == 1.0).count(), residual.len() - 1);
    }
    #[test]
    fn a_residual_that_passes_its_threshold_is_kept_before_a_larger_one_that_does_not() {
        let mut keeper = TraceKeeper::new(1);
        for k in 0..2 * MOST {
            // While slow the threshold is higher: a residual of 5 is quiet, one of 3 in motion is not.
            let (r, threshold) = if k % 2 == 0 { (5.0, 8.0) } else { (3.0, 2.0) };
            keeper.take(k as f64, &[r], &[threshold]);
        }
        let trace = keeper.finish();
        assert!(trace.residual[0].iter().all(|r| *r == 3.0));
        assert!(trace.threshold[0].iter().all(|threshold| *threshold == 2.0));
    }
}
