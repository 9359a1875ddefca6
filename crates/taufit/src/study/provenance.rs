//! Provenance of a study.

use crate::diagnostics::Warning;
use crate::model::RobotDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version, command and inputs of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// Version of taufit.
    pub version: String,
    /// The command line.
    pub command: String,
    /// Every setting, defaults included.
    pub settings: serde_json::Value,
    /// The files that went in.
    pub inputs: Vec<InputFile>,
}

/// A file that went in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputFile {
    /// As named on the command line.
    pub path: String,
    /// The same from the root of the file system.
    pub absolute_path: String,
    /// Its length \[bytes\].
    pub n_bytes: u64,
    /// SHA-256 of its contents, in hexadecimal.
    pub sha256: String,
}

/// The robot before identification, complete enough to build it again without its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RobotRecord {
    /// Its name.
    pub name: String,
    /// File or built-in name, as given.
    pub source: String,
    /// Its description.
    #[schemars(with = "serde_json::Value")]
    pub description: RobotDescription,
}

impl RobotRecord {
    /// The robot of a description that was read from `source`.
    pub fn new(source: &str, description: RobotDescription) -> Self {
        Self { name: description.name.clone(), source: source.to_owned(), description }
    }
}

/// A warning in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// Stable code; `taufit explain CODE` prints its page.
    pub code: String,
    /// Finding with its numbers.
    pub message: String,
    /// Next step.
    pub advice: String,
}

impl From<&Warning> for Diagnosis {
    fn from(warning: &Warning) -> Self {
        Self {
            code: warning.code().to_owned(),
            message: warning.to_string(),
            advice: warning.advice().to_owned(),
        }
    }
}
