//! Where a study comes from.

use crate::diagnostics::Warning;
use crate::friction::FrictionShape;
use crate::model::RobotDescription;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a study can be made again.
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
    /// The same from the root of the file system; empty in results of earlier versions.
    #[serde(default)]
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
    /// Whether rotor inertias were among the unknowns.
    pub rotor_inertia: bool,
    /// Friction model of every coordinate.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub friction: Vec<FrictionShape>,
}

/// A doubt in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// Stable code; `taufit explain CODE` prints its page.
    pub code: String,
    /// What was found.
    pub message: String,
    /// What to do.
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
