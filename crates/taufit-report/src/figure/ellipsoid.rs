//! Bodies as ellipsoids.
//!
//! Every body is drawn as the solid ellipsoid of even density with the same mass, centre and tensor:
//! half axes `a_k = √(5/(2m) (I_i + I_j − I_k))`. Seen from far away, an ellipsoid
//! `{x: xᵀC⁻¹x ≤ 1}` has the outline `{u: uᵀ(PCPᵀ)⁻¹u ≤ 1}`, with the rows of `P` the axes of the paper.

use super::scale::ValueRange;
use super::svg::{Svg, TextAnchor};
use crate::numbers::number;
use taufit::study::{LinkRecord, LinkValues};

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 230.0;
const MARGIN: f64 = 30.0;

/// The paper's axes in the link frame: the eye stands 35° off the x axis and 25° above.
const RIGHT: [f64; 3] = [-0.573_576, 0.819_152, 0.0];
const UP: [f64; 3] = [-0.346_189, -0.242_404, 0.906_308];

/// A link's nominal and identified body in its frame.
pub(crate) fn draw_bodies(link: &LinkRecord) -> String {
    let label = format!("inertia ellipsoids of {} before and after", link.name);
    draw(&[("nominal", &link.nominal), ("identified", &link.identified)], &label)
}

/// A body alone, in its frame.
pub(crate) fn draw_body(body: &LinkValues, label: &str) -> String {
    draw(&[("identified", body)], label)
}

fn draw(bodies: &[(&str, &LinkValues)], label: &str) -> String {
    let outlines: Vec<(&str, Outline)> =
        bodies.iter().filter_map(|(class, body)| Some((*class, Outline::of(body)?))).collect();
    let view = Viewport::around(outlines.iter().map(|(_, outline)| outline));
    let mut svg = Svg::new(WIDTH, HEIGHT);
    draw_frame(&mut svg, &view);
    for (class, outline) in &outlines {
        draw_outline(&mut svg, &view, class, outline);
    }
    draw_scale_bar(&mut svg, &view);
    svg.finish(label)
}

/// A body on paper, in metres.
#[derive(Clone, Copy, Debug)]
struct Outline {
    centre: [f64; 2],
    radii: [f64; 2],
    /// Half its width and height.
    half: [f64; 2],
    /// Of the first radius, from the paper's right towards its top \[rad\].
    angle_rad: f64,
    /// Ends of the principal half axes, from the centre.
    axes: [[f64; 2]; 3],
}

/// Half axes of a body's ellipsoid as vectors in its frame \[m\]; `None` without mass or with numbers that are
/// none. Squares of half axes below zero, which no body has, count as zero.
pub(crate) fn half_axes(body: &LinkValues) -> Option<[[f64; 3]; 3]> {
    let moments = body.principal_moments_kg_m2;
    let sum: f64 = moments.iter().sum();
    let squared = moments.map(|moment| (2.5 / body.mass_kg * (sum - 2.0 * moment)).max(0.0));
    let axes: [[f64; 3]; 3] =
        std::array::from_fn(|k| body.principal_axes[k].map(|x| x * squared[k].sqrt()));
    let numbers = axes.as_flattened().iter().chain(&body.com_m).chain([&sum]);
    (body.mass_kg > 0.0 && numbers.copied().all(f64::is_finite)).then_some(axes)
}

impl Outline {
    /// `None` for what is no body.
    fn of(body: &LinkValues) -> Option<Self> {
        let axes = half_axes(body)?.map(on_paper);
        // PCPᵀ is the sum of the outer products of the projected half axes.
        let entry = |i: usize, j: usize| axes.iter().map(|a| a[i] * a[j]).sum::<f64>();
        let (xx, xy, yy) = (entry(0, 0), entry(0, 1), entry(1, 1));
        let (mean, spread) = (0.5 * (xx + yy), (0.5 * (xx - yy)).hypot(xy));
        Some(Self {
            centre: on_paper(body.com_m),
            radii: [(mean + spread).sqrt(), (mean - spread).max(0.0).sqrt()],
            half: [xx.sqrt(), yy.sqrt()],
            angle_rad: 0.5 * (2.0 * xy).atan2(xx - yy),
            axes,
        })
    }
}

/// Parallel projection.
fn on_paper(point: [f64; 3]) -> [f64; 2] {
    let along = |axis: [f64; 3]| axis.iter().zip(&point).map(|(a, p)| a * p).sum();
    [along(RIGHT), along(UP)]
}

/// Which part of the paper is shown, and how large.
#[derive(Clone, Copy, Debug)]
struct Viewport {
    centre: [f64; 2],
    px_per_m: f64,
}

impl Viewport {
    /// The link's origin and all bodies.
    fn around<'a>(outlines: impl Iterator<Item = &'a Outline> + Clone) -> Self {
        const SMALLEST_M: f64 = 0.02;
        let span = |i: usize| {
            let edges =
                outlines.clone().flat_map(|o| [o.centre[i] - o.half[i], o.centre[i] + o.half[i]]);
            ValueRange::of(edges.chain([0.0])).unwrap_or(ValueRange { from: 0.0, to: 0.0 })
        };
        let (x, y) = (span(0), span(1));
        let fit = |span: ValueRange, room: f64| {
            (room - 2.0 * MARGIN) / (span.to - span.from).max(SMALLEST_M)
        };
        Self {
            centre: [0.5 * (x.from + x.to), 0.5 * (y.from + y.to)],
            px_per_m: fit(x, WIDTH).min(fit(y, HEIGHT)),
        }
    }

    fn px(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            0.5 * WIDTH + (x - self.centre[0]) * self.px_per_m,
            0.5 * HEIGHT - (y - self.centre[1]) * self.px_per_m,
        ]
    }
}

/// The axes of the link frame.
fn draw_frame(svg: &mut Svg, view: &Viewport) {
    const LENGTH_PX: f64 = 26.0;
    let length_m = LENGTH_PX / view.px_per_m;
    let origin = view.px([0.0, 0.0]);
    for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
        let mut tip = [0.0; 3];
        tip[k] = length_m;
        let [x, y] = view.px(on_paper(tip));
        svg.line("frame", origin, [x, y]);
        let name_at =
            [origin[0] + 1.35 * (x - origin[0]), origin[1] + 1.35 * (y - origin[1]) + 4.0];
        svg.text("tick", TextAnchor::Middle, name_at, name);
    }
}

fn draw_outline(svg: &mut Svg, view: &Viewport, class: &str, outline: &Outline) {
    let centre = view.px(outline.centre);
    let radii = outline.radii.map(|r| r * view.px_per_m);
    // The paper's y points up, the drawing's down.
    svg.ellipse(&format!("body {class}"), centre, radii, -outline.angle_rad.to_degrees());
    for [x, y] in outline.axes {
        let [cx, cy] = outline.centre;
        svg.line(
            &format!("principal {class}"),
            view.px([cx - x, cy - y]),
            view.px([cx + x, cy + y]),
        );
    }
    svg.circle(&format!("centre {class}"), centre, 3.0);
}

/// A length of 1, 2 or 5 units, in the lower left corner.
fn draw_scale_bar(svg: &mut Svg, view: &Viewport) {
    let power = 10f64.powf((60.0 / view.px_per_m).log10().floor());
    let fits = |factor: &&f64| *factor * power * view.px_per_m <= 90.0;
    let length_m = power * [5.0, 2.0, 1.0].iter().find(fits).unwrap_or(&1.0);
    let (left, y) = (8.0, HEIGHT - 8.0);
    let right = left + length_m * view.px_per_m;
    svg.line("axis", [left, y], [right, y]);
    let label = format!("{} mm", number(1e3 * length_m));
    svg.text("tick", TextAnchor::Start, [left, y - 5.0], &label);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(moments: [f64; 3]) -> LinkValues {
        LinkValues {
            mass_kg: 5.0,
            com_m: [0.1, 0.0, 0.0],
            inertia_kg_m2: [moments[0], 0.0, 0.0, moments[1], 0.0, moments[2]],
            principal_moments_kg_m2: moments,
            principal_axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        }
    }

    /// A solid ball has `I = 2/5 m r²`, from whatever side it is seen.
    #[test]
    fn a_ball_is_drawn_as_a_circle_of_its_radius() {
        let radius: f64 = 0.3;
        let moment = 0.4 * 5.0 * radius.powi(2);
        let outline = Outline::of(&body([moment; 3])).unwrap();
        for r in outline.radii {
            assert!((r - radius).abs() < 1e-5, "{r}");
        }
    }

    #[test]
    fn what_is_no_body_does_not_break_the_drawing() {
        assert!(Outline::of(&LinkValues { mass_kg: 0.0, ..body([0.1; 3]) }).is_none());
        assert!(Outline::of(&body([f64::NAN, 0.1, 0.1])).is_none());
        let impossible = Outline::of(&body([0.1, 0.1, 5.0])).unwrap();
        assert!(impossible.radii.iter().all(|r| r.is_finite()));
    }
}
