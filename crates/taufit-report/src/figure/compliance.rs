//! Compliance of a frame: displacement for forces of one size in all directions of three planes.

use super::svg::{Svg, TextAnchor};
use crate::numbers::rounded;
use taufit::study::ComplianceRecord;

const PANEL: f64 = 210.0;
const RADIUS: f64 = 74.0;
/// Micrometres per kilonewton in a metre per newton.
pub(crate) const MICRONS_PER_KN: f64 = 1e9;

/// Axes of the paper, right and up.
const PLANES: [([usize; 2], [&str; 2]); 3] =
    [([0, 1], ["x", "y"]), ([0, 2], ["x", "z"]), ([1, 2], ["y", "z"])];

/// Ellipses `{C f: |f| = 1 kN}` of the three planes, to one scale.
pub(crate) fn draw_compliance(compliance: &ComplianceRecord) -> String {
    let label = format!("displacement of {} per force, in three planes", compliance.frame);
    let mut svg = Svg::new(3.0 * PANEL, PANEL + 24.0);
    let softest = compliance.principal_m_n[2].max(f64::MIN_POSITIVE);
    for (k, (axes, names)) in PLANES.into_iter().enumerate() {
        let centre = [(k as f64 + 0.5) * PANEL, 0.5 * PANEL];
        draw_cross(&mut svg, centre, names);
        let [[a, b], [_, d]] = axes.map(|i| axes.map(|j| compliance.matrix[i][j] / softest));
        let (mean, half) = (0.5 * (a + d), (0.5 * (a - d)).hypot(b));
        let angle_deg = -(0.5 * (2.0 * b).atan2(a - d)).to_degrees();
        let radii = [mean + half, (mean - half).max(0.0)].map(|r| r * RADIUS);
        svg.ellipse("body identified", centre, radii, angle_deg);
    }
    let words = format!(
        "circle: {} µm/kN, the softest direction of all",
        rounded(MICRONS_PER_KN * softest, 3)
    );
    svg.text("title", TextAnchor::Middle, [1.5 * PANEL, PANEL + 14.0], &words);
    svg.finish(&label)
}

fn draw_cross(svg: &mut Svg, [x, y]: [f64; 2], [right, up]: [&str; 2]) {
    let reach = RADIUS + 12.0;
    svg.line("grid", [x - reach, y], [x + reach, y]);
    svg.line("grid", [x, y - reach], [x, y + reach]);
    svg.circle("outline", [x, y], RADIUS);
    svg.text("tick", TextAnchor::Start, [x + reach + 3.0, y + 4.0], right);
    svg.text("tick", TextAnchor::Middle, [x, y - reach - 4.0], up);
}
