//! Distribution and spectrum of a residual.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::JointRecord;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;
/// Decades of the spectrum that are shown.
const DECADES: f64 = 8.0;

/// Histogram of a joint's residual.
pub(crate) fn draw_histogram(joint: &JointRecord) -> String {
    let label = format!("histogram of the residual of {}", joint.name);
    let histogram = &joint.residual.histogram;
    let edge = |k: usize| histogram.from + k as f64 * histogram.width;
    let highest = histogram.counts.iter().copied().max().unwrap_or(0);
    let span = ValueRange::of([edge(0), edge(histogram.counts.len())]).filter(|s| s.to > s.from);
    let (Some(span), true) = (span, highest > 0) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let title = format!("residual [{}]", joint.effort_unit);
    let counts = ValueRange { from: 0.0, to: 1.05 * highest as f64 };
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(span, &title),
        Axis::linear(counts, "samples"),
    );
    for (k, count) in histogram.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        plot.bar(&mut svg, "count", edge(k), edge(k + 1), *count as f64);
    }
    svg.finish(&label)
}

/// Power spectral density of a joint's residual.
pub(crate) fn draw_spectrum(joint: &JointRecord) -> String {
    let label = format!("power spectral density of the residual of {}", joint.name);
    let spectrum = &joint.residual.spectrum;
    let points =
        || spectrum.density.iter().enumerate().map(|(k, d)| (k as f64 * spectrum.bin_hz, *d));
    let positive = points().map(|p| p.1).filter(|d| *d > 0.0);
    let frequencies = ValueRange::of(points().map(|p| p.0)).filter(|s| s.to > s.from);
    let (Some(frequencies), Some(density)) = (frequencies, ValueRange::of(positive)) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let lowest = density.from.max(density.to * 10f64.powf(-DECADES));
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let title = format!("density [({})²/Hz]", joint.effort_unit);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(frequencies, "frequency [Hz]"),
        Axis::decades(ValueRange { from: lowest, to: density.to }, &title),
    );
    plot.line(&mut svg, "line residual", points().map(|(f, d)| (f, d.max(lowest))));
    svg.finish(&label)
}
