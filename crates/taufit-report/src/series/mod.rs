//! Torques over time: checked, and packed into text.

mod pack;

pub(crate) use pack::{PackedSignals, SignalChannel, pack};

use crate::ReportError;
use taufit::study::Series;

/// Refuses series whose channels do not have as many values as the study has joints.
pub(crate) fn check(series: &[Series], n_joints: usize) -> Result<(), ReportError> {
    for stretch in series {
        let n_samples = stretch.t_s.len();
        let expected = n_joints * n_samples;
        for (channel, values) in [
            ("measured", &stretch.measured),
            ("predicted", &stretch.predicted),
            ("feasible", &stretch.feasible),
            ("nominal", &stretch.nominal),
        ] {
            if values.len() != expected {
                return Err(ReportError::SeriesLength {
                    source_name: stretch.source.clone(),
                    channel,
                    found: values.len(),
                    expected,
                    n_joints,
                    n_samples,
                });
            }
        }
    }
    Ok(())
}

/// One joint's part of a channel.
pub(crate) fn channel(values: &[f64], joint: usize, n_samples: usize) -> &[f64] {
    &values[joint * n_samples..(joint + 1) * n_samples]
}

/// Time that the page counts from \[s\]: zero, or the first stamp where these are stamps of a clock, of ten digits.
pub(crate) fn clock_origin(t_s: &[f64]) -> f64 {
    const CLOCK_S: f64 = 1e6;
    t_s.first().copied().filter(|start| start.abs() > CLOCK_S).unwrap_or(0.0)
}

/// Times as the page shows them \[s\]: those of the log, or counted from the start of the stretch.
pub(crate) fn shown_times(series: &Series) -> Vec<f64> {
    let origin = clock_origin(&series.t_s);
    series.t_s.iter().map(|t| t - origin).collect()
}

/// Time that is shown at first \[s\]: of minutes in one plot, only a block of colour would be seen.
pub(crate) const OPENING_S: f64 = 30.0;

/// Number of samples in the time that is shown at first.
pub(crate) fn opening(t_s: &[f64]) -> usize {
    let end = t_s.first().copied().unwrap_or(0.0) + OPENING_S;
    t_s.iter().position(|t| *t > end).unwrap_or(t_s.len())
}

/// Residual of the base parameters.
pub(crate) fn residual(series: &Series, joint: usize) -> Vec<f64> {
    let n_samples = series.t_s.len();
    let measured = channel(&series.measured, joint, n_samples);
    let predicted = channel(&series.predicted, joint, n_samples);
    measured.iter().zip(predicted).map(|(tau, fit)| tau - fit).collect()
}

/// The stretch to show first: the longest one that was kept for validation, else the longest.
pub(crate) fn first_shown(series: &[Series]) -> Option<usize> {
    let longest = |wanted: &dyn Fn(&Series) -> bool| {
        let candidates = series.iter().enumerate().filter(|(_, s)| wanted(s));
        // The first of equally long ones.
        candidates.rev().max_by_key(|(_, s)| s.t_s.len()).map(|(k, _)| k)
    };
    longest(&|s| s.validation).or_else(|| longest(&|_| true))
}
