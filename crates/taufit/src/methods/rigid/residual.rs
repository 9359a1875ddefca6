//! Residual torques and their tests.
//!
//! A residual that is noise depends on nothing. One that follows velocity calls for another friction
//! model, one that follows position for missing or wrong masses, one that drifts for temperature, one
//! with a sharp peak beyond the motion for an elastic joint.

use super::residual_shape::{autocorrelation, normal_quantiles};
use crate::methods::common::CorrelationMean;
use crate::signal::Spectrum;
use crate::study::{Histogram, ResidualRecord, ResidualTest, Series, SpectrumRecord};

/// Bins of a histogram.
const BINS: usize = 41;
/// Bins over which a residual is averaged to see whether it follows something.
const GROUPS: usize = 12;
/// Share of the residual's variance that its mean over a quantity may explain.
const EXPLAINED_LIMIT: f64 = 0.1;
/// Correlation time, over that of a signal that fills the band, up to which a residual counts as noise.
const CORRELATION_LIMIT: f64 = 5.0;
/// Height of a spectral peak over its neighbourhood from which it counts as a resonance.
const PEAK_LIMIT: f64 = 30.0;

/// The residual of one joint over the series for validation.
pub(super) fn examine(
    series: &[Series],
    dof: usize,
    n_dof: usize,
    cutoff_hz: Option<f64>,
) -> ResidualRecord {
    let proofs = || series.iter().filter(|s| s.validation && s.t_s.len() > 1);
    let parts: Vec<Vec<f64>> = proofs().map(|s| residual(s, dof, n_dof)).collect();
    let all = parts.concat();
    let rate_hz = proofs().next().map_or(1.0, |s| 1.0 / (s.t_s[1] - s.t_s[0]));
    let spectrum = Spectrum::averaged(&parts, rate_hz);
    let correlation_rows = mean_correlation_time(&parts);
    let correlation_time_s = correlation_rows / rate_hz;
    let channel = |of: fn(&Series) -> &[f64]| -> Vec<f64> {
        proofs().flat_map(|s| channel(of(s), dof, n_dof).to_vec()).collect()
    };
    let t_s: Vec<f64> = proofs().flat_map(|s| s.t_s.iter().copied()).collect();
    let band_hz = cutoff_hz.unwrap_or(0.5 * rate_hz);
    let tests = vec![
        whiteness(correlation_time_s, band_hz),
        dependence("velocity", &all, &channel(|s| &s.qd), "friction that the model does not have"),
        dependence(
            "position",
            &all,
            &channel(|s| &s.q),
            "gravity or a cable that the model does not have",
        ),
        dependence(
            "time",
            &all,
            &t_s,
            "drift, such as friction that falls while the gears warm up",
        ),
        elasticity(&spectrum),
    ];
    ResidualRecord {
        histogram: histogram(&all),
        spectrum: SpectrumRecord { bin_hz: spectrum.bin_hz, density: spectrum.density },
        correlation_time_s,
        autocorrelation: Some(autocorrelation(&parts, correlation_rows, rate_hz)),
        quantiles: Some(normal_quantiles(&all)),
        tests,
    }
}

fn residual(series: &Series, dof: usize, n_dof: usize) -> Vec<f64> {
    let (tau, fit) =
        (channel(&series.measured, dof, n_dof), channel(&series.predicted, dof, n_dof));
    tau.iter().zip(fit).map(|(a, b)| a - b).collect()
}

fn channel(channels: &[f64], dof: usize, n_dof: usize) -> &[f64] {
    let n = channels.len() / n_dof.max(1);
    &channels[dof * n..(dof + 1) * n]
}

fn mean_correlation_time(parts: &[Vec<f64>]) -> f64 {
    let mut mean = CorrelationMean::default();
    parts.iter().for_each(|part| mean.push(part));
    mean.rows()
}

fn histogram(x: &[f64]) -> Histogram {
    let (low, high) =
        x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
    if low >= high || !low.is_finite() || !high.is_finite() {
        return Histogram { from: low.min(0.0), width: 0.0, counts: Vec::new() };
    }
    let width = (high - low) / BINS as f64;
    let mut counts = vec![0; BINS];
    for v in x {
        counts[(((v - low) / width) as usize).min(BINS - 1)] += 1;
    }
    Histogram { from: low, width, counts }
}

/// Noise in a band of `f` has a correlation time of `1/2f`.
fn whiteness(correlation_time_s: f64, band_hz: f64) -> ResidualTest {
    let statistic = 2.0 * band_hz * correlation_time_s;
    let passed = statistic <= CORRELATION_LIMIT;
    let words = if passed {
        "looks like noise".to_owned()
    } else {
        format!(
            "neighbouring values are alike over {correlation_time_s:.2} s: the model misses something, and \
             the intervals are widened for it"
        )
    };
    ResidualTest { name: "whiteness".into(), statistic, limit: CORRELATION_LIMIT, passed, words }
}

/// Share of the residual's variance that its mean over groups of a quantity explains.
fn dependence(name: &str, residual: &[f64], over: &[f64], culprit: &str) -> ResidualTest {
    let statistic = explained(residual, over);
    let passed = statistic <= EXPLAINED_LIMIT;
    let share = 100.0 * statistic;
    let words = if passed {
        format!("does not follow {name} ({share:.0} % of its variance)")
    } else {
        format!("{share:.0} % of its variance follows {name}: {culprit}")
    };
    ResidualTest { name: name.to_owned(), statistic, limit: EXPLAINED_LIMIT, passed, words }
}

/// `1 − within/total` over groups of equal count, less what chance would explain.
fn explained(residual: &[f64], over: &[f64]) -> f64 {
    let n = residual.len();
    if n < 10 * GROUPS {
        return 0.0;
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| over[a].total_cmp(&over[b]));
    let mean = residual.iter().sum::<f64>() / n as f64;
    let total: f64 = residual.iter().map(|r| (r - mean).powi(2)).sum();
    let between: f64 = order
        .chunks(n.div_ceil(GROUPS))
        .map(|group| {
            let sum: f64 = group.iter().map(|&k| residual[k] - mean).sum();
            sum * sum / group.len() as f64
        })
        .sum();
    if total > 0.0 { between / total } else { 0.0 }
}

/// The highest peak over the median of its neighbourhood, beyond the lowest tenth of the band.
fn elasticity(spectrum: &Spectrum) -> ResidualTest {
    const REACH: usize = 12;
    let density = &spectrum.density;
    let from = (density.len() / 10).max(REACH);
    let height = |k: usize| {
        let mut near = density[k - REACH..(k + REACH + 1).min(density.len())].to_vec();
        near.sort_by(f64::total_cmp);
        density[k] / near[near.len() / 2].max(f64::MIN_POSITIVE)
    };
    let peak = (from..density.len().saturating_sub(1))
        .map(|k| (k, height(k)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let (at, statistic) = peak.unwrap_or((0, 0.0));
    let passed = statistic <= PEAK_LIMIT;
    let words = if passed {
        "no resonance in sight".to_owned()
    } else {
        format!(
            "a peak at {:.1} Hz stands {statistic:.0} times above its surroundings: an elastic joint, or \
             the ripple of a gear",
            at as f64 * spectrum.bin_hz
        )
    };
    ResidualTest { name: "elasticity".into(), statistic, limit: PEAK_LIMIT, passed, words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use std::f64::consts::PI;

    /// One joint that sways, with noise and a culprit in its residual.
    fn series(culprit: impl Fn(f64, f64, f64) -> f64) -> Vec<Series> {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(3);
        let t_s: Vec<f64> = (0..4000).map(|k| 0.01 * f64::from(k)).collect();
        let q: Vec<f64> = t_s.iter().map(|t| (0.7 * t).sin() + 0.5 * (1.9 * t).cos()).collect();
        let qd: Vec<f64> =
            t_s.iter().map(|t| 0.7 * (0.7 * t).cos() - 0.95 * (1.9 * t).sin()).collect();
        let mut noise = || dice.random_range(-1.0..1.0);
        let measured = (0..4000).map(|k| culprit(t_s[k], q[k], qd[k]) + noise()).collect();
        let zero = vec![0.0; 4000];
        vec![Series {
            source: "test".into(),
            validation: true,
            t_s,
            q,
            qd,
            measured,
            predicted: zero.clone(),
            feasible: zero.clone(),
            nominal: zero,
        }]
    }

    fn failed(culprit: impl Fn(f64, f64, f64) -> f64) -> Vec<String> {
        let record = examine(&series(culprit), 0, 1, None);
        record.tests.iter().filter(|t| !t.passed).map(|t| t.name.clone()).collect()
    }

    #[test]
    fn noise_passes_every_test() {
        assert!(failed(|_, _, _| 0.0).is_empty());
    }

    #[test]
    fn every_culprit_is_found() {
        assert!(
            failed(|_, _, qd| 2.0 * qd.signum() * (-3.0 * qd.abs()).exp())
                .contains(&"velocity".into())
        );
        assert!(failed(|_, q, _| q.cos()).contains(&"position".into()));
        assert!(failed(|t, _, _| 0.03 * t).contains(&"time".into()));
        assert_eq!(failed(|t, _, _| 0.5 * (2.0 * PI * 23.0 * t).sin()), ["elasticity"]);
        assert!(failed(|t, _, _| (0.5 * t).sin()).contains(&"whiteness".into()));
    }

    #[test]
    fn the_histogram_counts_everything() {
        let record = examine(&series(|_, _, _| 0.0), 0, 1, None);
        assert_eq!(record.histogram.counts.iter().sum::<usize>(), 4000);
        assert!(examine(&[], 0, 1, None).histogram.counts.is_empty());
    }
}
