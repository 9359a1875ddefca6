//! A parameter over several results.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::{Svg, TextAnchor};
use taufit::study::ParameterRecord;

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 170.0;
/// Half the width of a box, as a share of the distance of two results.
const HALF: f64 = 0.22;

/// A box of one standard deviation on either side per result, whiskers to the ends of its 95 % interval, a line at the
/// value; dashed the mean of all.
pub(crate) fn draw_runs(name: &str, unit: &str, runs: &[&ParameterRecord], mean: f64) -> String {
    let label = format!("{name} of {} results", runs.len());
    let ends = |p: &ParameterRecord| p.interval.unwrap_or([p.value; 2]);
    let values = runs.iter().flat_map(|p| [ends(p)[0], p.value, ends(p)[1]]).chain([mean]);
    let Some(values) = ValueRange::of(values) else { return nothing(WIDTH, HEIGHT, &label) };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let title = if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") };
    let results = ValueRange { from: 0.5, to: runs.len() as f64 + 0.5 };
    let area = Area { left: 70.0, ..Area::inside(WIDTH, HEIGHT) };
    let (x, y) = (Axis::linear(results, ""), Axis::linear(values.padded(), &title));
    let plot = Plot::new(&mut svg, area, x, y);
    plot.level(&mut svg, "limit", mean);
    for (k, p) in runs.iter().enumerate() {
        let x = k as f64 + 1.0;
        if let Some([px, _]) = plot.place(x, mean) {
            svg.text("tick", TextAnchor::Middle, [px, area.bottom + 14.0], &(k + 1).to_string());
        }
        let [low, high] = ends(p);
        plot.line(&mut svg, "whisker", [(x, low), (x, high)].into_iter());
        if let Some(sigma) = p.sigma.filter(|sigma| sigma.is_finite()) {
            let corner = |dx: f64, dy: f64| plot.place(x + dx * HALF, p.value + dy * sigma);
            if let (Some([left, top]), Some([right, bottom])) =
                (corner(-1.0, 1.0), corner(1.0, -1.0))
            {
                svg.rect("box", [left, top], right - left, (bottom - top).max(0.8));
            }
        }
        plot.line(&mut svg, "median", [(x - HALF, p.value), (x + HALF, p.value)].into_iter());
    }
    let middle = [0.5 * (area.left + area.right), area.bottom + 29.0];
    svg.text("title", TextAnchor::Middle, middle, "result");
    svg.finish(&label)
}
