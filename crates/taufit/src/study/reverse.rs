//! Parameters recovered from the model of a controller or vendor.

use super::{
    LayoutRecord, ParameterRecord, ParameterTable, StudyDocument, StudyHeader, base_and_standard,
};
use crate::validate::{Grade, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of a model from samples of its mass matrix and gravity vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReverseStudy {
    /// Provenance, robot whose geometry the model has, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// The unknowns.
    pub layout: LayoutRecord,
    /// Estimates with their uncertainty.
    #[serde(flatten)]
    pub found: ReverseFindings,
}

impl StudyDocument for ReverseStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        base_and_standard(&self.found.base_parameters, &self.found.standard_parameters)
    }
}

/// Parameters recovered from a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReverseFindings {
    /// Number of samples.
    pub n_samples: usize,
    /// Directions of base-parameter space that the samples determine.
    pub rank: usize,
    /// Condition number of the observation matrix with columns of length one.
    pub condition_number: f64,
    /// Agreement of samples and model.
    pub agreement: Vec<Agreement>,
    /// Base parameters with their uncertainty.
    pub base_parameters: Vec<ParameterRecord>,
    /// One physically consistent choice of all parameters.
    pub standard_parameters: Vec<ParameterRecord>,
}

/// Agreement of samples and model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Mass matrix or gravity vector.
    pub what: String,
    /// `|samples − model|/|samples|`.
    pub relative_rms: f64,
    /// Share of it that the digits of the samples explain, those of the positions included.
    pub digits_rms: f64,
}

/// Errors so many times those of the digits are more than chance.
const SUSPICIOUS: f64 = 5.0;
/// Largest relative error of a model that was computed with all digits.
const ROUNDING: f64 = 1e-9;
/// Largest relative error of a usable model: what a controller's feed-forward does not notice.
const USABLE: f64 = 0.01;

const RULE: &str = "good if the samples determine every base parameter and are met within 5 times the errors of \
                    their digits (1e-9 of their size at least); usable if they are met to 1 %; poor otherwise";

impl Agreement {
    /// Whether the digits of the samples explain the difference.
    pub fn is_within_digits(&self) -> bool {
        self.relative_rms <= SUSPICIOUS * self.digits_rms + ROUNDING
    }
}

impl ReverseFindings {
    /// Grade of the model, by its rule.
    pub fn verdict(&self) -> Verdict {
        let n_base = self.base_parameters.len();
        let is_met = self.agreement.iter().all(Agreement::is_within_digits);
        let worst = self.agreement.iter().map(|a| a.relative_rms).fold(0.0, f64::max);
        let grade = if is_met && self.rank == n_base {
            Grade::Good
        } else if is_met || worst <= USABLE {
            Grade::Usable
        } else {
            Grade::Poor
        };
        let within = if is_met { "within" } else { "beyond" };
        let reason = format!(
            "{} of {n_base} base parameters determined, samples met to {worst:.1e} of their size, {within} the \
             errors of their digits",
            self.rank
        );
        Verdict::new(grade, reason, RULE)
    }
}
