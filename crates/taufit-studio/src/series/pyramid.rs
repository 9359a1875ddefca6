//! Extremes of all channels in buckets of equal numbers of samples. Where there are too many buckets, neighbours are
//! joined, so that their number stays between a half and all of the largest.

use std::ops::Range;
use taufit::recording::{EffortKind, Recording};

/// Extremes of the channels of a log.
#[derive(Clone, Debug)]
pub(super) struct Pyramid {
    /// Largest number of buckets.
    most: usize,
    /// Samples of a full bucket.
    stride: usize,
    /// Samples in the last bucket; 0 where it is full.
    n_in_last: usize,
    pub(super) n_samples: u64,
    pub(super) joints: Vec<String>,
    pub(super) effort_kind: Option<EffortKind>,
    pub(super) has_velocities: bool,
    pub(super) first_s: f64,
    pub(super) last_s: f64,
    /// Time of the first sample of every bucket \[s\].
    pub(super) t_s: Vec<f64>,
    /// Per channel, extremes of every bucket.
    pub(super) channels: Vec<Extremes>,
}

/// Extremes of one channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Extremes {
    pub(super) low: Vec<f32>,
    pub(super) high: Vec<f32>,
}

impl Pyramid {
    /// No samples yet; `most` is even.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            stride: 1,
            n_in_last: 0,
            n_samples: 0,
            joints: Vec::new(),
            effort_kind: None,
            has_velocities: false,
            first_s: f64::NAN,
            last_s: f64::NAN,
            t_s: Vec::new(),
            channels: Vec::new(),
        }
    }

    /// Whether every bucket is one sample.
    pub(super) fn is_exact(&self) -> bool {
        self.stride == 1
    }

    /// Adds a piece of the log, in a window of time.
    pub(super) fn push(&mut self, piece: &Recording, samples: Range<usize>) {
        if self.channels.is_empty() {
            self.joints.clone_from(&piece.joints);
            self.effort_kind = Some(piece.effort_kind);
            self.has_velocities = piece.qd.is_some();
            self.channels = vec![Extremes::default(); columns(piece).len()];
        }
        let columns = columns(piece);
        for k in samples {
            self.begin_sample(piece.t_s[k]);
            for (channel, column) in self.channels.iter_mut().zip(&columns) {
                // Plots have about seven digits as it is.
                channel.take(column[k] as f32);
            }
        }
    }

    fn begin_sample(&mut self, t_s: f64) {
        if self.n_samples == 0 {
            self.first_s = t_s;
        }
        self.last_s = t_s;
        self.n_samples += 1;
        if self.n_in_last == 0 || self.n_in_last == self.stride {
            if self.t_s.len() == self.most {
                self.join_neighbours();
            }
            self.t_s.push(t_s);
            self.channels.iter_mut().for_each(Extremes::open);
            self.n_in_last = 0;
        }
        self.n_in_last += 1;
    }

    fn join_neighbours(&mut self) {
        self.stride *= 2;
        self.t_s = self.t_s.iter().step_by(2).copied().collect();
        self.channels.iter_mut().for_each(Extremes::join_neighbours);
    }

    /// Buckets of a window of time, one before and behind it included.
    pub(super) fn range(&self, from_s: f64, to_s: f64) -> Range<usize> {
        let first = self.t_s.partition_point(|t| *t < from_s).saturating_sub(1);
        let end = (self.t_s.partition_point(|t| *t < to_s) + 1).min(self.t_s.len());
        first..end.max(first)
    }
}

impl Extremes {
    fn open(&mut self) {
        self.low.push(f32::NAN);
        self.high.push(f32::NAN);
    }

    /// A missing value changes nothing.
    fn take(&mut self, value: f32) {
        if let (Some(low), Some(high)) = (self.low.last_mut(), self.high.last_mut()) {
            *low = low.min(value);
            *high = high.max(value);
        }
    }

    fn join_neighbours(&mut self) {
        let join = |values: &[f32], of: fn(f32, f32) -> f32| -> Vec<f32> {
            values.chunks(2).map(|pair| pair.iter().copied().fold(f32::NAN, of)).collect()
        };
        self.low = join(&self.low, f32::min);
        self.high = join(&self.high, f32::max);
    }
}

/// Columns of a piece: positions, velocities where there are some, efforts; joint by joint each.
fn columns(piece: &Recording) -> Vec<&[f64]> {
    let joints = || 0..piece.joints.len();
    let positions = joints().map(|j| piece.q(j));
    let velocities = joints().filter_map(|j| piece.qd(j));
    positions.chain(velocities).chain(joints().map(|j| piece.effort(j))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One joint whose position is the number of the sample, and whose torque alternates.
    fn piece(samples: Range<usize>) -> Recording {
        let column = |of: fn(usize) -> f64| samples.clone().map(of).collect::<Vec<f64>>();
        Recording {
            source: String::new(),
            joints: vec!["a".to_owned()],
            t_s: column(|k| k as f64 * 0.01),
            q: column(|k| k as f64),
            q_motor: None,
            qd: None,
            effort: column(|k| if k % 2 == 0 { 1.0 } else { -2.0 }),
            effort_kind: EffortKind::Torque,
        }
    }

    fn pyramid(n: usize, most: usize, part: usize) -> Pyramid {
        let mut pyramid = Pyramid::new(most);
        for from in (0..n).step_by(part) {
            let piece = piece(from..n.min(from + part));
            pyramid.push(&piece, 0..piece.n_samples());
        }
        pyramid
    }

    #[test]
    fn buckets_hold_the_extremes_of_their_samples() {
        let all = pyramid(1000, 16, 37);
        assert_eq!((all.n_samples, all.stride, all.t_s.len()), (1000, 64, 16));
        assert_eq!((all.first_s, all.last_s), (0.0, 9.99));
        for (k, (low, high)) in all.channels[0].low.iter().zip(&all.channels[0].high).enumerate() {
            assert_eq!((*low, *high), ((64 * k) as f32, (64 * k + 63).min(999) as f32));
        }
        assert!(all.channels[1].low.iter().all(|x| *x == -2.0));
        assert!(all.channels[1].high.iter().all(|x| *x == 1.0));
    }

    #[test]
    fn pieces_of_any_length_give_the_same() {
        let (a, b) = (pyramid(777, 32, 777), pyramid(777, 32, 10));
        assert_eq!((a.stride, &a.t_s, &a.channels[0].low), (b.stride, &b.t_s, &b.channels[0].low));
    }

    #[test]
    fn a_short_log_is_exact_and_a_window_has_a_neighbour_on_both_sides() {
        let short = pyramid(10, 16, 4);
        assert!(short.is_exact());
        assert_eq!(short.range(0.03, 0.05), 2..6);
        assert_eq!(short.range(-1.0, 9.0), 0..10);
    }
}
