//! Provenance: command, settings and inputs of the result.

use crate::numbers::bytes;
use serde::Serialize;
use taufit::study::{InputFile, StudyHeader};

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
    pub(crate) fn new(header: &StudyHeader) -> Self {
        let provenance = &header.provenance;
        let input = |file: &InputFile| InputView {
            path: file.path.clone(),
            size: bytes(file.n_bytes),
            sha256: file.sha256.clone(),
        };
        Self {
            version: provenance.version.clone(),
            schema_version: header.schema_version,
            command: provenance.command.clone(),
            robot_source: header.robot.source.clone(),
            // `{:#}` of a JSON value is the value itself, indented.
            settings: format!("{:#}", provenance.settings),
            inputs: provenance.inputs.iter().map(input).collect(),
        }
    }
}
