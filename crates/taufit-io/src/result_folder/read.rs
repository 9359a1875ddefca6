//! Results of any method read back from their folder, and the provenance of new ones.

use super::RESULT;
use crate::error::{Error, Result};
use crate::log::{LogFormat, parts_of};
use crate::output::file_sha256;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use taufit::study::{
    ContactStudy, ElasticStudy, GravityStudy, InputFile, MotorStudy, PayloadStudy, Provenance,
    ReverseStudy, SCHEMA_VERSION, StiffnessStudy, Study, StudyDocument, StudyKind,
};

/// Longest document that is read \[bytes\]; those of long identifications have some megabytes.
const MAX_RESULT_BYTES: u64 = 256 << 20;

/// A `result.json` whose method is known and whose contents are not parsed yet.
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
        let read = || Self::parse_text(&path, &text(&path)?);
        read().map_err(|error: Error| error.in_file(&path))
    }

    /// The result in a text; `path` names it in messages.
    pub fn parse_text(path: &Path, text: &str) -> Result<Self> {
        let document: Value = serde_json::from_str(text).map_err(broken)?;
        check_version(&document)?;
        let kind = serde_json::from_value(document["kind"].clone()).map_err(broken)?;
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

/// The result in a folder, or in its `result.json`, whatever its method.
pub fn read_result(path: &Path) -> Result<Box<dyn StudyDocument>> {
    let found = ResultFile::read(path)?;
    let kind = found.kind();
    Ok(match kind {
        StudyKind::Identify => Box::new(found.parse::<Study>(kind)?),
        StudyKind::Collisions => Box::new(found.parse::<ContactStudy>(kind)?),
        StudyKind::Motors => Box::new(found.parse::<MotorStudy>(kind)?),
        StudyKind::Stiffness => Box::new(found.parse::<StiffnessStudy>(kind)?),
        StudyKind::Elastic => Box::new(found.parse::<ElasticStudy>(kind)?),
        StudyKind::Payload => Box::new(found.parse::<PayloadStudy>(kind)?),
        StudyKind::Gravity => Box::new(found.parse::<GravityStudy>(kind)?),
        StudyKind::Reverse => Box::new(found.parse::<ReverseStudy>(kind)?),
    })
}

/// Results of one method, which that of the first gives.
pub fn read_results(paths: &[PathBuf]) -> Result<Vec<Box<dyn StudyDocument>>> {
    let mut results: Vec<Box<dyn StudyDocument>> = Vec::new();
    for path in paths {
        let result = read_result(path)?;
        let found = result.header().kind;
        let wanted = results.first().map_or(found, |first| first.header().kind);
        if found != wanted {
            let error = Error::OtherStudy { found: found.verb(), wanted: wanted.verb() };
            return Err(error.in_file(path));
        }
        results.push(result);
    }
    Ok(results)
}

fn text(path: &Path) -> Result<String> {
    let unreadable = |error: std::io::Error| Error::Unreadable {
        reason: format!("{error}; a result is a folder that taufit wrote, or its {RESULT}"),
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_RESULT_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_RESULT_BYTES {
        let reason = format!("it has more than {MAX_RESULT_BYTES} bytes");
        return Err(Error::BrokenResult { reason });
    }
    if !bytes.trim_ascii_start().starts_with(b"{")
        && let Some(format) = LogFormat::name_of_log(path)
    {
        return Err(Error::LogAsResult { format });
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

/// Version, command line, settings, and the files with their hashes; what is no file (a built-in robot) is left
/// out.
pub fn provenance(
    command: String,
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Result<Provenance> {
    let settings = serde_json::to_value(settings)
        .map_err(|error| Error::Unwritable { reason: error.to_string() })?;
    Ok(Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command,
        settings,
        inputs: inputs
            .flat_map(|path| parts_of(&path).unwrap_or_else(|| vec![path]))
            .filter(|path| path.is_file())
            .map(|path| input(&path))
            .collect::<Result<_>>()?,
    })
}

fn input(path: &Path) -> Result<InputFile> {
    let (n_bytes, sha256) = file_sha256(path).map_err(|error| error.in_file(path))?;
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Ok(InputFile {
        path: path.display().to_string(),
        absolute_path: absolute.display().to_string(),
        n_bytes,
        sha256,
    })
}
