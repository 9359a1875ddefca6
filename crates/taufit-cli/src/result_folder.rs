//! The folder of a result, whatever the method: written whole or not at all, read again by other verbs.

use crate::failure::{Failure, Outcome};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use taufit::study::{Provenance, SCHEMA_VERSION, StudyKind};

/// Name of the document in the folder.
pub(crate) const RESULT: &str = "result.json";

/// A file of the folder: its name and its contents.
pub(crate) type NewFile = (&'static str, Vec<u8>);

/// A document as text.
pub(crate) fn json(document: &impl Serialize) -> Outcome<String> {
    let text = serde_json::to_string_pretty(document);
    text.map(|t| t + "\n").map_err(|e| Failure::internal(format!("cannot write JSON: {e}")))
}

/// The files that every result has: the document and the settings.
pub(crate) fn common_files(
    document: &impl Serialize,
    provenance: &Provenance,
) -> Outcome<Vec<NewFile>> {
    let settings = toml::to_string_pretty(&without_null(&provenance.settings))
        .map_err(|error| Failure::internal(format!("cannot write settings: {error}")))?;
    Ok(vec![(RESULT, json(document)?.into_bytes()), ("settings.toml", settings.into_bytes())])
}

/// Writes the files. The folder appears under its name only when it is complete.
pub(crate) fn write_files(dir: &Path, files: &[NewFile]) -> Outcome {
    let unwritable = |error| Failure::internal(format!("{}: {error}", dir.display()));
    let fresh = sibling(dir, "new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).map_err(unwritable)?;
    for (name, contents) in files {
        fs::write(fresh.join(name), contents).map_err(unwritable)?;
    }
    let old = sibling(dir, "old");
    let _ = fs::remove_dir_all(&old);
    if dir.exists() {
        if !dir.join(RESULT).is_file() && fs::read_dir(dir).is_ok_and(|mut d| d.next().is_some()) {
            let _ = fs::remove_dir_all(&fresh);
            return Err(Failure::misuse(format!(
                "{} exists and is no result of taufit; give another --out",
                dir.display()
            )));
        }
        fs::rename(dir, &old).map_err(unwritable)?;
    }
    fs::rename(&fresh, dir).map_err(unwritable)?;
    let _ = fs::remove_dir_all(&old);
    Ok(())
}

/// `DIR.new` beside `DIR`.
fn sibling(dir: &Path, suffix: &str) -> PathBuf {
    let mut name = dir.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{suffix}"));
    dir.with_file_name(name)
}

/// TOML has no null: what is not given is left out.
fn without_null(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let given = map.iter().filter(|(_, v)| !v.is_null());
            given.map(|(key, v)| (key.clone(), without_null(v))).collect()
        }
        other => other.clone(),
    }
}

/// A `result.json` that was read but not understood yet.
#[derive(Debug)]
pub(crate) struct ResultFile {
    path: PathBuf,
    /// Which method it comes from.
    pub(crate) kind: StudyKind,
    document: Value,
}

impl ResultFile {
    /// The result in a folder, or in its `result.json`.
    pub(crate) fn read(path: &Path) -> Outcome<Self> {
        let path = if path.is_dir() { path.join(RESULT) } else { path.to_owned() };
        let text = fs::read_to_string(&path).map_err(|error| {
            Failure::misuse(format!(
                "{}: {error}; a RESULT is a folder that taufit wrote with --out, or its {RESULT}",
                path.display()
            ))
        })?;
        let document: Value = serde_json::from_str(&text).map_err(|e| broken(&path, &e))?;
        check_version(&path, &document)?;
        let kind = match document.get("kind") {
            Some(kind) => serde_json::from_value(kind.clone()).map_err(|e| broken(&path, &e))?,
            None => StudyKind::default(),
        };
        Ok(Self { path, kind, document })
    }

    /// The document, where it comes from the method `wanted`.
    pub(crate) fn parse<T: DeserializeOwned>(self, wanted: StudyKind) -> Outcome<T> {
        if self.kind != wanted {
            return Err(Failure::misuse(format!(
                "{} is a result of `taufit {}`; this needs one of `taufit {}`",
                self.path.display(),
                self.kind.verb(),
                wanted.verb()
            )));
        }
        serde_json::from_value(self.document).map_err(|e| broken(&self.path, &e))
    }
}

fn check_version(path: &Path, document: &Value) -> Outcome {
    let shown = path.display();
    match document.get("schema_version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => Ok(()),
        Some(version) => Err(Failure::misuse(format!(
            "{shown} has schema version {version}, this taufit reads version {SCHEMA_VERSION}; \
             make it again"
        ))),
        None => Err(Failure::misuse(format!("{shown} is no result of taufit"))),
    }
}

fn broken(path: &Path, error: &serde_json::Error) -> Failure {
    Failure::misuse(format!("{} is broken: {error}; make it again", path.display()))
}
