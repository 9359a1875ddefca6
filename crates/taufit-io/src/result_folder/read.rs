//! Results of any method, read back.

use super::RESULT;
use crate::error::{Error, Result};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use taufit::study::{SCHEMA_VERSION, StudyKind};

/// Longest document that is read \[bytes\]; those of long identifications have some megabytes.
const MAX_RESULT_BYTES: u64 = 256 << 20;

/// A `result.json` whose method is known and whose contents are not taken apart yet.
#[derive(Clone, Debug)]
pub struct ResultFile {
    path: PathBuf,
    kind: StudyKind,
    document: Value,
}

impl ResultFile {
    /// The result in a folder, or in its `result.json`.
    pub fn read(path: &Path) -> Result<Self> {
        let path = if path.is_dir() { path.join(RESULT) } else { path.to_owned() };
        let read = || Self::of_text(&path, &text(&path)?);
        read().map_err(|error: Error| error.in_file(&path))
    }

    fn of_text(path: &Path, text: &str) -> Result<Self> {
        let document: Value = serde_json::from_str(text).map_err(broken)?;
        check_version(&document)?;
        let kind = match document.get("kind") {
            Some(kind) => serde_json::from_value(kind.clone()).map_err(broken)?,
            None => StudyKind::default(),
        };
        Ok(Self { path: path.to_owned(), kind, document })
    }

    /// The method that it comes from.
    pub fn kind(&self) -> StudyKind {
        self.kind
    }

    /// The document, where it comes from the method `wanted`.
    pub fn parse<T: DeserializeOwned>(self, wanted: StudyKind) -> Result<T> {
        let parsed = if self.kind == wanted {
            serde_json::from_value(self.document).map_err(broken)
        } else {
            Err(Error::OtherStudy { found: self.kind.verb(), wanted: wanted.verb() })
        };
        parsed.map_err(|error| error.in_file(self.path))
    }
}

fn text(path: &Path) -> Result<String> {
    let unreadable = |error: std::io::Error| Error::Unreadable {
        reason: format!(
            "{error}; a RESULT is a folder that taufit wrote with --out, or its {RESULT}"
        ),
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_RESULT_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_RESULT_BYTES {
        let reason = format!("it has more than {MAX_RESULT_BYTES} bytes");
        return Err(Error::BrokenResult { reason });
    }
    String::from_utf8(bytes).map_err(|error| Error::BrokenResult { reason: error.to_string() })
}

fn check_version(document: &Value) -> Result<()> {
    match document.get("schema_version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => Ok(()),
        Some(found) => Err(Error::ResultVersion { found, expected: SCHEMA_VERSION }),
        None => Err(Error::BrokenResult { reason: "it has no schema_version".to_owned() }),
    }
}

fn broken(error: serde_json::Error) -> Error {
    Error::BrokenResult { reason: error.to_string() }
}
