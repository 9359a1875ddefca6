//! An elastic joint: positions of both sides and their difference over time, and load over deflection.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::SpringCurve;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
const SQUARE_WIDTH: f64 = 420.0;
const SQUARE_HEIGHT: f64 = 320.0;

/// Units of a joint's quantities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringUnits {
    /// Unit of positions.
    pub(crate) position: &'static str,
    /// Unit of deflections, and how many make one of SI.
    pub(crate) deflection: (&'static str, f64),
    /// Unit of loads.
    pub(crate) load: &'static str,
}

/// Motor and link above, deflection below.
pub(crate) fn draw_spring_motion(curve: &SpringCurve, units: SpringUnits) -> String {
    let label = format!("positions of motor and link of {} and their difference", curve.joint);
    let sides = curve.q.iter().chain(&curve.q_motor).copied();
    let deflection: Vec<f64> = curve.deflection.iter().map(|d| d * units.deflection.1).collect();
    let spans = (
        ValueRange::of(curve.t_s.iter().copied()),
        ValueRange::of(sides),
        ValueRange::of(deflection.iter().copied()),
    );
    let (Some(time), Some(position), Some(difference)) = spans else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let whole = Area::inside(WIDTH, HEIGHT);
    let border = 0.5 * (whole.top + whole.bottom);
    let (upper, lower) =
        (Area { bottom: border - 8.0, ..whole }, Area { top: border + 8.0, ..whole });
    let over_time = |values: &[f64]| {
        curve.t_s.iter().copied().zip(values.to_vec()).collect::<Vec<(f64, f64)>>()
    };
    let title = format!("position [{}]", units.position);
    let axes = (Axis::linear(time, ""), Axis::linear(position.padded(), &title));
    let plot = Plot::new(&mut svg, upper, axes.0, axes.1);
    plot.line(&mut svg, "line measured", over_time(&curve.q_motor).into_iter());
    plot.line(&mut svg, "line predicted", over_time(&curve.q).into_iter());
    let title = format!("deflection [{}]", units.deflection.0);
    let axes = (Axis::linear(time, "time [s]"), Axis::linear(difference.padded(), &title));
    let plot = Plot::new(&mut svg, lower, axes.0, axes.1);
    plot.level(&mut svg, "axis", 0.0);
    plot.line(&mut svg, "line residual", over_time(&deflection).into_iter());
    svg.finish(&label)
}

/// Load of the spring over deflection, with the line of the stiffness if there is one.
pub(crate) fn draw_spring_load(
    curve: &SpringCurve,
    stiffness: Option<f64>,
    units: SpringUnits,
) -> String {
    let label = format!("load of the spring of {} over its deflection", curve.joint);
    let deflection: Vec<f64> = curve.deflection.iter().map(|d| d * units.deflection.1).collect();
    let spans =
        (ValueRange::of(deflection.iter().copied()), ValueRange::of(curve.load.iter().copied()));
    let (Some(across), Some(load)) = spans else {
        return nothing(SQUARE_WIDTH, SQUARE_HEIGHT, &label);
    };
    let (across, load) = (across.padded(), load.padded());
    let mut svg = Svg::new(SQUARE_WIDTH, SQUARE_HEIGHT);
    let (x_title, y_title) =
        (format!("deflection [{}]", units.deflection.0), format!("load [{}]", units.load));
    let area = Area::inside(SQUARE_WIDTH, SQUARE_HEIGHT);
    let plot =
        Plot::new(&mut svg, area, Axis::linear(across, &x_title), Axis::linear(load, &y_title));
    plot.dots(&mut svg, "cloud", deflection.iter().copied().zip(curve.load.iter().copied()));
    if let Some(stiffness) = stiffness {
        let slope = stiffness / units.deflection.1;
        // Only what lies inside the frame is drawn.
        let ends = [load.from / slope, load.to / slope].map(|x| x.clamp(across.from, across.to));
        plot.line(&mut svg, "line predicted thick", ends.into_iter().map(|x| (x, slope * x)));
    }
    svg.finish(&label)
}
