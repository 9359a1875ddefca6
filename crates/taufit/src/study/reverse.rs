//! What was found about a model that somebody else computes with.

use super::{Diagnosis, Provenance, RobotRecord, StudyKind, ToldParameter};
use crate::validate::{Grade, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Parameters of a model from samples of its mass matrix and gravity vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReverseStudy {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    pub kind: StudyKind,
    /// How to make it again.
    pub provenance: Provenance,
    /// The robot whose geometry the model has.
    pub robot: RobotRecord,
    /// What was found.
    #[serde(flatten)]
    pub found: ReverseFindings,
    /// Doubts.
    pub warnings: Vec<Diagnosis>,
}

/// What was found about a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReverseFindings {
    /// How many samples there were.
    pub n_samples: usize,
    /// Directions of base-parameter space that the samples determine.
    pub rank: usize,
    /// Condition number of the observation matrix with columns of length one.
    pub condition_number: f64,
    /// How well samples and model agree.
    pub agreement: Vec<Agreement>,
    /// Base parameters with their uncertainty.
    pub coefficients: Vec<ModelCoefficient>,
    /// One physically consistent choice of all parameters.
    pub parameters: Vec<ToldParameter>,
}

/// How well samples and model agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Agreement {
    /// Mass matrix or gravity vector.
    pub what: String,
    /// `|samples − model|/|samples|`.
    pub relative_rms: f64,
    /// What the digits of the samples explain of it, those of the positions included.
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
        let n_base = self.coefficients.len();
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

/// A base parameter of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelCoefficient {
    /// Short name of its leading parameter, such as `Izz1`.
    pub name: String,
    /// The combination, in short names.
    pub expression: String,
    /// Unit.
    pub unit: String,
    /// Estimate.
    pub value: f64,
    /// Standard deviation; `None` where the samples leave it free.
    pub sigma: Option<f64>,
    /// Value of the robot's file.
    pub nominal: f64,
    /// Value of the physically consistent parameters.
    pub physical: f64,
}
