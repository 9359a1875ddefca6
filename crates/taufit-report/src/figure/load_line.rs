//! Torque over motor angle of a clamped axis: both branches and the line.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{LineFit, LoadPoints};

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 260.0;

/// Content of the drawing.
#[derive(Debug)]
pub(crate) struct LoadLine<'a> {
    /// For those who do not see it.
    pub(crate) label: String,
    pub(crate) points: &'a LoadPoints,
    pub(crate) fit: Option<&'a LineFit>,
    pub(crate) x_title: String,
    pub(crate) y_title: String,
    /// Which record; others have other offsets.
    pub(crate) clamp: usize,
    /// Where the angle counts from, and what it is multiplied by.
    pub(crate) q0: f64,
    pub(crate) q_scale: f64,
    pub(crate) tau_scale: f64,
}

/// The rows of one record, coloured by branch, and the line with its friction band.
pub(crate) fn draw_load_line(load: &LoadLine<'_>) -> String {
    let LoadLine { points, q0, q_scale, tau_scale, .. } = load;
    let rows = (0..points.q.len()).filter(|&k| points.clamp[k] == load.clamp);
    let at = |k: usize| (q_scale * (points.q[k] - q0), tau_scale * points.tau[k]);
    let rows: Vec<(i8, (f64, f64))> = rows.map(|k| (points.branch[k], at(k))).collect();
    let Some(angles) = ValueRange::of(rows.iter().map(|row| row.1.0)) else {
        return nothing(WIDTH, HEIGHT, &load.label);
    };
    let lines = lines(load, angles);
    let drawn = rows.iter().map(|row| row.1).chain(lines.iter().flat_map(|(_, ends)| *ends));
    let Some(torques) = ValueRange::of(drawn.map(|(_, tau)| tau)) else {
        return nothing(WIDTH, HEIGHT, &load.label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(angles.padded(), &load.x_title),
        Axis::linear(torques.padded(), &load.y_title),
    );
    for (class, branch) in [("cloud between", 0), ("cloud rising", 1), ("cloud falling", -1)] {
        let on_branch = rows.iter().filter(|row| row.0 == branch).map(|row| row.1);
        plot.dots(&mut svg, class, on_branch);
    }
    for (class, ends) in lines {
        plot.line(&mut svg, class, ends.into_iter());
    }
    svg.finish(&load.label)
}

/// The line, and those one friction above and below it: class and both ends.
fn lines(load: &LoadLine<'_>, angles: ValueRange) -> Vec<(&'static str, [(f64, f64); 2])> {
    let offset = |fit: &LineFit| fit.offsets.iter().find(|o| o.clamp == load.clamp).copied();
    let Some((fit, offset)) = load.fit.and_then(|fit| Some((fit, offset(fit)?))) else {
        return Vec::new();
    };
    let line = |class, shift: f64| {
        let tau = |x: f64| fit.stiffness * (x / load.q_scale + load.q0) + offset.value + shift;
        (class, [angles.from, angles.to].map(|x| (x, load.tau_scale * tau(x))))
    };
    let band = fit.friction.into_iter().flat_map(|f| [f, -f]);
    let band = band.map(|shift| line("line band", shift));
    band.chain([line("line predicted", 0.0)]).collect()
}
