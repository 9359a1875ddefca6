//! What was found about a model that somebody else computes with.

use super::{Diagnosis, Provenance, RobotRecord, StudyKind, ToldParameter};
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
    /// What the digits of the samples explain of it.
    pub digits_rms: f64,
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
