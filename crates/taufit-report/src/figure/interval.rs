//! A value with its uncertainty, small enough for a table row.

use super::scale::{Scale, Spacing, ValueRange};
use super::svg::Svg;
use taufit::study::ParameterRecord;

const WIDTH: f64 = 130.0;
const HEIGHT: f64 = 20.0;
const MIDDLE: f64 = 0.5 * HEIGHT;
const MARGIN: f64 = 6.0;

/// Content of the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) value: f64,
    /// Ends of the interval; both equal to the value where it has none.
    pub(crate) ends: [f64; 2],
    /// The nominal value, where there is one.
    pub(crate) nominal: Option<f64>,
    /// The physically consistent value, where it is another one.
    pub(crate) feasible: Option<f64>,
}

impl From<&ParameterRecord> for Interval {
    fn from(p: &ParameterRecord) -> Self {
        let ends = p.interval.unwrap_or([p.value; 2]);
        Self { value: p.value, ends, nominal: p.nominal, feasible: p.feasible }
    }
}

/// Zero, the nominal value, the estimate and its interval on a scale of their own.
pub(crate) fn draw_interval(interval: &Interval, label: &str) -> String {
    let Interval { value, ends: [low, high], nominal, feasible } = *interval;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let span = ValueRange::of([0.0, value, low, high].into_iter().chain(nominal).chain(feasible))
        .unwrap_or(ValueRange { from: 0.0, to: 0.0 });
    let span = if span.to > span.from { span } else { ValueRange { from: -1.0, to: 1.0 } };
    let scale = Scale::new(Spacing::Linear, span, MARGIN, WIDTH - MARGIN);
    if let Some(zero) = scale.px(0.0) {
        svg.line("zero", [zero, 1.0], [zero, HEIGHT - 1.0]);
    }
    if let (Some(from), Some(to)) = (scale.px(low), scale.px(high)) {
        svg.line("interval", [from, MIDDLE], [to, MIDDLE]);
    }
    if let Some(physical) = feasible.and_then(|x| scale.px(x)) {
        svg.line("feasible", [physical, MIDDLE - 7.0], [physical, MIDDLE + 7.0]);
    }
    if let Some(before) = nominal.and_then(|x| scale.px(x)) {
        diamond(&mut svg, before);
    }
    if let Some(now) = scale.px(value) {
        svg.circle("dot estimate", [now, MIDDLE], 3.2);
    }
    svg.finish(label)
}

/// The mark of the nominal value.
fn diamond(svg: &mut Svg, x: f64) {
    const HALF: f64 = 4.6;
    let corners = [[x - HALF, MIDDLE], [x, MIDDLE - HALF], [x + HALF, MIDDLE], [x, MIDDLE + HALF]];
    let closed: Vec<_> = corners.iter().chain(&corners[..1]).map(|c| Some(*c)).collect();
    svg.path("diamond", &closed);
}
