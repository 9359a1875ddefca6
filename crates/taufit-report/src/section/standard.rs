//! Standard parameters: the physically consistent model, and the identifiability of each.

use super::{Badge, ParameterRow};
use crate::numbers::whole;
use crate::parameter_labels::{meaning, split_long_name};
use serde::Serialize;
use taufit::study::{Identifiability, ParameterRecord, Study};

/// The table of standard parameters, by link and joint.
#[derive(Debug, Serialize)]
pub(crate) struct StandardView {
    owners: Vec<Owner>,
    counts: Vec<IdentifiabilityCount>,
}

/// A link or joint.
#[derive(Debug, Serialize)]
struct Owner {
    name: String,
    parameters: Vec<StandardRow>,
}

/// A row, and the meaning of its symbol.
#[derive(Debug, Serialize)]
struct StandardRow {
    #[serde(flatten)]
    row: ParameterRow,
    meaning: String,
}

/// Number of parameters by identifiability.
#[derive(Debug, Serialize)]
struct IdentifiabilityCount {
    badge: Badge,
    n: String,
    words: &'static str,
}

impl StandardView {
    pub(crate) fn new(study: &Study) -> Self {
        let parameters = &study.standard_parameters;
        let count = |(of, words): (Identifiability, &'static str)| {
            let n = parameters.iter().filter(|p| p.identifiability == of).count();
            (n > 0).then(|| IdentifiabilityCount { badge: Badge::new(of), n: whole(n), words })
        };
        Self {
            owners: by_owner(parameters),
            counts: LABELS.into_iter().filter_map(count).collect(),
        }
    }
}

/// Meaning of the classes that standard parameters have.
const LABELS: [(Identifiability, &str); 4] = [
    (Identifiability::Determined, "the data give its value"),
    (
        Identifiability::Grouped,
        "the data give a sum with others; the share of each follows the nominal model",
    ),
    (
        Identifiability::Unidentifiable,
        "no torque depends on it: nominal value, moved only to stay physical",
    ),
    (Identifiability::NotEstimated, "given or left out by the user"),
];

/// Owners in the order in which they first occur.
fn by_owner(parameters: &[ParameterRecord]) -> Vec<Owner> {
    let mut owners: Vec<Owner> = Vec::new();
    for parameter in parameters {
        let (symbol, owner) = split_long_name(&parameter.long_name);
        let meaning = meaning(symbol).to_owned();
        let row = StandardRow { row: ParameterRow::new(parameter), meaning };
        match owners.iter_mut().find(|o| o.name == owner) {
            Some(found) => found.parameters.push(row),
            None => owners.push(Owner { name: owner.to_owned(), parameters: vec![row] }),
        }
    }
    owners
}
