//! Standard parameters: the physically consistent model, and how much the data say about each.

use crate::figure::{Interval, draw_interval};
use crate::numbers::{rounded, whole, with_sigma};
use crate::words::{meaning, split_long_name};
use serde::Serialize;
use taufit::study::{Knowledge, StandardParameter, Study};

/// The table of standard parameters, by link and joint.
#[derive(Debug, Serialize)]
pub(crate) struct StandardView {
    owners: Vec<Owner>,
    counts: Vec<KnowledgeCount>,
}

/// A link or joint.
#[derive(Debug, Serialize)]
struct Owner {
    name: String,
    parameters: Vec<StandardRow>,
}

/// A row.
#[derive(Debug, Serialize)]
struct StandardRow {
    name: String,
    meaning: String,
    unit: String,
    nominal: String,
    value: String,
    sigma: Option<String>,
    figure: String,
    badge: &'static str,
}

/// How many parameters are how well known.
#[derive(Debug, Serialize)]
struct KnowledgeCount {
    badge: &'static str,
    n: String,
    words: &'static str,
}

impl StandardView {
    pub(crate) fn new(study: &Study) -> Self {
        let parameters = &study.standard_parameters;
        let count = |knowledge: Knowledge| {
            let n = parameters.iter().filter(|p| p.knowledge == knowledge).count();
            let (badge, words) = (badge(knowledge), words(knowledge));
            (n > 0).then(|| KnowledgeCount { badge, n: whole(n), words })
        };
        let kinds = [Knowledge::Determined, Knowledge::Grouped, Knowledge::Prior, Knowledge::Fixed];
        Self { owners: by_owner(parameters), counts: kinds.into_iter().filter_map(count).collect() }
    }
}

/// Owners in the order in which they first occur.
fn by_owner(parameters: &[StandardParameter]) -> Vec<Owner> {
    let mut owners: Vec<Owner> = Vec::new();
    for parameter in parameters {
        let (symbol, owner) = split_long_name(&parameter.long_name);
        let row = StandardRow::new(parameter, symbol);
        match owners.iter_mut().find(|o| o.name == owner) {
            Some(found) => found.parameters.push(row),
            None => owners.push(Owner { name: owner.to_owned(), parameters: vec![row] }),
        }
    }
    owners
}

impl StandardRow {
    fn new(parameter: &StandardParameter, symbol: &str) -> Self {
        const NORMAL_95: f64 = 1.96;
        let StandardParameter { value, nominal, sigma, .. } = *parameter;
        let half = NORMAL_95 * sigma.unwrap_or(0.0);
        let interval =
            Interval { value, ends: [value - half, value + half], nominal, feasible: None };
        let (shown_value, shown_sigma) = match sigma.map(|s| with_sigma(value, s)) {
            Some((value, sigma)) => (value, Some(sigma)),
            None => (rounded(value, 3), None),
        };
        let label = format!("{} {shown_value}, nominal {}", parameter.name, rounded(nominal, 3));
        Self {
            name: parameter.name.clone(),
            meaning: meaning(symbol).to_owned(),
            unit: parameter.unit.clone(),
            nominal: rounded(nominal, 3),
            value: shown_value,
            sigma: shown_sigma,
            figure: draw_interval(&interval, &label),
            badge: badge(parameter.knowledge),
        }
    }
}

/// The word on the badge, also its class in the style sheet.
fn badge(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Determined => "determined",
        Knowledge::Grouped => "grouped",
        Knowledge::Prior => "prior",
        Knowledge::Fixed => "fixed",
    }
}

fn words(knowledge: Knowledge) -> &'static str {
    match knowledge {
        Knowledge::Determined => "the data give its value",
        Knowledge::Grouped => {
            "the data give a sum with others; the share of each follows the nominal model"
        }
        Knowledge::Prior => "no torque depends on it: nominal value, moved only to stay physical",
        Knowledge::Fixed => "given by the user",
    }
}
