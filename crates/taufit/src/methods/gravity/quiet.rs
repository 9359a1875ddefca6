//! Stretches of a log in which torques are those of weight and friction only: stops, and creeping.

use super::settings::GravitySettings;
use crate::signal::{Segment, Standstill};
use crate::study::GravityPose;

/// The poses of one stretch without gap, in the order of time.
pub(super) fn quiet_poses(
    segment: &Segment,
    source: &str,
    settings: &GravitySettings,
) -> Vec<GravityPose> {
    let n = segment.n_samples;
    if n < 2 {
        return Vec::new();
    }
    let directions = directions(segment, settings.travel);
    let reader = Reader { segment, source, directions: &directions, settings };
    let period_s = (segment.t_s[n - 1] - segment.t_s[0]) / (n - 1) as f64;
    let samples: Vec<usize> = (0..n).collect();
    let speed = |k: usize| reader.fastest(k);
    let pace = |k: usize| {
        let is_below = |limit: f64| speed(k) < limit;
        (is_below(settings.standstill.speed), is_below(settings.slow_speed))
    };
    let mut poses = Vec::new();
    for run in samples.chunk_by(|&a, &b| pace(a) == pace(b)) {
        let (from, to) = (run[0], run[run.len() - 1] + 1);
        match pace(from) {
            (true, _) if is_long(&settings.standstill, segment, from, to) => {
                // Friction turns round before the filtered speed shows that the next motion has begun.
                let margin = (settings.settle_s / period_s).ceil() as usize;
                let margin = margin.min((to - from - 1) / 2);
                poses.push(reader.pose(from + margin, to - margin, true));
            }
            (false, true) => {
                let length = ((settings.block_s / period_s).round() as usize).max(1);
                let blocks = (from..to).step_by(length).filter(|start| start + length <= to);
                let even = blocks.filter(|&start| reader.is_even(start, start + length));
                poses.extend(even.map(|start| reader.pose(start, start + length, false)));
            }
            _ => {}
        }
    }
    poses
}

/// The highest speed in the quietest stretch as long as a stop \[rad/s or m/s\].
pub(super) fn slowest_speed(segment: &Segment, length_s: f64) -> f64 {
    let n = segment.n_samples;
    let fastest: Vec<f64> = (0..n).map(|k| fastest(segment, k)).collect();
    let span_s = segment.t_s.last().zip(segment.t_s.first()).map_or(0.0, |(b, a)| b - a);
    let length = ((length_s / span_s * n as f64).ceil() as usize).clamp(1, n.max(1));
    let highest = |window: &[f64]| window.iter().copied().fold(0.0, f64::max);
    fastest.windows(length).map(highest).fold(f64::INFINITY, f64::min)
}

fn is_long(stop: &Standstill, segment: &Segment, from: usize, to: usize) -> bool {
    segment.t_s[to - 1] - segment.t_s[from] >= stop.shortest_s
}

fn fastest(segment: &Segment, k: usize) -> f64 {
    segment.qd[k..].iter().step_by(segment.n_samples).fold(0.0, |v: f64, qd| v.max(qd.abs()))
}

/// Which way every joint moved last, channel by channel like the positions: 1 up, -1 down, 0 unknown.
///
/// The joint is followed with a play of `travel` to either side, so that noise and a controller that
/// trembles are no motion.
fn directions(segment: &Segment, travel: f64) -> Vec<f64> {
    let follow = |q: &[f64]| {
        let (mut centre, mut direction) = (q[0], 0.0);
        let step = |&q: &f64| {
            let beyond = q - centre;
            if beyond.abs() > travel {
                direction = beyond.signum();
                centre = q - direction * travel;
            }
            direction
        };
        q.iter().map(step).collect::<Vec<f64>>()
    };
    segment.q.chunks_exact(segment.n_samples).flat_map(follow).collect()
}

struct Reader<'a> {
    segment: &'a Segment,
    source: &'a str,
    directions: &'a [f64],
    settings: &'a GravitySettings,
}

impl Reader<'_> {
    fn fastest(&self, k: usize) -> f64 {
        fastest(self.segment, k)
    }

    /// Whether every joint keeps its direction and nearly its speed.
    fn is_even(&self, from: usize, to: usize) -> bool {
        let span_s = self.segment.t_s[to - 1] - self.segment.t_s[from];
        let change = self.settings.slow_acceleration * span_s.max(self.settings.block_s);
        self.segment.qd.chunks_exact(self.segment.n_samples).all(|qd| {
            let (low, high) = qd[from..to]
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
            let stands = low.abs().max(high.abs()) < self.settings.standstill.speed;
            stands || (low * high > 0.0 && high - low <= change)
        })
    }

    /// Means over samples `from .. to`.
    fn pose(&self, from: usize, to: usize, standing: bool) -> GravityPose {
        let n = self.segment.n_samples;
        let mean = |x: &[f64]| x[from..to].iter().sum::<f64>() / (to - from) as f64;
        let means = |channels: &[f64]| channels.chunks_exact(n).map(mean).collect::<Vec<f64>>();
        GravityPose {
            source: self.source.to_owned(),
            t_s: self.segment.t_s[from],
            duration_s: self.segment.t_s[to - 1] - self.segment.t_s[from],
            standing,
            q: means(&self.segment.q),
            tau: means(&self.segment.tau),
            direction: (0..self.segment.qd.len() / n)
                .map(|dof| self.direction(dof, from, to, standing))
                .collect(),
            predicted: Vec::new(),
        }
    }

    /// Which way a joint moves; where it stands, which way it moved last; 0 where that is not clear.
    fn direction(&self, dof: usize, from: usize, to: usize, standing: bool) -> i8 {
        /// A joint among others that creep stands if it is slower than an arm that stands by so much.
        const STILL: f64 = 0.1;
        let n = self.segment.n_samples;
        let qd = &self.segment.qd[dof * n..][from..to];
        let mean = qd.iter().sum::<f64>() / qd.len() as f64;
        let stand_speed = self.settings.standstill.speed;
        if !standing && mean.abs() >= stand_speed {
            mean.signum() as i8
        } else if standing || mean.abs() < STILL * stand_speed {
            self.directions[dof * n + to - 1] as i8
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One joint at 100 Hz: up for 1 s, stands, down for 1 s at a crawl, stands.
    fn segment() -> Segment {
        let rates = [(100, 1.0), (100, 0.0), (100, -0.1), (100, 0.0)];
        let qd: Vec<f64> = rates.iter().flat_map(|&(n, v)| vec![v; n]).collect();
        let q = qd.iter().scan(0.0, |q, v| {
            *q += 0.01 * v;
            Some(*q)
        });
        let (q, n_samples) = (q.collect::<Vec<f64>>(), qd.len());
        let t_s = (0..n_samples).map(|k| 0.01 * k as f64).collect();
        let tau = q.iter().map(|q| 10.0 * q).collect();
        Segment { t_s, n_samples, q, qdd: vec![0.0; n_samples], qd, tau }
    }

    #[test]
    fn stops_and_creeping_are_found_with_the_direction_of_approach() {
        let poses = quiet_poses(&segment(), "log", &GravitySettings::default());
        let standing: Vec<(f64, i8)> =
            poses.iter().filter(|p| p.standing).map(|p| (p.q[0], p.direction[0])).collect();
        assert_eq!(standing.len(), 2);
        assert!((standing[0].0 - 1.0).abs() < 1e-9 && standing[0].1 == 1);
        assert!((standing[1].0 - 0.9).abs() < 1e-9 && standing[1].1 == -1);
        let creeping: Vec<&GravityPose> = poses.iter().filter(|p| !p.standing).collect();
        assert_eq!(creeping.len(), 5);
        assert!(creeping.iter().all(|p| p.direction == [-1]));
        assert!(poses.iter().all(|p| (p.tau[0] - 10.0 * p.q[0]).abs() < 1e-9));
    }

    #[test]
    fn stops_only_leaves_creeping_out() {
        let settings = GravitySettings { slow_speed: 0.0, ..GravitySettings::default() };
        assert_eq!(quiet_poses(&segment(), "log", &settings).len(), 2);
        assert_eq!(slowest_speed(&segment(), 0.5), 0.0);
    }

    #[test]
    fn trembling_is_no_motion() {
        let mut segment = segment();
        segment.q.iter_mut().enumerate().for_each(|(k, q)| *q += 0.001 * f64::from(k as u8 % 2));
        let poses = quiet_poses(&segment, "log", &GravitySettings::default());
        let last = poses.last().unwrap();
        assert_eq!((last.standing, last.direction[0]), (true, -1));
    }
}
