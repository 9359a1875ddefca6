//! The time stamps of a log as they are: pace, jitter, pauses, steps back, samples that never came.

use super::histogram::{StepBin, StepCounts};
use crate::diagnostics::LogWarning;
use serde::Serialize;
use taufit_data::diagnostics::DataError;
use taufit_data::signal::{Gap, Timing, check_order, median};
use taufit_dynamics::diagnostics::{Result, Warning};

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
    /// Distance behind the latest stamp so far \[s\].
    pub by_s: f64,
}

/// Time base of a log.
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
    /// Lengths of the steps between stamps, in periods.
    pub steps: Vec<StepBin>,
    /// Stamps that are no numbers.
    pub n_not_finite: usize,
    /// Where time runs backwards.
    pub backward: Vec<StepBack>,
    /// Samples that never came, gaps left out; estimated from the lengths of the steps.
    pub n_dropped: usize,
}

/// Median of the steps between different stamps that do not run backwards \[s\]; fewer than two such stamps
/// are refused.
pub(super) fn period_s(t_s: &[f64]) -> Result<f64> {
    let mut latest_s = f64::NEG_INFINITY;
    let later = t_s.iter().filter(|t_s| {
        let is_later = t_s.is_finite() && **t_s > latest_s;
        if is_later {
            latest_s = **t_s;
        }
        is_later
    });
    let distinct_s: Vec<f64> = later.copied().collect();
    let steps_s: Vec<f64> = distinct_s.windows(2).map(|w| w[1] - w[0]).collect();
    if let Some(period_s) = median(&steps_s) {
        return Ok(period_s);
    }
    // Time that only falls has one stamp that is not late: that is its fault, not its length.
    check_order(t_s)?;
    Err(DataError::TooFewSamples { what: "a log", needed: 2, found: distinct_s.len() }.into())
}

/// The stamps of a log, read piece by piece. A stamp counts as late, not as the beginning of another time:
/// of two logs joined in one file, the second is left out with a warning.
#[derive(Clone, Debug)]
pub(super) struct ClockScan {
    gap_factor: f64,
    n_samples: usize,
    /// Stamps that are finite and not earlier than one before them.
    n_kept: usize,
    first_s: f64,
    latest_s: f64,
    timing: Timing,
    /// Sum of the squared deviations of steps from the period, and their number; gaps left out.
    deviation: (f64, usize),
    first_equal: Option<(usize, f64)>,
    steps: StepCounts,
    /// Samples missing between the stamps: a step of two periods lacks one. A late stamp makes one step long
    /// and the next one short; the short one is counted against it.
    missing: f64,
    n_not_finite: usize,
    backward: Vec<StepBack>,
}

impl ClockScan {
    /// No stamps yet; a step longer than `gap_factor` periods is a gap.
    pub(super) fn new(period_s: f64, gap_factor: f64) -> Self {
        Self {
            gap_factor,
            n_samples: 0,
            n_kept: 0,
            first_s: 0.0,
            latest_s: f64::NEG_INFINITY,
            timing: Timing {
                period_s,
                shortest_s: f64::INFINITY,
                longest_s: 0.0,
                jitter_rms_s: 0.0,
                n_duplicates: 0,
                gaps: Vec::new(),
            },
            deviation: (0.0, 0),
            first_equal: None,
            steps: StepCounts::default(),
            missing: 0.0,
            n_not_finite: 0,
            backward: Vec::new(),
        }
    }

    /// Adds the stamps of a piece; returns the indices of those that can be used.
    pub(super) fn push(&mut self, t_s: &[f64]) -> Vec<usize> {
        let mut kept = Vec::with_capacity(t_s.len());
        for (k, &t_s) in t_s.iter().enumerate() {
            if !t_s.is_finite() {
                self.n_not_finite += 1;
            } else if t_s < self.latest_s {
                let (index, by_s) = (self.n_samples + k, self.latest_s - t_s);
                self.backward.push(StepBack { index, t_s, by_s });
            } else {
                self.keep(t_s);
                kept.push(k);
            }
        }
        self.n_samples += t_s.len();
        kept
    }

    fn keep(&mut self, t_s: f64) {
        let step_s = t_s - self.latest_s;
        if self.n_kept == 0 {
            self.first_s = t_s;
        } else if step_s == 0.0 {
            self.timing.n_duplicates += 1;
            self.first_equal.get_or_insert((self.n_kept, t_s));
        } else {
            self.step(step_s);
        }
        self.latest_s = t_s;
        self.n_kept += 1;
    }

    /// Counts a step after the latest stamp.
    fn step(&mut self, step_s: f64) {
        let (latest_s, period_s) = (self.latest_s, self.timing.period_s);
        self.timing.shortest_s = self.timing.shortest_s.min(step_s);
        self.timing.longest_s = self.timing.longest_s.max(step_s);
        if step_s > self.gap_factor * period_s {
            self.timing.gaps.push(Gap { t_s: latest_s, duration_s: step_s });
        } else {
            self.deviation.0 += (step_s - period_s).powi(2);
            self.deviation.1 += 1;
        }
        let in_periods = step_s / period_s;
        self.steps.add(in_periods);
        if in_periods <= self.gap_factor {
            self.missing += in_periods.round() - 1.0;
        }
    }

    /// The time base, and warnings about it.
    pub(super) fn finish(mut self) -> (Clock, Vec<Warning>) {
        let (squared_s2, n) = self.deviation;
        self.timing.jitter_rms_s = (squared_s2 / n.max(1) as f64).sqrt();
        let mut warnings = self.timing.findings(self.first_equal);
        let clock = Clock {
            n_samples: self.n_samples,
            duration_s: if self.n_kept > 0 { self.latest_s - self.first_s } else { 0.0 },
            rate_hz: 1.0 / self.timing.period_s,
            steps: self.steps.bins(),
            n_dropped: self.missing.max(0.0) as usize,
            n_not_finite: self.n_not_finite,
            backward: self.backward,
            timing: self.timing,
        };
        warnings.extend(clock.findings().into_iter().map(Warning::from));
        (clock, warnings)
    }
}

impl Clock {
    /// The unit of the stamps, where they cannot be seconds: the first in which samples come faster
    /// than once a second.
    pub(super) fn unit(&self) -> Option<LogWarning> {
        let rate_hz = self.rate_hz;
        let is_rate = |(per_s, _): &(f64, &str)| per_s * rate_hz >= SLOWEST_HZ;
        let (per_s, unit) =
            TIME_UNITS.into_iter().find(is_rate).filter(|_| rate_hz < SLOWEST_HZ)?;
        Some(LogWarning::TimeUnit { unit, rate_hz, true_rate_hz: per_s * rate_hz })
    }

    fn findings(&self) -> Vec<LogWarning> {
        let by_s = self.backward.iter().map(|b| b.by_s).fold(0.0, f64::max);
        let backwards = self.backward.first().map(|first| LogWarning::StampsBackwards {
            count: self.backward.len(),
            index: first.index,
            t_s: first.t_s,
            by_s,
        });
        let share = self.n_dropped as f64 / (self.n_samples + self.n_dropped).max(1) as f64;
        let dropped = (share > DROPPED_SHARE)
            .then_some(LogWarning::DroppedPackets { count: self.n_dropped, share });
        [backwards, dropped].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(t_s: &[f64]) -> (Clock, Vec<&'static str>) {
        let mut scan = ClockScan::new(period_s(t_s).unwrap(), 10.0);
        // Two pieces give the same as one.
        let (head, tail) = t_s.split_at(t_s.len() / 3);
        scan.push(head);
        scan.push(tail);
        let (clock, warnings) = scan.finish();
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
        let dropped = |steps: &[f64]| {
            let mut scan = ClockScan::new(1.0, 10.0);
            let ends = steps.iter().scan(0.0, |t_s, step| {
                *t_s += step;
                Some(*t_s)
            });
            scan.push(&std::iter::once(0.0).chain(ends).collect::<Vec<f64>>());
            scan.finish().0.n_dropped
        };
        assert_eq!(dropped(&[1.0, 2.0, 1.0, 3.9, 1.1]), 4);
        assert_eq!(dropped(&[1.0, 1.7, 0.3, 1.0]), 0);
        assert_eq!(dropped(&[1.0, 25.0, 1.0]), 0);
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
