//! One joint over time: position, velocity, torque and the like, each between its limits.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;

/// The script puts its cursor over the panels by these numbers.
const WIDTH: f64 = 560.0;
const PANEL: f64 = 104.0;
const BELOW: f64 = 34.0;

/// One quantity.
#[derive(Debug)]
pub(crate) struct JointPanel<'a> {
    /// Name with unit.
    pub(crate) title: String,
    /// Value at every time.
    pub(crate) values: &'a [f64],
    /// Lowest and highest that is allowed.
    pub(crate) bounds: Option<[f64; 2]>,
}

/// The panels below each other, over one axis of time.
pub(crate) fn draw_joint_motion(joint: &str, t_s: &[f64], panels: &[JointPanel<'_>]) -> String {
    let titles: Vec<&str> = panels.iter().map(|panel| panel.title.as_str()).collect();
    let label = format!("{joint} over time: {}", titles.join(", "));
    let height = PANEL * panels.len() as f64 + BELOW;
    let Some(time) = ValueRange::of(t_s.iter().copied()) else {
        return nothing(WIDTH, height, &label);
    };
    let mut svg = Svg::new(WIDTH, height);
    for (k, panel) in panels.iter().enumerate() {
        let top = PANEL * k as f64 + 8.0;
        let area = Area { top, bottom: top + PANEL - 12.0, ..Area::inside(WIDTH, height) };
        let bounds = panel.bounds.into_iter().flatten();
        let span = ValueRange::of(panel.values.iter().copied().chain(bounds));
        let title = if k + 1 == panels.len() { "time [s]" } else { "" };
        let y =
            Axis::linear(span.unwrap_or(ValueRange { from: -1.0, to: 1.0 }).padded(), &panel.title);
        let plot = Plot::new(&mut svg, area, Axis::linear(time, title), y);
        panel.bounds.into_iter().flatten().for_each(|y| plot.level(&mut svg, "bound", y));
        let points = t_s.iter().copied().zip(panel.values.iter().copied());
        plot.line(&mut svg, "line predicted", points);
    }
    svg.finish(&label)
}
