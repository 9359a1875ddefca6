//! Verbs of the command line with their options, as the program describes itself.

use crate::diagnostics::{Result, StudioError};
use serde::{Deserialize, Serialize};
use taufit::diagnostics::suggest;

/// Verbs that a page may start. The others serve robots, need a terminal or work on fleets.
const OFFERED: [&str; 18] = [
    "inspect",
    "base",
    "excite",
    "run",
    "identify",
    "motors",
    "elastic",
    "stiffness",
    "payload",
    "gravity",
    "gains",
    "collisions",
    "reverse",
    "validate",
    "compare",
    "export",
    "report",
    "robots",
];

/// Options that a page may not give: nothing is replaced, and no real robot moves.
const WITHHELD: [&str; 2] = ["force", "completions"];

/// Options of `run` for the simulated robot.
const SIMULATED_RUN: [&str; 5] = ["experiment", "out", "dry_run", "preview", "speed"];

/// Verbs that look and do not work long.
const LOOKS: [&str; 6] = ["inspect", "base", "compare", "export", "report", "robots"];

/// Verbs by name.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct VerbTable {
    verbs: Vec<OfferedVerb>,
}

/// A verb.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct OfferedVerb {
    pub(crate) name: String,
    about: String,
    #[serde(skip_serializing)]
    #[serde(default, rename = "notes")]
    _notes: String,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument of a verb.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(crate) struct Argument {
    /// Its keyword in Python.
    pub(crate) name: String,
    /// Its name on the command line; none of a positional one.
    pub(crate) option: Option<String>,
    pub(crate) positional: bool,
    pub(crate) required: bool,
    pub(crate) flag: bool,
    pub(crate) bare: bool,
    pub(crate) many: bool,
    pub(crate) help: String,
    pub(crate) value: String,
    pub(super) default: Vec<String>,
    pub(super) choices: Vec<String>,
}

/// Use of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathUse {
    Read,
    /// A file, or the name of a built-in robot.
    Robot,
    Write,
}

impl VerbTable {
    /// Reads the description that the program gives of itself.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let all: Vec<OfferedVerb> = serde_json::from_str(text)
            .map_err(|error| StudioError::malformed(format!("the table of verbs: {error}")))?;
        let offered = all.into_iter().filter(|verb| OFFERED.contains(&verb.name.as_str()));
        Ok(Self { verbs: offered.map(OfferedVerb::without_withheld).collect() })
    }

    /// The verb of this name.
    pub(crate) fn verb(&self, name: &str) -> Result<&OfferedVerb> {
        let found = self.verbs.iter().find(|verb| verb.name == name);
        found.ok_or_else(|| StudioError::absent(format!("verb {name:?} that a page may start")))
    }

    /// Whether a verb looks and does not work long.
    pub(crate) fn is_look(verb: &str) -> bool {
        LOOKS.contains(&verb)
    }
}

impl OfferedVerb {
    fn without_withheld(mut self) -> Self {
        let is_run = self.name == "run";
        self.arguments.retain(|argument| {
            let name = argument.name.as_str();
            !WITHHELD.contains(&name) && (!is_run || SIMULATED_RUN.contains(&name))
        });
        self
    }

    /// The option of this name.
    pub(crate) fn option(&self, option: &str) -> Result<&Argument> {
        let found =
            self.arguments.iter().find(|argument| argument.option.as_deref() == Some(option));
        found.ok_or_else(|| self.unknown(option))
    }

    /// Error of a name that the verb does not know.
    pub(crate) fn unknown(&self, name: &str) -> StudioError {
        let known = self.arguments.iter().map(|a| a.option.as_deref().unwrap_or(&a.name));
        let nearest = suggest(name, known).map(|name| format!("; {name} is the nearest"));
        let nearest = nearest.unwrap_or_default();
        StudioError::malformed(format!(
            "{} has no option {name} that a page may give{nearest}",
            self.name
        ))
    }

    /// Error of an option without its value.
    pub(crate) fn needs_value(&self, argument: &Argument) -> StudioError {
        StudioError::malformed(format!("{} needs a value: {}", argument.shown(), argument.value))
    }
}

impl Argument {
    /// Its name in messages.
    pub(crate) fn shown(&self) -> &str {
        self.option.as_deref().unwrap_or(&self.value)
    }

    /// Use of its value as a path, if it is one.
    pub(crate) fn path_use(&self) -> Option<PathUse> {
        const READ: [&str; 8] = [
            "LOG",
            "RESULT",
            "RESULT_OR_LOG",
            "SAMPLES",
            "FILE",
            "FILE.toml",
            "EXPERIMENT.toml",
            "DIR",
        ];
        let value = self.value.as_str();
        let is_write = matches!(self.name.as_str(), "out" | "preview" | "validation");
        match () {
            () if is_write => Some(PathUse::Write),
            () if value == "ROBOT" || self.name == "files" || self.name == "robot" => {
                Some(PathUse::Robot)
            }
            () if READ.contains(&value)
                || ["FILE", "DIR", "LOG", "FOLDER"].iter().any(|part| value.contains(part)) =>
            {
                Some(PathUse::Read)
            }
            () => None,
        }
    }
}
