//! The time stamps of a log as they are: pace, jitter, pauses, steps back, samples that never came.

use super::histogram::{StepBin, step_histogram};
use crate::diagnostics::{LogDoubt, Result, Warning};
use crate::signal::{Stamps, Timing};
use serde::Serialize;

/// Share of samples that never came from which on it is worth a warning: one in a hundred is more
/// than a busy operating system loses now and then.
const DROPPED_SHARE: f64 = 0.01;

/// Parts of a second that time stamps are written in, and their names.
pub(super) const TIME_UNITS: [(f64, &str); 3] = [(1e3, "ms"), (1e6, "us"), (1e9, "ns")];
/// Rates below this are no sampling of a moving arm \[Hz\]: the time column has another unit.
const SLOWEST_HZ: f64 = 1.0;

/// A stamp earlier than one before it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StepBack {
    /// The sample, counted from zero.
    pub index: usize,
    /// Its stamp \[s\].
    pub t_s: f64,
    /// How far it lies behind the latest stamp so far \[s\].
    pub by_s: f64,
}

/// How a log keeps time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Samples in the log.
    pub n_samples: usize,
    /// From the first to the last stamp \[s\].
    pub duration_s: f64,
    /// One over the median period \[Hz\].
    pub rate_hz: f64,
    /// Period, jitter, equal stamps and gaps, of the stamps that do not run backwards.
    pub timing: Timing,
    /// How long the steps between stamps are, in periods.
    pub steps: Vec<StepBin>,
    /// Stamps that are no numbers.
    pub n_not_finite: usize,
    /// Where time runs backwards.
    pub backward: Vec<StepBack>,
    /// Samples that never came, gaps left out; estimated from the lengths of the steps.
    pub n_dropped: usize,
}

/// The stamps that can be used, and what is wrong with the others.
pub(super) struct Ascending {
    /// Indices of the stamps that are finite and not earlier than one before them.
    pub(super) kept: Vec<usize>,
    n_not_finite: usize,
    backward: Vec<StepBack>,
}

/// Sorts stamps out. A stamp counts as late, not as the beginning of another time: whoever has
/// joined two logs in one file finds the second one left out, and is told so.
pub(super) fn ascending(t_s: &[f64]) -> Ascending {
    let mut found = Ascending { kept: Vec::new(), n_not_finite: 0, backward: Vec::new() };
    let mut latest_s = f64::NEG_INFINITY;
    for (index, &t_s) in t_s.iter().enumerate() {
        if !t_s.is_finite() {
            found.n_not_finite += 1;
        } else if t_s < latest_s {
            found.backward.push(StepBack { index, t_s, by_s: latest_s - t_s });
        } else {
            latest_s = t_s;
            found.kept.push(index);
        }
    }
    found
}

impl Clock {
    /// The unit of the stamps, where they cannot be seconds: the first in which samples come faster
    /// than once a second.
    pub(super) fn unit(&self) -> Option<LogDoubt> {
        let rate_hz = self.rate_hz;
        let is_rate = |(per_s, _): &(f64, &str)| per_s * rate_hz >= SLOWEST_HZ;
        let (per_s, unit) =
            TIME_UNITS.into_iter().find(is_rate).filter(|_| rate_hz < SLOWEST_HZ)?;
        Some(LogDoubt::TimeUnit { unit, rate_hz, true_rate_hz: per_s * rate_hz })
    }

    /// Reads the stamps; fewer than two different ones are refused.
    pub(super) fn read(
        t_s: &[f64],
        sorted: Ascending,
        gap_factor: f64,
    ) -> Result<(Self, Vec<Warning>)> {
        let kept_s: Vec<f64> = sorted.kept.iter().map(|&k| t_s[k]).collect();
        let Stamps { timing, mut warnings, .. } = Stamps::inspect(&kept_s, gap_factor)?;
        let steps_s = kept_s.windows(2).map(|w| w[1] - w[0]).filter(|step_s| *step_s > 0.0);
        let in_periods: Vec<f64> = steps_s.map(|step_s| step_s / timing.period_s).collect();
        let clock = Self {
            n_samples: t_s.len(),
            duration_s: kept_s.last().zip(kept_s.first()).map_or(0.0, |(last, first)| last - first),
            rate_hz: 1.0 / timing.period_s,
            steps: step_histogram(&in_periods),
            n_dropped: dropped(&in_periods, gap_factor),
            n_not_finite: sorted.n_not_finite,
            backward: sorted.backward,
            timing,
        };
        warnings.extend(clock.doubts().into_iter().map(Warning::from));
        Ok((clock, warnings))
    }

    fn doubts(&self) -> Vec<LogDoubt> {
        let by_s = self.backward.iter().map(|b| b.by_s).fold(0.0, f64::max);
        let backwards = self.backward.first().map(|first| LogDoubt::StampsBackwards {
            count: self.backward.len(),
            index: first.index,
            t_s: first.t_s,
            by_s,
        });
        let share = self.n_dropped as f64 / (self.n_samples + self.n_dropped).max(1) as f64;
        let dropped = (share > DROPPED_SHARE)
            .then_some(LogDoubt::DroppedPackets { count: self.n_dropped, share });
        [backwards, dropped].into_iter().flatten().collect()
    }
}

/// Samples missing between the stamps: a step of two periods lacks one. A late stamp makes one step
/// long and the next one short; the short one is counted against it.
fn dropped(steps_in_periods: &[f64], gap_factor: f64) -> usize {
    let inside = steps_in_periods.iter().filter(|step| **step <= gap_factor);
    let missing: f64 = inside.map(|step| step.round() - 1.0).sum();
    missing.max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(t_s: &[f64]) -> (Clock, Vec<&'static str>) {
        let (clock, warnings) = Clock::read(t_s, ascending(t_s), 10.0).unwrap();
        (clock, warnings.iter().map(Warning::code).collect())
    }

    #[test]
    fn steps_back_are_found_with_their_size() {
        let t_s = [0.0, 1.0, 2.0, 3.0, 2.5, 2.75, 4.0, 5.0, f64::NAN, 6.0];
        let (clock, codes) = read(&t_s);
        let expected = [
            StepBack { index: 4, t_s: 2.5, by_s: 0.5 },
            StepBack { index: 5, t_s: 2.75, by_s: 0.25 },
        ];
        assert_eq!(clock.backward, expected);
        assert_eq!((clock.n_not_finite, clock.duration_s, clock.rate_hz), (1, 6.0, 1.0));
        assert_eq!(codes, ["W110"]);
    }

    #[test]
    fn missing_samples_are_counted_and_late_ones_are_not() {
        assert_eq!(dropped(&[1.0, 2.0, 1.0, 3.9, 1.1], 10.0), 4);
        assert_eq!(dropped(&[1.0, 1.7, 0.3, 1.0], 10.0), 0);
        assert_eq!(dropped(&[1.0, 25.0, 1.0], 10.0), 0);
    }

    #[test]
    fn one_missing_in_fifty_is_a_doubt_and_one_in_two_hundred_is_not() {
        let without = |every: usize| -> Vec<f64> {
            (0..1000).filter(|k| k % every != 7).map(|k| 0.01 * k as f64).collect()
        };
        let (clock, codes) = read(&without(50));
        assert_eq!((clock.n_dropped, codes), (20, vec!["W102", "W138"]));
        let (clock, codes) = read(&without(200));
        assert_eq!((clock.n_dropped, codes.contains(&"W138")), (5, false));
    }
}
