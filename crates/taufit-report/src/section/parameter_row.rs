//! A parameter in a table, whatever the method.

use crate::figure::{Interval, draw_interval};
use crate::numbers::{number, percent, with_sigma};
use serde::Serialize;
use taufit::study::{Identifiability, ParameterRecord};

/// A row.
#[derive(Debug, Serialize)]
pub(crate) struct ParameterRow {
    name: String,
    expression: String,
    long_name: String,
    unit: String,
    nominal: String,
    value: String,
    sigma: String,
    percent_sigma: String,
    feasible: String,
    figure: String,
    badge: Badge,
}

/// Identifiability as class of the style sheet and word.
#[derive(Debug, Serialize)]
pub(crate) struct Badge {
    pub(crate) class: &'static str,
    pub(crate) word: String,
}

impl ParameterRow {
    pub(crate) fn new(p: &ParameterRecord) -> Self {
        let optional = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), number);
        let (value, sigma) = match p.sigma {
            Some(sigma) => with_sigma(p.value, sigma),
            None if p.identifiability == Identifiability::Undetermined => {
                (number(p.value), "not fixed".to_owned())
            }
            None => (number(p.value), String::new()),
        };
        let known = p.interval.map_or_else(String::new, |[low, high]| {
            format!(", 95 % interval {} to {}", number(low), number(high))
        });
        let label = format!("{} {value}{known}, nominal {}", p.name, optional(p.nominal));
        Self {
            name: p.name.clone(),
            expression: p.expression().to_owned(),
            long_name: p.long_name.clone(),
            unit: p.unit.clone(),
            nominal: optional(p.nominal),
            value,
            sigma,
            percent_sigma: percent(p.percent_sigma().unwrap_or(f64::NAN)),
            feasible: optional(p.feasible),
            figure: draw_interval(&Interval::from(p), &label),
            badge: Badge::new(p.identifiability),
        }
    }
}

impl Badge {
    pub(crate) fn new(of: Identifiability) -> Self {
        let class = match of {
            Identifiability::Determined => "determined",
            Identifiability::Grouped => "grouped",
            Identifiability::ConsistentWithZero | Identifiability::Undetermined => "weak",
            Identifiability::Unidentifiable => "prior",
            Identifiability::NotEstimated => "fixed",
        };
        Self { class, word: of.to_string() }
    }
}
