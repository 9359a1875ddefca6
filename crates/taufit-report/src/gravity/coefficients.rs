//! Coefficients with their uncertainty.

use crate::figure::{Interval, draw_interval};
use crate::numbers::{number, with_sigma_if_fixed};
use serde::Serialize;
use taufit::study::{GravityCoefficient, GravityStudy};

/// One coefficient.
#[derive(Debug, Serialize)]
pub(super) struct CoefficientRow {
    name: String,
    expression: String,
    unit: String,
    value: String,
    sigma: String,
    nominal: String,
    figure: String,
}

pub(super) fn coefficient_rows(study: &GravityStudy) -> Vec<CoefficientRow> {
    study.found.coefficients.iter().map(row).collect()
}

fn row(c: &GravityCoefficient) -> CoefficientRow {
    /// Of the normal distribution, for 95 %.
    const WIDE: f64 = 1.96;
    let (value, sigma) = with_sigma_if_fixed(c.value, c.sigma);
    let half = WIDE * c.sigma.unwrap_or(0.0);
    let interval = Interval {
        value: c.value,
        ends: [c.value - half, c.value + half],
        nominal: c.nominal,
        feasible: None,
    };
    CoefficientRow {
        name: c.name.clone(),
        expression: c.expression.clone(),
        unit: c.unit.clone(),
        value,
        sigma,
        nominal: number(c.nominal),
        figure: draw_interval(&interval, &format!("{} with its interval", c.name)),
    }
}
