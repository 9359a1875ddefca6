//! A parameter of one robot over time, with the change that explains it.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{FleetChange, FleetDrift};

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 220.0;
const DAY_S: f64 = 86_400.0;
/// Standard deviations of a bar on either side.
const BAR: f64 = 1.96;

/// Estimates of the logs with 95 % bars, and the step or line, over days since the first log.
pub(crate) fn draw_drift(drift: &FleetDrift) -> String {
    let label = format!("{} of {} over time", drift.parameter, drift.robot);
    let first = drift.t_s.first().copied().unwrap_or(0.0);
    let days: Vec<f64> = drift.t_s.iter().map(|t| (t - first) / DAY_S).collect();
    let ends = drift.values.iter().zip(&drift.sigma).flat_map(|(v, s)| [v - BAR * s, v + BAR * s]);
    let (Some(time), Some(values)) = (ValueRange::of(days.iter().copied()), ValueRange::of(ends))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let axes = (
        Axis::linear(time.padded(), "days since the first log"),
        Axis::linear(values.padded(), &drift.parameter),
    );
    let plot = Plot::new(&mut svg, Area::inside(WIDTH, HEIGHT), axes.0, axes.1);
    for (day, (value, sigma)) in days.iter().zip(drift.values.iter().zip(&drift.sigma)) {
        let bar = [(*day, value - BAR * sigma), (*day, value + BAR * sigma)];
        plot.line(&mut svg, "axis", bar.into_iter());
    }
    plot.line(&mut svg, "line predicted", change(drift, &days).into_iter());
    plot.dots(&mut svg, "cloud up", days.iter().copied().zip(drift.values.iter().copied()));
    svg.finish(&label)
}

/// Corners of the change.
fn change(drift: &FleetDrift, days: &[f64]) -> Vec<(f64, f64)> {
    let (first, last) = (days.first().copied().unwrap_or(0.0), days.last().copied().unwrap_or(0.0));
    let start = drift.t_s.first().copied().unwrap_or(0.0);
    match drift.change {
        FleetChange::Step { at_s, before, after } => {
            let at = (at_s - start) / DAY_S;
            vec![(first, before), (at, before), (at, after), (last, after)]
        }
        FleetChange::Slope { per_week, .. } => {
            let weights: Vec<f64> = drift.sigma.iter().map(|s| s.powi(-2)).collect();
            let mean = |x: &[f64]| {
                x.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>()
                    / weights.iter().sum::<f64>()
            };
            let (t, y, slope) = (mean(days), mean(&drift.values), per_week / 7.0);
            vec![(first, y + slope * (first - t)), (last, y + slope * (last - t))]
        }
    }
}
