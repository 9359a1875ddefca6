//! Stretches in which nothing moves.
//!
//! A joint at rest holds any torque between plus and minus its stiction, whatever the model says: long
//! stops teach a fit the drive's last approach, not the robot.

use super::motion::Segment;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// Definition of standing still.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standstill {
    /// All joints are slower than this \[rad/s or m/s\].
    pub speed: f64,
    /// For at least so long \[s\].
    pub shortest_s: f64,
}

impl Standstill {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let refuse = |setting, value, expected| {
            Err(InputError::OutOfRange { setting, value, expected }.into())
        };
        if !positive(self.speed) {
            return refuse("speed of a standstill", self.speed, "a positive number of rad/s");
        }
        if !positive(self.shortest_s) {
            return refuse("length of a standstill", self.shortest_s, "a positive number of s");
        }
        Ok(())
    }

    /// Parts of a stretch that remain when standstills are cut out.
    pub fn moving_parts(&self, segment: &Segment) -> Vec<Segment> {
        self.moving_parts_by(segment, |_| self.speed, 0.0)
    }

    /// Moving parts by a speed of its own for every coordinate \[rad/s or m/s\], and with so much cut off
    /// before and after every standstill \[s\].
    pub fn moving_parts_by(
        &self,
        segment: &Segment,
        speed: impl Fn(usize) -> f64,
        margin_s: f64,
    ) -> Vec<Segment> {
        let mut parts: Vec<[usize; 2]> = Vec::new();
        for (from, to, _) in self.runs(segment, speed).into_iter().filter(|(.., is_stop)| !is_stop)
        {
            match parts.last_mut() {
                Some(part) if part[1] == from => part[1] = to,
                _ => parts.push([from, to]),
            }
        }
        let n = segment.n_samples;
        let period_s = if n > 1 { segment.t_s[1] - segment.t_s[0] } else { 1.0 };
        let margin = (margin_s / period_s).ceil() as usize;
        let shorter = |[from, to]: [usize; 2]| {
            let from = if from == 0 { 0 } else { from + margin };
            let to = if to == n { n } else { to.saturating_sub(margin) };
            (from < to).then(|| segment.range(from, to))
        };
        parts.into_iter().filter_map(shorter).collect()
    }

    /// The standstills of a stretch: samples `from .. to` each.
    pub fn stops(&self, segment: &Segment) -> Vec<[usize; 2]> {
        let stops = self.runs(segment, |_| self.speed).into_iter().filter(|(.., is_stop)| *is_stop);
        stops.map(|(from, to, _)| [from, to]).collect()
    }

    /// Samples `from .. to` of all joints slow or not, and whether that is a standstill.
    fn runs(&self, segment: &Segment, speed: impl Fn(usize) -> f64) -> Vec<(usize, usize, bool)> {
        let n = segment.n_samples;
        let speeds: Vec<f64> = (0..segment.qd.len() / n.max(1)).map(speed).collect();
        let is_still =
            |k: &usize| (0..speeds.len()).all(|dof| segment.qd[dof * n + *k].abs() < speeds[dof]);
        let samples: Vec<usize> = (0..n).collect();
        let runs = samples.chunk_by(|a, b| is_still(a) == is_still(b));
        let is_stop = |run: &[usize]| is_still(&run[0]) && self.is_long(segment, run);
        runs.map(|run| (run[0], run[0] + run.len(), is_stop(run))).collect()
    }

    fn is_long(&self, segment: &Segment, run: &[usize]) -> bool {
        segment.t_s[run[run.len() - 1]] - segment.t_s[run[0]] >= self.shortest_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two joints at 10 Hz: both move, one moves, none for 3 s, both, none for 0.5 s, both.
    fn segment() -> Segment {
        let spans = [(20, 1.0, 1.0), (10, 0.0, 1.0), (31, 0.0, 0.001), (20, 1.0, 1.0)];
        let spans = spans.into_iter().chain([(6, 0.0, 0.0), (10, -1.0, 1.0)]);
        let (mut one, mut two) = (Vec::new(), Vec::new());
        for (n, a, b) in spans {
            one.extend(vec![a; n]);
            two.extend(vec![b; n]);
        }
        let n_samples = one.len();
        let qd = [one, two].concat();
        let t_s = (0..n_samples).map(|k| 0.1 * k as f64).collect();
        let zero = vec![0.0; qd.len()];
        Segment { t_s, n_samples, q: zero.clone(), qd, qdd: zero.clone(), tau: zero }
    }

    #[test]
    fn only_long_stops_of_all_joints_are_cut() {
        let segment = segment();
        let parts = Standstill { speed: 0.01, shortest_s: 1.0 }.moving_parts(&segment);
        let spans: Vec<(f64, usize)> = parts.iter().map(|p| (p.t_s[0], p.n_samples)).collect();
        assert_eq!(spans, [(0.0, 30), (segment.t_s[61], 36)]);
        let parts = Standstill { speed: 0.01, shortest_s: 0.4 }.moving_parts(&segment);
        assert_eq!(parts.iter().map(|p| p.n_samples).sum::<usize>(), 30 + 20 + 10);
        let stops = Standstill { speed: 0.01, shortest_s: 0.4 }.stops(&segment);
        assert_eq!(stops, [[30, 61], [81, 87]]);
    }

    #[test]
    fn what_always_moves_stays_whole_and_what_never_does_goes() {
        let mut segment = segment();
        segment.qd.fill(1.0);
        let stop = Standstill { speed: 0.01, shortest_s: 1.0 };
        assert_eq!(stop.moving_parts(&segment), [segment.clone()]);
        segment.qd.fill(0.0);
        assert!(stop.moving_parts(&segment).is_empty());
        assert!(Standstill { speed: 0.0, ..stop }.validate().is_err());
        assert!(Standstill { shortest_s: f64::NAN, ..stop }.validate().is_err());
    }
}
