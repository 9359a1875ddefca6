//! Where the numbers come from, and how to make them again.

use crate::numbers::bytes;
use serde::Serialize;
use taufit::study::{InputFile, Provenance, SCHEMA_VERSION};

/// Command, inputs and settings.
#[derive(Debug, Serialize)]
pub(crate) struct ProvenanceView {
    version: String,
    schema_version: u32,
    command: String,
    robot_source: String,
    settings: String,
    inputs: Vec<InputView>,
}

/// A file that went in.
#[derive(Debug, Serialize)]
struct InputView {
    path: String,
    size: String,
    sha256: String,
}

impl ProvenanceView {
    pub(crate) fn new(provenance: &Provenance, robot_source: &str) -> Self {
        let input = |file: &InputFile| InputView {
            path: file.path.clone(),
            size: bytes(file.n_bytes),
            sha256: file.sha256.clone(),
        };
        Self {
            version: provenance.version.clone(),
            schema_version: SCHEMA_VERSION,
            command: provenance.command.clone(),
            robot_source: robot_source.to_owned(),
            // `{:#}` of a JSON value is the value itself, indented.
            settings: format!("{:#}", provenance.settings),
            inputs: provenance.inputs.iter().map(input).collect(),
        }
    }
}
