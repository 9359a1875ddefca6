//! Positions and velocities that logs cover.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::CoverageHistogram;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 150.0;

/// Shares of the samples in every bin: of the fit as bars, of the validation data as a line on top.
pub(crate) fn draw_coverage(histogram: &CoverageHistogram, title: &str, joint: &str) -> String {
    let label = format!("coverage of {joint}: {title}");
    let CoverageHistogram { from, width, fit, validation } = histogram;
    let edge = |k: usize| from + k as f64 * width;
    let shares = |counts: &[usize]| -> Vec<f64> {
        let total = counts.iter().sum::<usize>().max(1) as f64;
        counts.iter().map(|n| 100.0 * *n as f64 / total).collect()
    };
    let (fit, validation) = (shares(fit), shares(validation));
    let highest = fit.iter().chain(&validation).copied().fold(0.0, f64::max);
    let span = ValueRange::of([edge(0), edge(fit.len())]).filter(|span| span.to > span.from);
    let (Some(span), true) = (span, highest > 0.0) else { return nothing(WIDTH, HEIGHT, &label) };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(span, title),
        Axis::linear(ValueRange { from: 0.0, to: 1.05 * highest }, "samples [%]"),
    );
    for (k, share) in fit.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        plot.bar(&mut svg, "count fit", edge(k), edge(k + 1), *share);
    }
    if validation.iter().any(|share| *share > 0.0) {
        let steps = validation.iter().enumerate();
        let corners = steps.flat_map(|(k, share)| [(edge(k), *share), (edge(k + 1), *share)]);
        plot.line(&mut svg, "line nominal solid", corners);
    }
    svg.finish(&label)
}
