//! The numbers of a load with their intervals.

use crate::figure::{Interval, draw_interval};
use crate::numbers::with_sigma;
use serde::Serialize;
use taufit::study::{PayloadKnowledge, PayloadParameter};

/// A row of the table.
#[derive(Debug, Serialize)]
pub(super) struct ParameterRow {
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
pub(super) fn parameter_rows(parameters: &[PayloadParameter]) -> Vec<ParameterRow> {
    parameters.iter().map(row).collect()
}

fn row(parameter: &PayloadParameter) -> ParameterRow {
    let (name, unit, factor) = shown_as(&parameter.name);
    let [low, high] = parameter.interval.map(|x| factor * x);
    let (value, sigma) = with_sigma(factor * parameter.value, factor * parameter.sigma);
    let known = |x: f64| with_sigma(x, factor * parameter.sigma).0;
    let unconstrained = factor * parameter.unconstrained;
    let (class, badge) = match parameter.knowledge {
        PayloadKnowledge::Determined => ("determined", "determined".to_owned()),
        PayloadKnowledge::ConsistentWithZero => {
            let (half_width, _) = with_sigma(0.5 * (high - low), factor * parameter.sigma);
            ("prior", format!("consistent with zero (within ±{half_width})"))
        }
        PayloadKnowledge::Prior => ("prior", "held at the prior".to_owned()),
        PayloadKnowledge::NotSought => ("prior", "not sought: prior".to_owned()),
    };
    let interval = Interval {
        value: factor * parameter.value,
        ends: [low, high],
        nominal: unconstrained,
        feasible: parameter.difference.map(|x| factor * x),
    };
    ParameterRow {
        name,
        unit,
        value,
        sigma,
        interval: format!("{} … {}", known(low), known(high)),
        unconstrained: known(unconstrained),
        difference: parameter.difference.map_or_else(|| "–".to_owned(), |x| known(factor * x)),
        class,
        badge,
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
