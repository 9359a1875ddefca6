//! The residual over time, short enough to draw however long the log is.

use crate::study::ResidualTrace;

/// Stretches that are kept at most.
const MOST: usize = 2048;

/// Keeps, of stretches of equal length, the residual of every joint that is farthest from zero. When
/// there are too many stretches, neighbours are joined.
#[derive(Debug)]
pub(super) struct TraceKeeper {
    /// Samples per stretch.
    length: usize,
    /// Samples in the last stretch.
    n_last: usize,
    trace: ResidualTrace,
}

impl TraceKeeper {
    pub(super) fn new(n_dof: usize) -> Self {
        let trace = ResidualTrace { t_s: Vec::new(), residual: vec![Vec::new(); n_dof] };
        Self { length: 1, n_last: 0, trace }
    }

    pub(super) fn take(&mut self, t_s: f64, residual: &[f64]) {
        if self.n_last == self.length && self.trace.t_s.len() == MOST {
            self.join_neighbours();
        }
        if self.trace.t_s.is_empty() || self.n_last == self.length {
            self.trace.t_s.push(t_s);
            self.trace.residual.iter_mut().for_each(|joint| joint.push(0.0));
            self.n_last = 0;
        }
        self.n_last += 1;
        for (joint, r) in self.trace.residual.iter_mut().zip(residual) {
            if let Some(last) = joint.last_mut() {
                *last = farther(*last, *r);
            }
        }
    }

    fn join_neighbours(&mut self) {
        let ResidualTrace { t_s, residual } = &mut self.trace;
        *t_s = t_s.iter().copied().step_by(2).collect();
        for joint in residual {
            *joint = joint.chunks(2).map(|pair| pair.iter().copied().fold(0.0, farther)).collect();
        }
        self.length *= 2;
        self.n_last = self.length;
    }

    pub(super) fn finish(self) -> ResidualTrace {
        self.trace
    }
}

fn farther(a: f64, b: f64) -> f64 {
    if b.abs() > a.abs() { b } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_logs_keep_their_peaks() {
        let mut keeper = TraceKeeper::new(1);
        let n = 5 * MOST;
        for k in 0..n {
            keeper.take(k as f64, &[if k == 7001 { -9.0 } else { 1.0 }]);
        }
        let trace = keeper.finish();
        let [residual] = &trace.residual[..] else { panic!("one joint") };
        assert!(trace.t_s.len() <= MOST && trace.t_s.len() == residual.len());
        let at = residual.iter().position(|r| *r == -9.0).unwrap();
        assert!(trace.t_s[at] <= 7001.0 && trace.t_s[at + 1] > 7001.0, "{}", trace.t_s[at]);
        assert_eq!(residual.iter().filter(|r| **r == 1.0).count(), residual.len() - 1);
    }
}
