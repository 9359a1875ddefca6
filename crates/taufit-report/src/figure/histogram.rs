//! Histogram of a residual.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::JointRecord;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;

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
