//! Buffer of samples between reader and recording, and checks of their values and stamps.

use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::columns::ColumnMap;
use std::ops::Range;
use taufit::Warning;
use taufit::recording::Recording;

/// Length of the reordering window \[samples\]: a second at 256 Hz.
pub(super) const WINDOW: usize = 256;

/// Samples that are turned from rows to channels at once: few enough to stay in the cache.
const BLOCK: usize = 256;

/// One row per sample, with the channels in the order of [`ColumnMap::used`].
#[derive(Debug)]
pub(super) struct SampleBuffer {
    n_channels: usize,
    rows: Vec<f64>,
    /// Number of samples that were reordered.
    moved: u64,
    /// Largest delay of a reordered sample \[s\].
    latest_s: f64,
}

impl SampleBuffer {
    pub(super) fn new(n_channels: usize) -> Self {
        Self { n_channels, rows: Vec::new(), moved: 0, latest_s: 0.0 }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len() / self.n_channels.max(1)
    }

    /// Puts a sample at the end, whatever its time.
    pub(super) fn push(&mut self, row: &[f64]) {
        self.rows.extend_from_slice(row);
    }

    /// Puts a sample where its time belongs, if that is among the last [`WINDOW`].
    pub(super) fn insert_by_time(&mut self, row: &[f64]) -> Result<()> {
        let Some(&t_s) = row.first() else { return Ok(()) };
        let Some(last_s) = self.last_s().filter(|last_s| *last_s > t_s) else {
            self.push(row);
            return Ok(());
        };
        let open = self.len().saturating_sub(WINDOW);
        let times = self.rows.iter().step_by(self.n_channels).skip(open);
        let place = open + times.take_while(|before_s| **before_s <= t_s).count();
        if place == open && open > 0 {
            return Err(Error::Disordered { t_s, last_s, window: WINDOW });
        }
        self.moved += 1;
        self.latest_s = self.latest_s.max(last_s - t_s);
        let at = place * self.n_channels;
        self.rows.splice(at..at, row.iter().copied());
        Ok(())
    }

    /// Time of the last sample \[s\].
    fn last_s(&self) -> Option<f64> {
        let at = self.rows.len().checked_sub(self.n_channels)?;
        self.rows.get(at).copied()
    }

    /// Warning about reordered samples.
    pub(super) fn warning(&self) -> Option<Warning> {
        let Self { moved: count, latest_s, .. } = *self;
        (count > 0).then_some(ReadWarning::LateMessages { count, latest_s }.into())
    }

    /// Some neighbouring channels of the first samples, one after the other.
    fn channels(&self, which: Range<usize>, n_samples: usize) -> Vec<f64> {
        let mut channels = vec![0.0; which.len() * n_samples];
        let blocks = self.rows.chunks(BLOCK * self.n_channels.max(1));
        for (start, rows) in (0..n_samples).step_by(BLOCK).zip(blocks) {
            for (channel, c) in channels.chunks_exact_mut(n_samples).zip(which.clone()) {
                let values = rows.iter().skip(c).step_by(self.n_channels);
                channel[start..].iter_mut().zip(values).for_each(|(to, from)| *to = *from);
            }
        }
        channels
    }

    /// Forgets the first samples.
    pub(super) fn forget(&mut self, n_samples: usize) {
        self.rows.drain(..n_samples.min(self.len()) * self.n_channels);
    }

    /// The recording that the first samples make, which are then gone from here.
    pub(super) fn take(
        &mut self,
        n_samples: usize,
        source: &str,
        joints: &[String],
        columns: &ColumnMap,
        keeps_velocities: bool,
    ) -> Result<Recording> {
        let n_samples = n_samples.min(self.len());
        let mut first = 0;
        let mut place = |n_channels: usize| {
            first += n_channels;
            first - n_channels..first
        };
        let channels = |which: Range<usize>| self.channels(which, n_samples);
        let recording = Recording {
            source: source.to_owned(),
            joints: joints.to_vec(),
            t_s: channels(place(1)),
            q: channels(place(columns.q.len())),
            q_motor: columns.q_motor.as_ref().map(|q| channels(place(q.len()))),
            qd: (columns.qd.as_ref().map(|qd| place(qd.len())))
                .filter(|_| keeps_velocities)
                .map(channels),
            effort: channels(place(columns.effort.len())),
            effort_kind: columns.effort_kind,
        };
        recording.check()?;
        self.forget(n_samples);
        Ok(recording)
    }
}

/// Counts of absent values and backward stamps, with the first record of each.
#[derive(Debug, Default)]
pub(super) struct SampleChecks {
    absent: Option<FirstRecord>,
    backwards: Option<(FirstRecord, f64, f64)>,
    /// Time of the sample before \[s\].
    last_t_s: Option<f64>,
}

#[derive(Clone, Copy, Debug)]
struct FirstRecord {
    count: u64,
    /// Number of the first record.
    first: u64,
}

impl SampleChecks {
    /// Checks a sample, time first; `number` is that of its record.
    pub(super) fn check(&mut self, number: u64, row: &[f64]) {
        let absent = row.iter().filter(|value| !value.is_finite()).count() as u64;
        if absent > 0 {
            self.absent.get_or_insert(FirstRecord { count: 0, first: number }).count += absent;
        }
        let t_s = row.first().copied().unwrap_or_default();
        if let Some(before_s) = self.last_t_s.filter(|before_s| t_s < *before_s) {
            let first = (FirstRecord { count: 0, first: number }, t_s, before_s);
            self.backwards.get_or_insert(first).0.count += 1;
        }
        self.last_t_s = Some(t_s);
    }

    /// Time of the last sample \[s\], if there was any.
    pub(super) fn last_t_s(&self) -> Option<f64> {
        self.last_t_s
    }

    /// Warning about values that are no numbers.
    pub(super) fn absent_values(&self, record: &'static str) -> Option<Warning> {
        let warning = |FirstRecord { count, first }| {
            Warning::from(ReadWarning::AbsentNumbers { count, record, first })
        };
        self.absent.map(warning)
    }

    /// Warning about stamps that go backwards.
    pub(super) fn backward_time(&self, record: &'static str) -> Option<Warning> {
        let warning = |(FirstRecord { count, first }, t_s, before_s)| {
            Warning::from(ReadWarning::TimeRunsBackwards { count, record, first, t_s, before_s })
        };
        self.backwards.map(warning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two channels, the second the negative of the first.
    fn sorted(stamps: &[f64]) -> Result<(Vec<f64>, u64)> {
        let mut samples = SampleBuffer::new(2);
        for t_s in stamps {
            samples.insert_by_time(&[*t_s, -t_s])?;
        }
        let t_s = samples.channels(0..1, stamps.len());
        assert!(t_s.iter().zip(samples.channels(1..2, stamps.len())).all(|(a, b)| *a == -b));
        Ok((t_s, samples.moved))
    }

    #[test]
    fn late_samples_find_their_place_and_equal_ones_keep_their_order() {
        assert_eq!(sorted(&[0.0, 2.0, 1.0, 3.0, 1.0]), Ok((vec![0.0, 1.0, 1.0, 2.0, 3.0], 2)));
        assert_eq!(sorted(&[1.0, 0.0]), Ok((vec![0.0, 1.0], 1)));
    }

    #[test]
    fn a_sample_later_than_the_window_is_refused() {
        let with_late = |t_s: f64| {
            let stamps: Vec<f64> = (0..1000).map(f64::from).chain([t_s]).collect();
            sorted(&stamps)
        };
        assert_eq!(with_late(999.0 - WINDOW as f64 + 1.5).map(|(_, moved)| moved), Ok(1));
        let error = with_late(999.0 - WINDOW as f64 + 0.5).unwrap_err();
        assert_eq!((error.code(), error.to_string().contains("999")), ("E068", true));
    }

    #[test]
    fn rows_become_channels_and_are_gone() {
        let n = 2 * BLOCK + 7;
        let mut samples = SampleBuffer::new(3);
        (0..n).map(|k| k as f64).for_each(|t| samples.push(&[t, 10.0 * t, -t]));
        let expected = |from: usize, to: usize, scale: f64| {
            (from..to).map(|k| scale * k as f64).collect::<Vec<f64>>()
        };
        let both = [expected(0, n, 10.0), expected(0, n, -1.0)].concat();
        assert_eq!(samples.channels(1..3, n), both);
        samples.forget(BLOCK);
        assert_eq!((samples.len(), samples.last_s()), (BLOCK + 7, Some((n - 1) as f64)));
        assert_eq!(samples.channels(0..1, 5), expected(BLOCK, BLOCK + 5, 1.0));
        samples.forget(usize::MAX);
        assert_eq!((samples.len(), samples.last_s()), (0, None));
    }
}
