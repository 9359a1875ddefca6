//! The momentum residual of a joint over time, between its thresholds.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::DetectedContact;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 170.0;

/// Content of the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResidualPanel<'a> {
    pub(crate) joint: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) t_s: &'a [f64],
    pub(crate) residual: &'a [f64],
    /// Threshold in force at every time.
    pub(crate) threshold: &'a [f64],
    pub(crate) contacts: &'a [DetectedContact],
}

/// The residual between its thresholds, and the contacts as bands.
pub(crate) fn draw_residual_trace(panel: &ResidualPanel<'_>) -> String {
    let ResidualPanel { joint, unit, t_s, residual, threshold, .. } = *panel;
    let label = format!("residual of {joint} over time, with its thresholds");
    let both = |sign: f64| threshold.iter().map(move |x| sign * x);
    let values = residual.iter().copied().chain(both(-1.0)).chain(both(1.0));
    let (Some(time), Some(span)) = (ValueRange::of(t_s.iter().copied()), ValueRange::of(values))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let area = Area::inside(WIDTH, HEIGHT);
    let title = format!("residual [{unit}]");
    let (x, y) = (Axis::linear(time, "time [s]"), Axis::linear(span.padded(), &title));
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
    for sign in [-1.0, 1.0] {
        plot.line(&mut svg, "limit", t_s.iter().copied().zip(both(sign)));
    }
    plot.line(&mut svg, "line residual", t_s.iter().copied().zip(residual.iter().copied()));
    svg.finish(&label)
}
