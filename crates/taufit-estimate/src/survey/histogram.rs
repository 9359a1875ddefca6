//! Histogram of the steps between stamps, in bins that are the same for every log.

use serde::Serialize;

/// Borders of the bins, in periods: fine around one period, and from 1.5 to 2.5 the steps that lack
/// one sample. Fixed, so that two logs can be compared, and so that one long pause does not press
/// all other steps into the first bin.
const BORDERS: [f64; 11] = [0.25, 0.5, 0.75, 0.9, 0.98, 1.02, 1.1, 1.25, 1.5, 2.5, 10.0];

/// The steps of one range of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StepBin {
    /// Shortest step in it \[periods\].
    pub from: f64,
    /// Shortest step above it \[periods\]; `None` for the last one.
    pub to: Option<f64>,
    /// Number of steps.
    pub count: usize,
}

/// Number of steps per bin.
#[derive(Clone, Debug, Default)]
pub(super) struct StepCounts([usize; BORDERS.len() + 1]);

impl StepCounts {
    /// Counts a step, given in periods.
    pub(super) fn add(&mut self, step: f64) {
        self.0[BORDERS.partition_point(|border| *border <= step)] += 1;
    }

    /// All bins in the order of their lengths.
    pub(super) fn bins(&self) -> Vec<StepBin> {
        let from = std::iter::once(0.0).chain(BORDERS);
        let to = BORDERS.map(Some).into_iter().chain([None]);
        from.zip(to).zip(self.0).map(|((from, to), count)| StepBin { from, to, count }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_counted_once_in_its_bin() {
        let mut counts = StepCounts::default();
        [0.1, 1.0, 1.0, 1.02, 2.0, 30.0].into_iter().for_each(|step| counts.add(step));
        let bins = counts.bins();
        let filled: Vec<(f64, usize)> =
            bins.iter().filter(|b| b.count > 0).map(|b| (b.from, b.count)).collect();
        assert_eq!(filled, [(0.0, 1), (0.98, 2), (1.02, 1), (1.5, 1), (10.0, 1)]);
        assert_eq!(bins.len(), 12);
    }
}
