//! Shape of a residual: autocorrelation, and quantiles beside those of a normal distribution.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::JointRecord;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;

/// Autocorrelation of a joint's residual over the lag, between the bounds of white noise.
pub(crate) fn draw_autocorrelation(joint: &JointRecord) -> String {
    let label = format!("autocorrelation of the residual of {}", joint.name);
    let found = joint.residual.autocorrelation.as_ref().filter(|found| found.values.len() > 1);
    let Some(found) = found else { return nothing(WIDTH, HEIGHT, &label) };
    let points = || found.values.iter().enumerate().map(|(k, r)| (k as f64 * found.step_s, *r));
    let spans = (ValueRange::of(points().map(|p| p.0)), ValueRange::of(points().map(|p| p.1)));
    let (Some(lags), Some(values)) = spans else { return nothing(WIDTH, HEIGHT, &label) };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let values = ValueRange { from: values.from.min(-0.1), to: 1.05 };
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(lags, "lag [s]"),
        Axis::linear(values, "autocorrelation"),
    );
    plot.level(&mut svg, "axis", 0.0);
    for bound in [-found.bound, found.bound] {
        plot.level(&mut svg, "limit", bound);
    }
    plot.line(&mut svg, "line residual", points());
    svg.finish(&label)
}

/// Quantiles of a joint's residual over those of the standard normal distribution; the line is a normal residual of
/// the same quartiles.
pub(crate) fn draw_normal_quantiles(joint: &JointRecord) -> String {
    let label = format!("quantiles of the residual of {} and of a normal distribution", joint.name);
    let found = joint.residual.quantiles.as_ref().filter(|found| found.normal.len() > 1);
    let Some(found) = found else { return nothing(WIDTH, HEIGHT, &label) };
    let points = || found.normal.iter().copied().zip(found.residual.iter().copied());
    let spans = (ValueRange::of(points().map(|p| p.0)), ValueRange::of(points().map(|p| p.1)));
    let (Some(normal), Some(residual)) = spans else { return nothing(WIDTH, HEIGHT, &label) };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let title = format!("residual [{}]", joint.effort_unit);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(normal.padded(), "standard normal quantile"),
        Axis::linear(residual.padded(), &title),
    );
    if let Some(line) = through_quartiles(&found.normal, &found.residual) {
        plot.line(&mut svg, "limit", line.into_iter());
    }
    plot.dots(&mut svg, "cloud quantile", points());
    svg.finish(&label)
}

/// Quartile of the standard normal distribution.
const QUARTILE: f64 = 0.674_489_75;

/// Two points of the line through the quartiles, at the ends of the data.
fn through_quartiles(normal: &[f64], residual: &[f64]) -> Option<[(f64, f64); 2]> {
    let at = |z: f64| {
        let above = normal.iter().position(|x| *x >= z).filter(|k| *k > 0)?;
        let (a, b) = (normal[above - 1], normal[above]);
        Some(residual[above - 1] + (z - a) / (b - a) * (residual[above] - residual[above - 1]))
    };
    let (low, high) = (at(-QUARTILE)?, at(QUARTILE)?);
    let (middle, slope) = (0.5 * (low + high), (high - low) / (2.0 * QUARTILE));
    let ends = [*normal.first()?, *normal.last()?];
    Some(ends.map(|z| (z, middle + slope * z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_residuals_lie_on_their_line() {
        let normal: Vec<f64> = (-20..=20).map(|k| 0.1 * f64::from(k)).collect();
        let residual: Vec<f64> = normal.iter().map(|z| 0.3 + 2.0 * z).collect();
        let [(from, low), (to, high)] = through_quartiles(&normal, &residual).unwrap();
        assert_eq!((from, to), (-2.0, 2.0));
        assert!((low - (0.3 - 4.0)).abs() < 1e-9 && (high - (0.3 + 4.0)).abs() < 1e-9);
        assert_eq!(through_quartiles(&normal[20..], &residual[20..]), None);
    }
}
