//! `studio.toml`: choices made on the page. Without the file nothing is lost but they.

use super::Project;
use crate::diagnostics::{Result, StudioError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::PoisonError;
use taufit_io::output::{Existing, write_file};

/// Name of the file in the project folder.
const FILE: &str = "studio.toml";
/// Longest file that is read \[bytes\].
const MAX_BYTES: u64 = 1 << 20;
/// Revision of a file that does not exist.
const NO_FILE: &str = "new";

/// Choices made on the page, the content of `studio.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudioChoices {
    /// Built-in name or file of the robot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robot: Option<String>,
    /// Share of the logs at their end that is kept for validation where no log is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_out: Option<f64>,
    /// Method chosen last, a verb of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Options about the robot: `gravity`, `payload`, `lock`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub robot_options: BTreeMap<String, OptionValue>,
    /// Logs in use.
    #[serde(rename = "log", skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<ChosenLog>,
    /// Last options of every verb.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub form: BTreeMap<String, BTreeMap<String, OptionValue>>,
}

/// A log, its use, and how it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenLog {
    /// The file, from the project folder on.
    pub path: String,
    /// Purpose.
    #[serde(rename = "use", default)]
    pub purpose: LogPurpose,
    /// Options for reading it, by their names on the command line: `map`, `effort`, `negate`, ...
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
}

/// Purpose of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LogPurpose {
    /// To identify from.
    #[default]
    Fit,
    /// To validate on.
    Validation,
    /// Not used.
    None,
}

/// Value of an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OptionValue {
    /// Given or not.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

/// An edit of the choices, and the revision that it was made from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoicesEdit {
    revision: String,
    choices: StudioChoices,
}

/// Choices with the revision of their file.
#[derive(Debug, Serialize)]
pub(crate) struct RevisedChoices {
    pub(crate) revision: String,
    pub(crate) choices: StudioChoices,
    /// Why the file could not be read; the choices are empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<String>,
}

impl OptionValue {
    /// The texts of the value: none of a flag.
    pub(crate) fn texts(&self) -> Vec<String> {
        match self {
            Self::Flag(_) => Vec::new(),
            Self::Number(number) => vec![number.to_string()],
            Self::Text(text) if text.trim().is_empty() => Vec::new(),
            Self::Text(text) => vec![text.clone()],
            Self::List(texts) => texts.clone(),
        }
    }
}

impl Project {
    /// The choices and their revision.
    pub(crate) fn choices(&self) -> RevisedChoices {
        match self.choices_text() {
            Ok(None) => RevisedChoices::new(NO_FILE.to_owned(), Ok(StudioChoices::default())),
            Ok(Some(text)) => RevisedChoices::new(revision(&text), parse(&text)),
            Err(error) => RevisedChoices::new(NO_FILE.to_owned(), Err(error)),
        }
    }

    /// Writes choices, if nobody else has since they were read; the new revision.
    pub(crate) fn edit_choices(&self, edit: &ChoicesEdit) -> Result<String> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.choices_text()?.map_or(NO_FILE.to_owned(), |text| revision(&text));
        if found != edit.revision {
            return Err(StudioError::StaleRevision { found, expected: edit.revision.clone() });
        }
        let text = toml::to_string(&edit.choices)
            .map_err(|error| StudioError::malformed(error.to_string()))?;
        write_file(&self.folder.join(FILE), text.as_bytes(), Existing::Replace)?;
        Ok(revision(&text))
    }

    fn choices_text(&self) -> Result<Option<String>> {
        let broken =
            |error: std::io::Error| StudioError::BrokenChoices { reason: error.to_string() };
        let file = match std::fs::File::open(self.folder.join(FILE)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(broken)?,
        };
        let mut text = String::new();
        file.take(MAX_BYTES).read_to_string(&mut text).map_err(broken)?;
        Ok(Some(text))
    }
}

impl RevisedChoices {
    fn new(revision: String, choices: Result<StudioChoices>) -> Self {
        match choices {
            Ok(choices) => Self { revision, choices, problem: None },
            Err(error) => {
                let problem = Some(format!("{error} [{}]; {}", error.code(), error.advice()));
                Self { revision, choices: StudioChoices::default(), problem }
            }
        }
    }
}

fn parse(text: &str) -> Result<StudioChoices> {
    toml::from_str(text)
        .map_err(|error| StudioError::BrokenChoices { reason: error.message().to_owned() })
}

/// Revision of a text: its hash, so that an edit by anybody makes another.
fn revision(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_back_as_they_were_written() {
        let text = "robot = \"ur5\"\nhold_out = 0.25\n[[log]]\npath = \"a.csv\"\nuse = \"validation\"\n\
                    [log.options]\neffort = \"current\"\nmap = [\"tau=tau_J\"]\nnegate = true\n";
        let choices = parse(text).unwrap();
        assert_eq!(choices.logs[0].purpose, LogPurpose::Validation);
        assert_eq!(choices.logs[0].options["map"], OptionValue::List(vec!["tau=tau_J".to_owned()]));
        assert_eq!(parse(&toml::to_string(&choices).unwrap()).unwrap(), choices);
    }

    #[test]
    fn unknown_keys_are_errors() {
        assert!(matches!(parse("robto = 1"), Err(StudioError::BrokenChoices { .. })));
    }
}
