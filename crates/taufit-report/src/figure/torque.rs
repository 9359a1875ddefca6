//! Torque over time, for paper and for browsers without script.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use crate::series::{channel, opening, residual, shown_times};
use taufit::study::{JointRecord, Series};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
/// Spans of time that each become one upright stroke.
const COLUMNS: usize = 400;

/// Measured, predicted and nominal torque of one joint at the beginning of a stretch, and the residual
/// below.
pub(crate) fn draw_torque(joint: &JointRecord, index: usize, series: &Series) -> String {
    let label = format!("measured, predicted and nominal torque of {} over time", joint.name);
    let t_s = shown_times(series);
    let (n_samples, n_shown) = (t_s.len(), opening(&t_s));
    let t_s = &t_s[..n_shown];
    let of_joint = |values| &channel(values, index, n_samples)[..n_shown];
    let lines = [
        ("line nominal", of_joint(&series.nominal)),
        ("line measured", of_joint(&series.measured)),
        ("line predicted", of_joint(&series.predicted)),
    ];
    let rest = &residual(series, index)[..n_shown];
    let all = lines.iter().flat_map(|(_, values)| values.iter().copied());
    let (Some(time), Some(torque)) = (ValueRange::of(t_s.iter().copied()), ValueRange::of(all))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let (upper, lower) = areas();
    let title = format!("torque [{}]", joint.effort_unit);
    let (x, y) = (Axis::linear(time, ""), Axis::linear(torque.padded(), &title));
    let plot = Plot::new(&mut svg, upper, x, y);
    for (class, values) in lines {
        plot.line(&mut svg, class, outline(t_s, values));
    }
    draw_residual(&mut svg, lower, joint, t_s, rest);
    svg.finish(&label)
}

/// The residual between three standard deviations of the fit.
fn draw_residual(svg: &mut Svg, area: Area, joint: &JointRecord, t_s: &[f64], rest: &[f64]) {
    let band = 3.0 * joint.residual_sigma;
    let time = ValueRange::of(t_s.iter().copied());
    let (Some(time), Some(span)) =
        (time, ValueRange::of(rest.iter().copied().chain([-band, band])))
    else {
        return;
    };
    let title = format!("residual [{}]", joint.effort_unit);
    let (x, y) = (Axis::linear(time, "time [s]"), Axis::linear(span.padded(), &title));
    let plot = Plot::new(svg, area, x, y);
    plot.level(svg, "limit", -band);
    plot.level(svg, "limit", band);
    plot.line(svg, "line residual", outline(t_s, rest));
}

/// Torque above, residual below.
fn areas() -> (Area, Area) {
    let whole = Area::inside(WIDTH, HEIGHT);
    let border = whole.top + 0.65 * (whole.bottom - whole.top);
    (Area { bottom: border - 8.0, ..whole }, Area { top: border + 8.0, ..whole })
}

/// The smallest and largest value of every column of pixels, so that no peak is lost.
fn outline(t_s: &[f64], values: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    let per_column = values.len().div_ceil(COLUMNS).max(1);
    let columns = t_s.chunks(per_column).zip(values.chunks(per_column));
    columns.flat_map(|(t_s, values)| {
        let span = ValueRange::of(values.iter().copied());
        let (low, high) = span.map_or((f64::NAN, f64::NAN), |s| (s.from, s.to));
        if values.len() == 1 { vec![(t_s[0], low)] } else { vec![(t_s[0], low), (t_s[0], high)] }
    })
}
