//! The numbers of a load with their intervals.

use crate::figure::{Interval, draw_interval};
use crate::numbers::with_sigma;
use crate::section::Badge;
use serde::Serialize;
use taufit::study::{Identifiability, PayloadParameter};

/// A row of the table.
#[derive(Debug, Serialize)]
pub(super) struct PayloadRow {
    name: &'static str,
    unit: &'static str,
    value: String,
    sigma: String,
    interval: String,
    unconstrained: String,
    difference: String,
    /// Class of the badge.
    class: &'static str,
    badge: String,
    figure: String,
}

/// Lengths in millimetres, inertias in g m².
pub(super) fn parameter_rows(parameters: &[PayloadParameter]) -> Vec<PayloadRow> {
    parameters.iter().map(row).collect()
}

fn row(payload: &PayloadParameter) -> PayloadRow {
    let PayloadParameter { parameter, unconstrained, difference } = payload;
    let (name, unit, factor) = shown_as(&parameter.name);
    let shown_sigma = factor * parameter.sigma_or_infinity();
    let known = |x: f64| with_sigma(factor * x, shown_sigma).0;
    let [low, high] = parameter.interval.unwrap_or([parameter.value; 2]);
    let badge = Badge::new(parameter.identifiability);
    let word = match parameter.identifiability {
        Identifiability::ConsistentWithZero => {
            format!("{} (within ±{})", badge.word, known(0.5 * (high - low)))
        }
        Identifiability::Undetermined => "held at the prior".to_owned(),
        Identifiability::NotEstimated => "not sought: prior".to_owned(),
        _ => badge.word,
    };
    let interval = Interval {
        value: factor * parameter.value,
        ends: [low, high].map(|x| factor * x),
        nominal: Some(factor * unconstrained),
        feasible: difference.map(|x| factor * x),
    };
    PayloadRow {
        name,
        unit,
        value: known(parameter.value),
        sigma: with_sigma(factor * parameter.value, shown_sigma).1,
        interval: format!("{} … {}", known(low), known(high)),
        unconstrained: known(*unconstrained),
        difference: difference.map_or_else(|| "–".to_owned(), known),
        class: badge.class,
        badge: word,
        figure: draw_interval(&interval, &format!("{name} with its interval")),
    }
}

/// Words, unit and factor to that unit.
fn shown_as(name: &str) -> (&'static str, &'static str, f64) {
    match name {
        "m" => ("mass", "kg", 1.0),
        "cx" => ("centre x", "mm", 1e3),
        "cy" => ("centre y", "mm", 1e3),
        "cz" => ("centre z", "mm", 1e3),
        "Ixx" => ("moment xx", "g m²", 1e3),
        "Iyy" => ("moment yy", "g m²", 1e3),
        "Izz" => ("moment zz", "g m²", 1e3),
        "Ixy" => ("product xy", "g m²", 1e3),
        "Ixz" => ("product xz", "g m²", 1e3),
        _ => ("product yz", "g m²", 1e3),
    }
}
