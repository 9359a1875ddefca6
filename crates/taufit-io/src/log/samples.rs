//! Samples that were read and not handed out yet, one vector per channel, time first.

use crate::error::{Error, Result};
use crate::log::column_map::ColumnMap;
use taufit::Warning;
use taufit::recording::Recording;

/// How far back a message may belong \[samples\]: a second of a slow robot, a quarter of a fast one.
pub(super) const WINDOW: usize = 256;

/// The channels in the order of [`ColumnMap::used`].
#[derive(Debug)]
pub(super) struct Samples {
    channels: Vec<Vec<f64>>,
    /// How many samples came too late and were put in their place.
    moved: u64,
    /// How late the latest of them was \[s\].
    latest_s: f64,
}

impl Samples {
    pub(super) fn new(n_channels: usize) -> Self {
        Self { channels: vec![Vec::new(); n_channels], moved: 0, latest_s: 0.0 }
    }

    pub(super) fn len(&self) -> usize {
        self.channels.first().map_or(0, Vec::len)
    }

    /// Puts a sample at the end, whatever its time.
    pub(super) fn push(&mut self, row: &[f64]) {
        for (channel, value) in self.channels.iter_mut().zip(row) {
            channel.push(*value);
        }
    }

    /// Puts a sample where its time belongs, if that is among the last [`WINDOW`].
    pub(super) fn sort_in(&mut self, row: &[f64]) -> Result<()> {
        let (Some(t), Some(&t_s)) = (self.channels.first(), row.first()) else { return Ok(()) };
        let Some(&last_s) = t.last().filter(|last_s| **last_s > t_s) else {
            self.push(row);
            return Ok(());
        };
        let open = t.len().saturating_sub(WINDOW);
        let place = open + t.iter().skip(open).take_while(|before_s| **before_s <= t_s).count();
        if place == open && open > 0 {
            return Err(Error::Disordered { t_s, last_s, window: WINDOW });
        }
        self.moved += 1;
        self.latest_s = self.latest_s.max(last_s - t_s);
        for (channel, value) in self.channels.iter_mut().zip(row) {
            channel.insert(place, *value);
        }
        Ok(())
    }

    /// A doubt about samples that came late.
    pub(super) fn doubt(&self) -> Option<Warning> {
        let Self { moved: count, latest_s, .. } = *self;
        (count > 0).then_some(Warning::LateMessages { count, latest_s })
    }

    /// The first samples, which are then gone from here.
    pub(super) fn take(&mut self, n_samples: usize) -> Vec<Vec<f64>> {
        let first = |channel: &mut Vec<f64>| {
            let rest = channel.split_off(n_samples.min(channel.len()));
            std::mem::replace(channel, rest)
        };
        self.channels.iter_mut().map(first).collect()
    }
}

/// The recording that channels make, in the order of [`ColumnMap::used`].
pub(super) fn recording(
    source: &str,
    joints: &[String],
    columns: &ColumnMap,
    channels: Vec<Vec<f64>>,
) -> Result<Recording> {
    let n_samples = channels.first().map_or(0, Vec::len);
    let mut channels = channels.into_iter();
    let mut take = |n: usize| joined(channels.by_ref().take(n), n * n_samples);
    let recording = Recording {
        source: source.to_owned(),
        joints: joints.to_vec(),
        t_s: take(1),
        q: take(columns.q.len()),
        qd: columns.qd.as_ref().map(|qd| take(qd.len())),
        effort: take(columns.effort.len()),
        effort_kind: columns.effort_kind,
    };
    recording.check()?;
    Ok(recording)
}

/// Channels one after the other; each is freed as soon as it is copied.
fn joined(channels: impl Iterator<Item = Vec<f64>>, length: usize) -> Vec<f64> {
    let mut all = Vec::with_capacity(length);
    channels.for_each(|channel| all.extend_from_slice(&channel));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(stamps: &[f64]) -> Result<(Vec<f64>, u64)> {
        let mut samples = Samples::new(2);
        for t_s in stamps {
            samples.sort_in(&[*t_s, -t_s])?;
        }
        let moved = samples.moved;
        let channels = samples.take(stamps.len());
        assert!(channels[0].iter().zip(&channels[1]).all(|(a, b)| *a == -b));
        Ok((channels[0].clone(), moved))
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
    fn what_is_taken_is_gone() {
        let mut samples = Samples::new(1);
        (0..5).for_each(|t| samples.push(&[f64::from(t)]));
        assert_eq!(samples.take(2), [[0.0, 1.0]]);
        assert_eq!((samples.len(), samples.take(9)), (3, vec![vec![2.0, 3.0, 4.0]]));
    }
}
