//! One record of a joint: position, velocity and current, and the current that was fitted.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{MotorJoint, SampleRecord};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 360.0;
const FIT_HEIGHT: f64 = 240.0;

/// Position, velocity and current of a whole move, the part at constant velocity marked (Ulici et al.,
/// figure 2).
pub(crate) fn draw_record(joint: &MotorJoint, sample: &SampleRecord) -> String {
    let label = format!("position, velocity and current of {} over time", joint.name);
    let Some(time) = ValueRange::of(sample.t_s.iter().copied()) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let unit = &joint.position_unit;
    let panels = [
        (format!("position [{unit}]"), &sample.q, "line position"),
        (format!("velocity [{unit}/s]"), &sample.qd, "line velocity"),
        ("current [A]".to_owned(), &sample.current_a, "line current"),
    ];
    let mut svg = Svg::new(WIDTH, HEIGHT);
    for (k, (title, values, class)) in panels.iter().enumerate() {
        let Some(span) = ValueRange::of(values.iter().copied()) else { continue };
        let x = Axis::linear(time, if k == 2 { "time [s]" } else { "" });
        let plot = Plot::new(&mut svg, panel(k), x, Axis::linear(span.padded(), title));
        if let Some((from, to)) = plateau(sample) {
            plot.band(&mut svg, "plateau", from, to);
        }
        let line = sample.t_s.iter().copied().zip(values.iter().copied());
        plot.line(&mut svg, class, line);
    }
    svg.finish(&label)
}

/// Measured and fitted current at constant velocity (Ulici et al., figure 4).
pub(crate) fn draw_current_fit(joint: &MotorJoint, sample: &SampleRecord) -> String {
    let label = format!("measured and fitted current of {} over time", joint.name);
    let inside = sample.first_fitted..sample.first_fitted + sample.fitted_a.len();
    let (t_s, measured) =
        (sample.t_s.get(inside.clone()), sample.current_a.get(inside).unwrap_or_default());
    let t_s = t_s.unwrap_or_default();
    let all = measured.iter().chain(&sample.fitted_a).copied();
    let (Some(time), Some(span)) = (ValueRange::of(t_s.iter().copied()), ValueRange::of(all))
    else {
        return nothing(WIDTH, FIT_HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, FIT_HEIGHT);
    let (x, y) = (Axis::linear(time, "time [s]"), Axis::linear(span.padded(), "current [A]"));
    let plot = Plot::new(&mut svg, Area::inside(WIDTH, FIT_HEIGHT), x, y);
    plot.line(&mut svg, "line measured", t_s.iter().copied().zip(measured.iter().copied()));
    let fitted = t_s.iter().copied().zip(sample.fitted_a.iter().copied());
    plot.line(&mut svg, "line predicted thick", fitted);
    svg.finish(&label)
}

/// Begin and end of the part at constant velocity.
fn plateau(sample: &SampleRecord) -> Option<(f64, f64)> {
    let last = (sample.first_fitted + sample.fitted_a.len()).checked_sub(1)?;
    Some((*sample.t_s.get(sample.first_fitted)?, *sample.t_s.get(last)?))
}

/// One of three frames above each other.
fn panel(k: usize) -> Area {
    let whole = Area::inside(WIDTH, HEIGHT);
    let height = (whole.bottom - whole.top) / 3.0;
    let top = whole.top + k as f64 * height;
    Area { top: top + 4.0, bottom: top + height - 4.0, ..whole }
}
