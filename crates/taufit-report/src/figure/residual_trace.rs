//! The momentum residual of a joint over time, between its thresholds.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{DetectedContact, JointThreshold};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 170.0;

/// Content of the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResidualPanel<'a> {
    pub(crate) threshold: &'a JointThreshold,
    pub(crate) t_s: &'a [f64],
    pub(crate) residual: &'a [f64],
    pub(crate) contacts: &'a [DetectedContact],
}

/// The residual, both thresholds of a moving joint, and the contacts as bands.
pub(crate) fn draw_residual_trace(panel: &ResidualPanel<'_>) -> String {
    let ResidualPanel { threshold: JointThreshold { joint, moving, .. }, t_s, residual, .. } =
        *panel;
    let label = format!("residual of {joint} over time, with its thresholds");
    let values = residual.iter().copied().chain([-moving, *moving]);
    let (Some(time), Some(span)) = (ValueRange::of(t_s.iter().copied()), ValueRange::of(values))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let area = Area::inside(WIDTH, HEIGHT);
    let (x, y) = (Axis::linear(time, "time [s]"), Axis::linear(span.padded(), "residual"));
    let plot = Plot::new(&mut svg, area, x, y);
    for contact in panel.contacts {
        // A short contact in a long log is thinner than a pixel.
        if let (Some([from, _]), Some([to, _])) =
            (plot.place(contact.from_s, 0.0), plot.place(contact.until_s, 0.0))
        {
            let width = (to - from).max(2.0);
            svg.rect("contact", [from, area.top], width, area.bottom - area.top);
        }
    }
    plot.level(&mut svg, "limit", -moving);
    plot.level(&mut svg, "limit", *moving);
    let points = t_s.iter().copied().zip(residual.iter().copied());
    plot.line(&mut svg, "line residual", points);
    svg.finish(&label)
}
