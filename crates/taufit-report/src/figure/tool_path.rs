//! The path of the tool, projected; and how near things come over time.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::spatial::Vec3;

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 300.0;
const NAMES: [&str; 3] = ["x [m]", "y [m]", "z [m]"];

/// Frame of a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathFrame {
    /// Corners of the box that the tool must not leave \[m\].
    pub(crate) tool_box_m: Option<[[f64; 3]; 2]>,
    /// Height of the floor \[m\].
    pub(crate) floor_m: Option<f64>,
}

/// The path along two axes (0 is x, 1 is y, 2 is z), both to the same scale; a dot where it starts.
pub(crate) fn draw_path(
    tool_m: &[Vec3],
    (across, up): (usize, usize),
    frame: &PathFrame,
) -> String {
    let label = format!("path of the tool, {} over {}", NAMES[up], NAMES[across]);
    let along = |k: usize| tool_m.iter().map(move |p| <[f64; 3]>::from(*p)[k]);
    let corners = |k: usize| frame.tool_box_m.into_iter().flatten().map(move |c| c[k]);
    let floor = frame.floor_m.filter(|_| up == 2);
    let (Some(x), Some(y)) = (
        ValueRange::of(along(across).chain(corners(across))),
        ValueRange::of(along(up).chain(corners(up)).chain(floor)),
    ) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let area = Area::inside(WIDTH, HEIGHT);
    let [x, y] = alike(x.padded(), y.padded(), (area.right - area.left) / (area.bottom - area.top));
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot =
        Plot::new(&mut svg, area, Axis::linear(x, NAMES[across]), Axis::linear(y, NAMES[up]));
    if let Some([a, b]) = frame.tool_box_m {
        let (left, right, low, high) = (a[across], b[across], a[up], b[up]);
        let corners = [(left, low), (right, low), (right, high), (left, high), (left, low)];
        plot.line(&mut svg, "bound", corners.into_iter());
    }
    floor.into_iter().for_each(|z| plot.level(&mut svg, "axis", z));
    plot.line(&mut svg, "line predicted", along(across).zip(along(up)));
    if let Some([x, y]) = along(across).zip(along(up)).next().and_then(|(x, y)| plot.place(x, y)) {
        svg.circle("dot", [x, y], 3.5);
    }
    svg.finish(&label)
}

/// Both spans widened about their middles, so that a metre is as long across as it is up.
fn alike(x: ValueRange, y: ValueRange, aspect: f64) -> [ValueRange; 2] {
    let length = ((x.to - x.from) / aspect).max(y.to - y.from);
    let about = |span: ValueRange, length: f64| {
        let middle = 0.5 * (span.from + span.to);
        ValueRange { from: middle - 0.5 * length, to: middle + 0.5 * length }
    };
    [about(x, length * aspect), about(y, length)]
}

/// The smallest distance between any two bodies over time.
pub(crate) fn draw_clearance(clearance: &[(f64, f64)]) -> String {
    const WIDE: f64 = 1000.0;
    const LOW: f64 = 160.0;
    let label = "smallest distance between two bodies over time";
    let time = ValueRange::of(clearance.iter().map(|(t_s, _)| *t_s));
    let distance = ValueRange::of(clearance.iter().map(|(_, d)| *d).chain([0.0]));
    let (Some(time), Some(distance)) = (time, distance) else { return nothing(WIDE, LOW, label) };
    let mut svg = Svg::new(WIDE, LOW);
    let (x, y) = (Axis::linear(time, "time [s]"), Axis::linear(distance.padded(), "distance [m]"));
    let plot = Plot::new(&mut svg, Area::inside(WIDE, LOW), x, y);
    plot.level(&mut svg, "bound", 0.0);
    plot.line(&mut svg, "line predicted", clearance.iter().copied());
    svg.finish(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metre_is_as_long_across_as_it_is_up() {
        let [x, y] =
            alike(ValueRange { from: 0.0, to: 1.0 }, ValueRange { from: 2.0, to: 3.5 }, 1.2);
        assert!(((x.to - x.from) / (y.to - y.from) - 1.2).abs() < 1e-12);
        assert!(x.from <= 0.0 && x.to >= 1.0 && y.from <= 2.0 && y.to >= 3.5);
    }
}
