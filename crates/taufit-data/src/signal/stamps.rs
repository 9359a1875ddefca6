//! Time stamps: what is wrong with them, the period they mean, and where they break off.

use crate::diagnostics::{DataError, SignalWarning};
use serde::Serialize;
use taufit_dynamics::diagnostics::{Result, Warning};

/// A pause in a log, longer than the gap factor allows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// Last stamp before it \[s\].
    pub t_s: f64,
    /// Time to the next stamp \[s\].
    pub duration_s: f64,
}

/// Regularity of the sampling of a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Nominal period: median of the steps between different stamps \[s\].
    pub period_s: f64,
    /// Shortest step \[s\].
    pub shortest_s: f64,
    /// Longest step \[s\], gaps included.
    pub longest_s: f64,
    /// Root mean square deviation of the steps from the period, gaps left out \[s\].
    pub jitter_rms_s: f64,
    /// Stamps equal to the one before; those samples are left out.
    pub n_duplicates: usize,
    /// Where the log breaks off.
    pub gaps: Vec<Gap>,
}

/// Time stamps of a log, checked and sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamps {
    /// Regularity of the sampling.
    pub timing: Timing,
    /// Indices of the samples of each stretch without gap; duplicates left out.
    pub stretches: Vec<Vec<usize>>,
    /// Warnings about the stamps.
    pub warnings: Vec<Warning>,
}

impl Stamps {
    /// Sorts out stamps; a step longer than `gap_factor` periods is a gap.
    ///
    /// Refuses stamps that are not finite or run backwards. Of equal stamps the first counts.
    pub fn inspect(t_s: &[f64], gap_factor: f64) -> Result<Self> {
        check_order(t_s)?;
        let kept = distinct(t_s);
        let steps_s: Vec<f64> = kept.windows(2).map(|w| t_s[w[1]] - t_s[w[0]]).collect();
        let Some(period_s) = median(&steps_s) else {
            return Err(
                DataError::TooFewSamples { what: "a log", needed: 2, found: kept.len() }.into()
            );
        };
        let is_gap = |step_s: f64| step_s > gap_factor * period_s;
        let gap = |(w, step_s): (&[usize], &f64)| Gap { t_s: t_s[w[0]], duration_s: *step_s };
        let pairs = kept.windows(2).zip(&steps_s);
        let timing = Timing {
            period_s,
            shortest_s: steps_s.iter().copied().fold(f64::INFINITY, f64::min),
            longest_s: steps_s.iter().copied().fold(0.0, f64::max),
            jitter_rms_s: deviation(steps_s.iter().copied().filter(|s| !is_gap(*s)), period_s),
            n_duplicates: t_s.len() - kept.len(),
            gaps: pairs.filter(|(_, step_s)| is_gap(**step_s)).map(gap).collect(),
        };
        let stretches =
            kept.chunk_by(|a, b| !is_gap(t_s[*b] - t_s[*a])).map(<[usize]>::to_vec).collect();
        let first_equal = t_s.windows(2).position(|w| w[1] == w[0]);
        let warnings = timing.findings(first_equal.map(|k| (k + 1, t_s[k])));
        Ok(Self { timing, stretches, warnings })
    }
}

/// Refuses stamps that are not finite or run backwards.
pub fn check_order(t_s: &[f64]) -> Result<()> {
    if let Some(index) = t_s.iter().position(|t| !t.is_finite()) {
        return Err(DataError::StampNotFinite { index }.into());
    }
    match t_s.windows(2).position(|w| w[1] < w[0]) {
        Some(k) => {
            let (index, t_s, previous_s) = (k + 1, t_s[k + 1], t_s[k]);
            Err(DataError::TimeBackwards { index, t_s, previous_s }.into())
        }
        None => Ok(()),
    }
}

/// Indices of the stamps that differ from the one before.
fn distinct(t_s: &[f64]) -> Vec<usize> {
    (0..t_s.len()).filter(|&k| k == 0 || t_s[k] != t_s[k - 1]).collect()
}

/// The middle value; the lower one of two.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value that this share of all values does not exceed; the lower one of two.
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    let place = (sorted.len().checked_sub(1)? as f64 * share) as usize;
    Some(*sorted.select_nth_unstable_by(place, f64::total_cmp).1)
}

/// `√(mean (x − centre)²)`.
fn deviation(values: impl Iterator<Item = f64>, centre: f64) -> f64 {
    let (sum, n) = values.fold((0.0, 0_u32), |(sum, n), x| (sum + (x - centre).powi(2), n + 1));
    (sum / f64::from(n.max(1))).sqrt()
}

impl Timing {
    /// Share of the period above which jitter is worth a warning.
    const JITTER: f64 = 0.05;

    /// Warnings about the stamps; `first_equal` is the first one that equals the one before: index and stamp.
    pub fn findings(&self, first_equal: Option<(usize, f64)>) -> Vec<Warning> {
        let count = self.n_duplicates;
        let duplicates =
            first_equal.map(|(index, t_s)| SignalWarning::DuplicateStamps { count, index, t_s });
        let longest = self.gaps.iter().max_by(|a, b| a.duration_s.total_cmp(&b.duration_s));
        let gaps = longest.map(|gap| SignalWarning::Gaps {
            count: self.gaps.len(),
            longest_s: gap.duration_s,
            t_s: gap.t_s,
            period_s: self.period_s,
        });
        let uneven = self.jitter_rms_s > Self::JITTER * self.period_s;
        let jitter = uneven.then_some(SignalWarning::UnevenStamps {
            period_s: self.period_s,
            jitter_rms_s: self.jitter_rms_s,
            shortest_s: self.shortest_s,
        });
        [duplicates, gaps, jitter].into_iter().flatten().map(Warning::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_log_is_one_stretch_without_warnings() {
        let t_s: Vec<f64> = (0..100).map(|k| 5.0 + 0.01 * f64::from(k)).collect();
        let stamps = Stamps::inspect(&t_s, 10.0).unwrap();
        assert_eq!(stamps.stretches, [(0..100).collect::<Vec<_>>()]);
        assert!(stamps.warnings.is_empty());
        assert!((stamps.timing.period_s - 0.01).abs() < 1e-12);
        assert!(stamps.timing.jitter_rms_s < 1e-12);
    }

    #[test]
    fn a_gap_splits_and_is_named() {
        let t_s = [0.0, 1.0, 2.0, 3.0, 20.0, 21.0, 22.0];
        let stamps = Stamps::inspect(&t_s, 10.0).unwrap();
        assert_eq!(stamps.stretches, [vec![0, 1, 2, 3], vec![4, 5, 6]]);
        assert_eq!(stamps.timing.gaps, [Gap { t_s: 3.0, duration_s: 17.0 }]);
        assert_eq!(stamps.timing.jitter_rms_s, 0.0);
        let expected = SignalWarning::Gaps { count: 1, longest_s: 17.0, t_s: 3.0, period_s: 1.0 };
        assert_eq!(stamps.warnings, [expected.into()]);
        assert!(Stamps::inspect(&t_s, 17.5).unwrap().timing.gaps.is_empty());
    }

    #[test]
    fn of_equal_stamps_the_first_counts() {
        let stamps = Stamps::inspect(&[0.0, 1.0, 1.0, 1.0, 2.0, 3.0], 10.0).unwrap();
        assert_eq!(stamps.stretches, [vec![0, 1, 4, 5]]);
        let expected = SignalWarning::DuplicateStamps { count: 2, index: 2, t_s: 1.0 };
        assert_eq!(stamps.warnings, [expected.into()]);
    }

    #[test]
    fn jitter_is_measured() {
        // Steps of 1.0 and 1.2 in turn: median 1.0, deviation √(0.04/2).
        let t_s: Vec<f64> = (0..101).map(|k| f64::from(k) + 0.2 * f64::from(k / 2)).collect();
        let stamps = Stamps::inspect(&t_s, 10.0).unwrap();
        assert!((stamps.timing.jitter_rms_s - 0.02_f64.sqrt()).abs() < 1e-9);
        assert_eq!(stamps.warnings[0].code(), "W102");
    }

    #[test]
    fn stamps_that_make_no_sense_are_refused() {
        let error = Stamps::inspect(&[0.0, 1.0, 0.5], 10.0).unwrap_err();
        assert_eq!(error, DataError::TimeBackwards { index: 2, t_s: 0.5, previous_s: 1.0 }.into());
        let error = Stamps::inspect(&[0.0, f64::NAN, 0.5], 10.0).unwrap_err();
        assert_eq!(error, DataError::StampNotFinite { index: 1 }.into());
        assert_eq!(Stamps::inspect(&[], 10.0).unwrap_err().code(), "E107");
        assert_eq!(Stamps::inspect(&[1.0, 1.0], 10.0).unwrap_err().code(), "E107");
    }
}
