//! Correlations of parameters as a map.

use super::svg::{Svg, TextAnchor};

/// Side of a cell, and room for names on the left \[px\].
const CELL: f64 = 15.0;
const NAMES: f64 = 58.0;
/// Smallest correlations of the shades; weaker ones are not drawn.
const SHADES: [(f64, &str); 4] = [(0.95, "z5"), (0.8, "z4"), (0.6, "z3"), (0.3, "z2")];

/// Lower triangle of the correlations: row `i` holds those with the parameters before it.
pub(crate) fn draw_correlations(names: &[&str], correlations: &[Vec<f64>]) -> String {
    let n = names.len();
    let side = NAMES + CELL * n as f64 + 8.0;
    let mut svg = Svg::new(side, side - NAMES + 14.0);
    let place = |k: usize| NAMES + CELL * k as f64;
    for (i, name) in names.iter().enumerate() {
        let y = CELL * i as f64 + 4.0;
        svg.text("tick", TextAnchor::End, [NAMES - 5.0, y + 0.75 * CELL], name);
        svg.rect("own", [place(i), y], CELL - 1.0, CELL - 1.0);
        let row = correlations.get(i).map_or(&[][..], Vec::as_slice);
        for (j, r) in row.iter().enumerate().take(i) {
            let Some((_, shade)) = SHADES.iter().find(|(least, _)| r.abs() >= *least) else {
                continue;
            };
            let sign = if *r > 0.0 { "above" } else { "below" };
            svg.rect(&format!("cell {sign} {shade}"), [place(j), y], CELL - 1.0, CELL - 1.0);
        }
    }
    svg.finish("correlations of the errors of the base parameters")
}
