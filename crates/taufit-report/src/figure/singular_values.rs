//! Singular values of the observation matrix.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::Conditioning;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 250.0;

/// The singular values as shares of the largest, the determined ones apart from the others.
pub(crate) fn draw_singular_values(conditioning: &Conditioning) -> String {
    let label = "singular values of the observation matrix, descending";
    let values = &conditioning.singular_values;
    let largest = values.first().copied().unwrap_or(f64::NAN);
    let shares: Vec<f64> = values.iter().map(|s| s / largest).collect();
    let Some(span) = ValueRange::of(shares.iter().copied().filter(|s| *s > 0.0)) else {
        return nothing(WIDTH, HEIGHT, label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(ValueRange { from: 0.0, to: shares.len() as f64 + 1.0 }, "number"),
        Axis::decades(span, "share of the largest"),
    );
    for (k, share) in shares.iter().enumerate() {
        let class = if k < conditioning.rank { "known" } else { "unknown" };
        // What is zero has no place on a logarithmic axis: it lies on the lower edge.
        let place =
            plot.place(k as f64 + 1.0, *share).or_else(|| plot.place(k as f64 + 1.0, span.from));
        if let Some([x, y]) = place {
            svg.line(&format!("stem {class}"), [x, plot.area.bottom], [x, y]);
            svg.circle(&format!("dot {class}"), [x, y], 3.2);
        }
    }
    svg.finish(label)
}
