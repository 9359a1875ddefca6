//! Base parameters: what the torques reveal.

use crate::figure::{Interval, draw_interval};
use crate::numbers::{percent, rounded, whole, with_sigma_if_fixed};
use crate::words::{group_in_words, sentence};
use serde::Serialize;
use taufit::study::{BaseParameter, LeftOut, Study};

/// The table of base parameters.
#[derive(Debug, Serialize)]
pub(crate) struct ParametersView {
    parameters: Vec<BaseRow>,
    n_determined: String,
    n_base: String,
    /// How they were found; empty in results of versions that did not say it.
    estimator: String,
    notes: Vec<String>,
    left_out: Vec<LeftOutRow>,
    error: String,
    /// What plain least squares leaves, where another estimator was asked for.
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

/// A row.
#[derive(Debug, Serialize)]
struct BaseRow {
    name: String,
    expression: String,
    long_expression: String,
    words: String,
    unit: String,
    nominal: String,
    value: String,
    sigma: String,
    percent_sigma: String,
    figure: String,
    determined: bool,
}

impl ParametersView {
    pub(crate) fn new(study: &Study) -> Self {
        let (parameters, found_by) = (&study.base_parameters, &study.estimator);
        Self {
            n_determined: whole(parameters.iter().filter(|p| p.determined).count()),
            n_base: whole(parameters.len()),
            parameters: parameters.iter().map(BaseRow::new).collect(),
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

impl BaseRow {
    fn new(parameter: &BaseParameter) -> Self {
        let BaseParameter { value, sigma, interval, nominal, feasible, .. } = *parameter;
        let (shown_value, shown_sigma) = with_sigma_if_fixed(value, sigma);
        let known = match interval {
            Some([low, high]) => {
                format!("95 % interval {} to {}", rounded(low, 3), rounded(high, 3))
            }
            None => "not fixed by the data".to_owned(),
        };
        let label = format!(
            "{} {shown_value}, {known}, nominal {}, physically consistent {}",
            parameter.name,
            rounded(nominal, 3),
            rounded(feasible, 3)
        );
        Self {
            name: parameter.name.clone(),
            expression: parameter.expression.clone(),
            long_expression: parameter.long_expression.clone(),
            words: group_in_words(&parameter.long_expression),
            unit: parameter.unit.clone(),
            nominal: rounded(nominal, 3),
            value: shown_value,
            sigma: shown_sigma,
            percent_sigma: percent(parameter.percent_sigma.unwrap_or(f64::NAN)),
            figure: draw_interval(
                &Interval {
                    value,
                    ends: interval.unwrap_or([value; 2]),
                    nominal,
                    feasible: Some(feasible),
                },
                &label,
            ),
            determined: parameter.determined,
        }
    }
}
