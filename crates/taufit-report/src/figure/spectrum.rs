//! The power of a residual over frequency.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::JointRecord;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;
/// Decades below the highest value that are worth showing.
const DECADES: f64 = 8.0;

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
