//! Choices on the page become the arguments of a command, its line for a shell, and the same call in Python.

mod line;
mod methods;
mod more;
mod verbs;

pub(crate) use methods::METHODS;
pub(crate) use verbs::VerbTable;

use crate::diagnostics::{Result, StudioError};
use crate::project::{OptionValue, Project};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use verbs::{Argument, OfferedVerb, PathUse};

/// A verb and its arguments, by the names of keyword arguments in Python.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandRequest {
    verb: String,
    #[serde(default)]
    arguments: BTreeMap<String, OptionValue>,
    /// Further options as on the command line.
    #[serde(default)]
    more: String,
}

/// A command that may be run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CommandLine {
    pub(crate) verb: String,
    /// The line for a shell.
    pub(crate) line: String,
    /// The same in Python.
    pub(crate) python: String,
    /// Files and folders that it writes.
    pub(crate) outputs: Vec<String>,
    /// Arguments of the process.
    #[serde(skip)]
    pub(crate) arguments: Vec<String>,
}

/// An argument with its values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given<'a> {
    pub(crate) argument: &'a Argument,
    /// Without one it is a flag.
    pub(crate) values: Vec<String>,
}

impl VerbTable {
    /// The command of a request, if the verb knows its arguments and its files may be touched.
    pub(crate) fn command(
        &self,
        project: &Project,
        request: &CommandRequest,
    ) -> Result<CommandLine> {
        let verb = self.verb(&request.verb)?;
        let mut wanted = request.arguments.clone();
        wanted.extend(more::parse(verb, &request.more)?);
        let mut given = Vec::new();
        for argument in &verb.arguments {
            let Some(value) = wanted.remove(&argument.name) else { continue };
            given.extend(checked(project, verb, argument, &value)?);
        }
        if let Some(name) = wanted.keys().next() {
            return Err(verb.unknown(name));
        }
        let missing = verb.arguments.iter().find(|argument| {
            argument.required && !given.iter().any(|given| given.argument.name == argument.name)
        });
        if let Some(argument) = missing {
            let what = argument.help.to_lowercase();
            return Err(StudioError::malformed(format!(
                "{} needs {}: {what}",
                verb.name, argument.value
            )));
        }
        Ok(line::command_line(verb, &given))
    }
}

/// An argument whose files may be touched; none where it is left out.
fn checked<'a>(
    project: &Project,
    verb: &OfferedVerb,
    argument: &'a Argument,
    value: &OptionValue,
) -> Result<Option<Given<'a>>> {
    if let OptionValue::Flag(is_on) = value {
        let may_be = argument.flag || argument.bare || !is_on;
        let given = is_on.then(|| Given { argument, values: Vec::new() });
        return if may_be { Ok(given) } else { Err(verb.needs_value(argument)) };
    }
    let texts = value.texts();
    if texts.is_empty() {
        return Ok(None);
    }
    if argument.flag {
        return Err(StudioError::malformed(format!("{} takes no value", argument.shown())));
    }
    let values = texts.iter().map(|text| checked_value(project, argument, text));
    Ok(Some(Given { argument, values: values.collect::<Result<_>>()? }))
}

fn checked_value(project: &Project, argument: &Argument, text: &str) -> Result<String> {
    let shown = |path: std::path::PathBuf| shielded(project.shown(&path));
    match argument.path_use() {
        Some(PathUse::Robot) if is_built_in(text) => Ok(text.to_owned()),
        Some(PathUse::Read | PathUse::Robot) => match project.readable(text) {
            Ok(path) => Ok(shown(path)),
            // Tables of one recording, joined.
            Err(_) if text.contains('+') => {
                let parts = text.split('+').map(|part| project.readable(part).map(shown));
                Ok(parts.collect::<Result<Vec<_>>>()?.join("+"))
            }
            Err(error) => Err(error),
        },
        Some(PathUse::Write) => Ok(shielded(project.shown(&project.writable(text)?))),
        None => {
            let leads_out = text.contains("..") || text.starts_with('/') || text.contains('\0');
            if leads_out && project.folder().join(text).exists() {
                return Err(StudioError::OutsideProject { path: text.to_owned() });
            }
            Ok(text.to_owned())
        }
    }
}

/// Whether a robot of this name comes with the library.
fn is_built_in(name: &str) -> bool {
    taufit::model::catalog::ENTRIES.iter().any(|entry| entry.name == name)
}

/// A path that is not taken for an option.
fn shielded(path: String) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path }
}
