//! Content that the results of all methods share.

use super::{Diagnosis, LogRecord, ParameterRecord, Provenance, RobotRecord, Totals};
use crate::diagnostics::Warning;
use crate::validate::{Grade, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the schema of all results.
pub const SCHEMA_VERSION: u32 = 2;

/// Content that every result has, whatever its method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyHeader {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    pub kind: StudyKind,
    /// Version, command and inputs.
    pub provenance: Provenance,
    /// The robot before identification.
    pub robot: RobotRecord,
    /// The verdict, with its rule.
    pub verdict: Verdict,
    /// Warnings.
    pub warnings: Vec<Diagnosis>,
    /// Next steps, the most urgent first, named by the program that made the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
}

/// The next step that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {
    /// The step and its reason.
    pub text: String,
    /// The command, where there is one; words in capitals stand for what the user has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

impl StudyHeader {
    /// Header of a new result.
    pub fn new(
        kind: StudyKind,
        robot: RobotRecord,
        provenance: Provenance,
        verdict: Verdict,
        warnings: &[Warning],
    ) -> Self {
        let warnings = warnings.iter().map(Diagnosis::from).collect();
        let (schema_version, next_steps) = (SCHEMA_VERSION, Vec::new());
        Self { schema_version, kind, provenance, robot, verdict, warnings, next_steps }
    }

    /// Adds warnings of those who read or write files.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.warnings.extend(warnings.into_iter().map(|warning| Diagnosis::from(&warning)));
    }

    /// Whether the verdict advises against the use of the result.
    pub fn is_poor(&self) -> bool {
        self.verdict.grade == Grade::Poor
    }
}

/// Parameters of a result with the name of their field; the name of their table in the folder, too.
pub type ParameterTable<'a> = (&'static str, Vec<&'a ParameterRecord>);

/// Tables of base and of standard parameters.
pub(super) fn base_and_standard<'a>(
    base: &'a [ParameterRecord],
    standard: &'a [ParameterRecord],
) -> Vec<ParameterTable<'a>> {
    vec![
        ("base_parameters", base.iter().collect()),
        ("standard_parameters", standard.iter().collect()),
    ]
}

/// Result of any method, as far as all are alike.
pub trait StudyDocument {
    /// Provenance, robot, verdict, warnings.
    fn header(&self) -> &StudyHeader;

    /// Parameters with their uncertainty; in the first table those that data determine.
    fn parameter_tables(&self) -> Vec<ParameterTable<'_>>;

    /// Torque errors on data not used for the fit, joint by joint; empty where the method has none.
    fn torque_errors(&self) -> Vec<TorqueError> {
        Vec::new()
    }

    /// Torque errors over all joints, model by model; `None` where the method has none.
    fn total_errors(&self) -> Option<&Totals> {
        None
    }

    /// The logs, where the result records what was done to them.
    fn log_records(&self) -> &[LogRecord] {
        &[]
    }

    /// Parameters by which results of several logs are compared: those that data determine.
    fn compared_parameters(&self) -> Vec<&ParameterRecord> {
        let first = self.parameter_tables().into_iter().next();
        first.map(|(_, parameters)| parameters).unwrap_or_default()
    }
}

/// Torque error of a joint on data not used for the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct TorqueError {
    /// The joint.
    pub joint: String,
    /// Unit of its effort.
    pub unit: String,
    /// Root mean square \[N·m or N\].
    pub rms_nm: f64,
    /// Share of the torque \[%\].
    pub relative_percent: f64,
}

/// The verb that a `result.json` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyKind {
    /// Rigid-body parameters and friction: [`Study`](super::Study).
    Identify,
    /// Contacts: [`ContactStudy`](super::ContactStudy).
    Collisions,
    /// Torque constants and friction: [`MotorStudy`](super::MotorStudy).
    Motors,
    /// Stiffnesses of a clamped arm: [`StiffnessStudy`](super::StiffnessStudy).
    Stiffness,
    /// Elastic joints: [`ElasticStudy`](super::ElasticStudy).
    Elastic,
    /// A load: [`PayloadStudy`](super::PayloadStudy).
    Payload,
    /// Weights: [`GravityStudy`](super::GravityStudy).
    Gravity,
    /// A vendor's model: [`ReverseStudy`](super::ReverseStudy).
    Reverse,
}

impl StudyKind {
    /// The verb, as it is typed.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Identify => "identify",
            Self::Collisions => "collisions",
            Self::Motors => "motors",
            Self::Stiffness => "stiffness",
            Self::Elastic => "elastic",
            Self::Payload => "payload",
            Self::Gravity => "gravity",
            Self::Reverse => "reverse",
        }
    }
}
