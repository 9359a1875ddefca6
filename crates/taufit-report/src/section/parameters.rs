//! Base parameters: what the torques reveal.

use super::ParameterRow;
use crate::numbers::{percent, whole};
use crate::parameter_labels::group_label;
use crate::text::sentence;
use serde::Serialize;
use taufit::study::{LeftOut, ParameterRecord, Study};

/// The table of base parameters.
#[derive(Debug, Serialize)]
pub(crate) struct ParametersView {
    parameters: Vec<BaseRow>,
    n_determined: String,
    n_base: String,
    /// Estimator; empty in results of versions that did not record it.
    estimator: String,
    notes: Vec<String>,
    left_out: Vec<LeftOutRow>,
    error: String,
    /// Error of plain least squares, where another estimator was chosen.
    plain_error: Option<String>,
}

/// A base parameter that the data did not need.
#[derive(Debug, Serialize)]
struct LeftOutRow {
    name: String,
    expression: String,
    percent_sigma: String,
    probability: String,
}

/// A row, and what it stands for in words.
#[derive(Debug, Serialize)]
struct BaseRow {
    #[serde(flatten)]
    row: ParameterRow,
    words: String,
}

impl ParametersView {
    pub(crate) fn new(study: &Study) -> Self {
        let (parameters, found_by) = (&study.base_parameters, &study.estimator);
        Self {
            n_determined: whole(parameters.iter().filter(|p| p.is_determined()).count()),
            n_base: whole(parameters.len()),
            parameters: parameters.iter().map(base_row).collect(),
            estimator: found_by.name.clone(),
            notes: found_by.notes.iter().map(|note| sentence(note)).collect(),
            left_out: found_by.left_out.iter().map(LeftOutRow::new).collect(),
            error: percent(study.totals.validation.relative_percent),
            plain_error: found_by.least_squares.map(|plain| percent(plain.relative_percent)),
        }
    }
}

impl LeftOutRow {
    fn new(parameter: &LeftOut) -> Self {
        Self {
            name: parameter.name.clone(),
            expression: parameter.expression.clone(),
            percent_sigma: percent(parameter.percent_sigma.unwrap_or(f64::NAN)),
            probability: percent(100.0 * parameter.probability),
        }
    }
}

fn base_row(parameter: &ParameterRecord) -> BaseRow {
    let words = group_label(&parameter.long_name);
    BaseRow { row: ParameterRow::new(parameter), words }
}
