//! Pieces of a log, put together while they come.

use super::{EffortKind, Recording, keep_samples};
use crate::diagnostics::DataError;
use std::ops::Range;
use taufit_dynamics::diagnostics::{InputError, Result};

/// A log that grows piece by piece. Every number is written once to where it stays, as long as the log
/// is no longer than expected; beyond that the room doubles.
#[derive(Debug)]
pub struct Gather {
    /// Samples for which there is room.
    capacity: usize,
    keeps_velocities: bool,
    n_samples: usize,
    t_s: Vec<f64>,
    channels: Option<Channels>,
}

/// Properties that all pieces share, taken from the first, and the samples.
#[derive(Debug)]
struct Channels {
    source: String,
    joints: Vec<String>,
    effort_kind: EffortKind,
    q: Strided,
    effort: Strided,
    /// Those that all pieces have.
    q_motor: Option<Strided>,
    qd: Option<Strided>,
}

impl Gather {
    /// Empty, with a capacity in samples. Memory is allocated only as it is used.
    pub fn new(capacity: usize) -> Self {
        let t_s = Vec::with_capacity(capacity);
        Self { capacity, keeps_velocities: true, n_samples: 0, t_s, channels: None }
    }

    /// Empty, without velocities.
    pub fn without_velocities(capacity: usize) -> Self {
        Self { keeps_velocities: false, ..Self::new(capacity) }
    }

    /// Samples so far.
    pub fn n_samples(&self) -> usize {
        self.n_samples
    }

    /// Adds a piece of the same joints.
    pub fn push(&mut self, piece: &Recording) -> Result<()> {
        self.push_range(piece, 0..piece.n_samples())
    }

    /// Adds some samples of a piece of the same joints.
    pub(super) fn push_range(&mut self, piece: &Recording, samples: Range<usize>) -> Result<()> {
        piece.check()?;
        let n_samples = self.n_samples + samples.len();
        let (capacity, keeps_velocities) = (self.capacity, self.keeps_velocities);
        let like = || Channels::like(piece, capacity, keeps_velocities);
        let channels = self.channels.get_or_insert_with(like);
        let (expected, found) = (channels.joints.len(), piece.joints.len());
        if found != expected {
            return Err(
                InputError::LengthMismatch { what: "joints of a log", expected, found }.into()
            );
        }
        if n_samples > self.capacity {
            self.capacity = n_samples.max(2 * self.capacity);
            channels.each(|channels| channels.grow(self.n_samples, self.capacity));
        }
        channels.write(piece, &samples, self.n_samples);
        self.t_s.extend_from_slice(&piece.t_s[samples]);
        self.n_samples = n_samples;
        Ok(())
    }

    /// Joins all pieces; at least one is required.
    pub fn finish(self) -> Result<Recording> {
        let Self { n_samples, mut t_s, channels, .. } = self;
        let none = DataError::TooFewSamples { what: "a log", needed: 1, found: 0 };
        let channels = channels.ok_or(none)?;
        t_s.shrink_to_fit();
        Ok(Recording {
            source: channels.source,
            joints: channels.joints,
            t_s,
            q: channels.q.packed(n_samples),
            q_motor: channels.q_motor.map(|x| x.packed(n_samples)),
            qd: channels.qd.map(|x| x.packed(n_samples)),
            effort: channels.effort.packed(n_samples),
            effort_kind: channels.effort_kind,
        })
    }
}

impl Channels {
    fn like(piece: &Recording, capacity: usize, keeps_velocities: bool) -> Self {
        let room = || Strided::new(piece.joints.len(), capacity);
        Self {
            source: piece.source.clone(),
            joints: piece.joints.clone(),
            effort_kind: piece.effort_kind,
            q: room(),
            effort: room(),
            q_motor: piece.q_motor.as_ref().map(|_| room()),
            qd: piece.qd.as_ref().filter(|_| keeps_velocities).map(|_| room()),
        }
    }

    fn each(&mut self, mut change: impl FnMut(&mut Strided)) {
        let always = [&mut self.q, &mut self.effort].into_iter();
        always.chain(&mut self.q_motor).chain(&mut self.qd).for_each(&mut change);
    }

    /// Takes over samples of a piece, the first of them as number `at`.
    fn write(&mut self, piece: &Recording, samples: &Range<usize>, at: usize) {
        let n = piece.n_samples();
        let part = |x: &'_ [f64], to: &mut Strided| {
            let channels = x.chunks_exact(n.max(1)).map(|channel| &channel[samples.clone()]);
            to.write(channels, at);
        };
        part(&piece.q, &mut self.q);
        part(&piece.effort, &mut self.effort);
        for (all, piece) in [(&mut self.q_motor, &piece.q_motor), (&mut self.qd, &piece.qd)] {
            match piece {
                Some(piece) => all.iter_mut().for_each(|all| part(piece, all)),
                None => *all = None,
            }
        }
    }
}

/// Channels with room behind each of them.
#[derive(Debug)]
struct Strided {
    n_channels: usize,
    /// From one channel to the next.
    stride: usize,
    values: Vec<f64>,
}

impl Strided {
    fn new(n_channels: usize, stride: usize) -> Self {
        Self { n_channels, stride, values: vec![0.0; n_channels * stride] }
    }

    /// Writes samples of every channel, the first of them as number `at`.
    fn write<'a>(&mut self, channels: impl Iterator<Item = &'a [f64]>, at: usize) {
        let to = self.values.chunks_exact_mut(self.stride.max(1));
        to.zip(channels).for_each(|(to, from)| to[at..at + from.len()].copy_from_slice(from));
    }

    /// More room behind the `n` samples of every channel.
    fn grow(&mut self, n: usize, stride: usize) {
        let mut larger = Self::new(self.n_channels, stride);
        larger.write(self.values.chunks_exact(self.stride.max(1)).map(|channel| &channel[..n]), 0);
        *self = larger;
    }

    /// The `n` samples of every channel, without room between.
    fn packed(mut self, n: usize) -> Vec<f64> {
        keep_samples(&mut self.values, self.stride, 0..n, 1);
        self.values.shrink_to_fit();
        self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(n: usize) -> Recording {
        let x = |shift: usize| (0..2 * n).map(move |k| (k + shift) as f64).collect::<Vec<f64>>();
        Recording {
            source: "two".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: (0..n).map(|k| k as f64).collect(),
            q: x(0),
            q_motor: Some(x(300)),
            qd: Some(x(100)),
            effort: x(200),
            effort_kind: EffortKind::Torque,
        }
    }

    fn gathered(mut gather: Gather) -> Recording {
        let whole = recording(11);
        for (from, to) in [(0, 3), (3, 3), (3, 4), (4, 11)] {
            gather.push(&whole.range(from, to)).unwrap();
        }
        assert_eq!(gather.n_samples(), 11);
        gather.finish().unwrap()
    }

    #[test]
    fn pieces_make_the_whole_whatever_room_was_expected() {
        for capacity in [0, 1, 4, 11, 12, 1000] {
            assert_eq!(gathered(Gather::new(capacity)), recording(11), "{capacity}");
            let without = gathered(Gather::without_velocities(capacity));
            assert_eq!(without, recording(11).without_velocities(), "{capacity}");
        }
    }

    #[test]
    fn what_one_piece_lacks_the_whole_lacks() {
        let mut gather = Gather::new(20);
        gather.push(&recording(4)).unwrap();
        gather.push(&recording(4).without_velocities()).unwrap();
        let whole = gather.finish().unwrap();
        assert_eq!((whole.qd.is_none(), whole.q_motor.is_some()), (true, true));
    }

    #[test]
    fn nothing_and_other_joints_are_refused() {
        assert_eq!(Gather::new(5).finish().unwrap_err().code(), "E107");
        let (mut gather, mut other) = (Gather::new(5), recording(4));
        gather.push(&recording(4)).unwrap();
        other.joints.pop();
        assert_eq!(gather.push(&other).unwrap_err().code(), "E020");
        (other.q_motor, other.qd) = (None, None);
        other.q.truncate(4);
        other.effort.truncate(4);
        assert_eq!(gather.push(&other).unwrap_err().code(), "E020");
    }
}
