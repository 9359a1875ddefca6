//! Folders of results, whatever the method: the document `result.json`, settings, tables, the robot's own file, a
//! page to read. Written whole or not at all ([`crate::output`]), read again by other programs.

mod csv;
mod identified;
mod method_folders;
mod read;
mod robot_folders;

pub use identified::IdentifiedRobot;
pub use method_folders::{
    collisions_folder, elastic_folder, gravity_folder, motors_folder, payload_folder,
    stiffness_folder,
};
pub use read::{ResultFile, provenance, read_result, read_results};
pub use robot_folders::{
    IDENTIFIED_URDF, identify_folder, read_series, read_study, reverse_folder, robot_file,
};

use crate::error::{Error, Result};
use crate::output::{NewFile, write_folder};
use csv::parameters_csv;
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use taufit::study::StudyDocument;

/// Name of the document in the folder.
pub const RESULT: &str = "result.json";

/// Name of the page in the folder.
pub const REPORT: &str = "report.html";

/// Every file of a result, in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultFolder {
    files: Vec<NewFile>,
}

impl ResultFolder {
    /// The files that every result has: document, settings, page, tables of parameters.
    fn new(study: &(impl StudyDocument + Serialize), page: String) -> Result<Self> {
        let settings = for_toml(&study.header().provenance.settings);
        let settings = toml::to_string_pretty(&settings)
            .map_err(|error| Error::Unwritable { reason: error.to_string() })?;
        let folder = Self { files: Vec::new() };
        let folder =
            folder.with(RESULT, json(study)?).with("settings.toml", settings).with(REPORT, page);
        let tables = study.parameter_tables().into_iter();
        Ok(tables.fold(folder, |folder, (name, parameters)| {
            folder.with(&format!("{name}.csv"), parameters_csv(&parameters))
        }))
    }

    fn with(mut self, name: &str, contents: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.to_owned(), contents.into()));
        self
    }

    /// Writes the folder: see [`write_folder`] for what it may replace.
    pub fn write(&self, folder: &Path) -> Result<()> {
        write_folder(folder, &self.files)
    }
}

/// A document as indented JSON.
pub fn json(document: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(document);
    text.map(|t| t + "\n").map_err(|error| Error::Unwritable { reason: error.to_string() })
}

/// TOML has no null: in tables what is not given is left out, in lists it is `"none"`, where places count.
fn for_toml(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let given = map.iter().filter(|(_, v)| !v.is_null());
            given.map(|(key, v)| (key.clone(), for_toml(v))).collect()
        }
        Value::Array(list) => list.iter().map(for_toml).collect(),
        Value::Null => "none".into(),
        other => other.clone(),
    }
}

/// The folder of a result, which may be named by its document.
fn folder_of(result: &Path) -> PathBuf {
    if result.is_dir() {
        return result.to_owned();
    }
    match result.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Writes the page of a result into its folder: see
/// [`write_file_in_folder`](crate::output::write_file_in_folder) for what it may replace.
pub fn write_page(result: &Path, page: &str, existing: crate::output::Existing) -> Result<PathBuf> {
    crate::output::write_file_in_folder(&folder_of(result), REPORT, page.as_bytes(), existing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_that_are_not_given_are_toml_too() {
        let settings = json!({ "cutoff_hz": null, "gains": [1.5, null], "bounds": [{ "low": 0.0, "high": null }] });
        let text = toml::to_string_pretty(&for_toml(&settings)).unwrap();
        let back: toml::Table = text.parse().unwrap();
        assert_eq!(back["gains"], toml::Value::try_from((1.5, "none")).unwrap());
        assert_eq!(back["bounds"][0]["low"].as_float(), Some(0.0));
        assert!(back["bounds"][0].get("high").is_none() && !back.contains_key("cutoff_hz"));
    }
}
