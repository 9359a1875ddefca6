//! Forecast of the parameters, worst first.

use super::summary::{Sharpness, worst_first};
use crate::numbers::{percent, rounded};
use serde::Serialize;
use taufit::excite::Design;

/// One base parameter.
#[derive(Debug, Serialize)]
pub(super) struct ForecastRow {
    expression: String,
    unit: String,
    nominal: String,
    sigma: String,
    percent: String,
    words: &'static str,
    /// Class of the badge.
    class: &'static str,
}

/// All base parameters.
pub(super) fn forecast_rows(design: &Design) -> Vec<ForecastRow> {
    let row = |f: &taufit::excite::Forecast| {
        let sharpness = Sharpness::of(f);
        ForecastRow {
            expression: f.expression.clone(),
            unit: f.unit.clone(),
            nominal: rounded(f.nominal, 3),
            sigma: rounded(f.sigma, 2),
            percent: f.percent_sigma.map_or_else(|| "–".to_owned(), percent),
            words: sharpness.label(),
            class: match sharpness {
                Sharpness::Sharp => "determined",
                Sharpness::Rough => "grouped",
                Sharpness::Lost => "weak",
                Sharpness::Unrated => "prior",
            },
        }
    };
    worst_first(&design.forecast).into_iter().map(row).collect()
}
