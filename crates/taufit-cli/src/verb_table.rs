//! Verbs and their options as data: the source of the functions in Python and of the forms in the studio.

use clap::{Arg, ArgAction, Command};
use serde::Serialize;

/// Words that Python reserves and that are names of options.
const RESERVED: [&str; 4] = ["as", "from", "in", "with"];

/// Options of the command line that make no sense in a call.
const TERMINAL: [&str; 5] = ["help", "version", "json", "quiet", "verbose"];

/// A verb as its function is written.
#[derive(Debug, Serialize)]
pub struct VerbView {
    name: String,
    about: String,
    notes: String,
    arguments: Vec<ArgumentView>,
}

/// An argument of a verb.
#[derive(Debug, Serialize)]
pub struct ArgumentView {
    /// Its keyword.
    name: String,
    /// Its name in messages of the command line.
    option: Option<String>,
    positional: bool,
    required: bool,
    /// Whether it is `True` or `False`.
    flag: bool,
    /// Whether it may be given without a value.
    bare: bool,
    /// Whether it may be given several times.
    many: bool,
    help: String,
    value: String,
    default: Vec<String>,
    choices: Vec<String>,
}

/// The command line with all that is derived from its options.
pub fn built_command() -> Command {
    let mut command = crate::command();
    command.build();
    command
}

/// Every verb that is not hidden.
pub fn verb_views() -> Vec<VerbView> {
    built_command().get_subcommands().filter(|verb| !verb.is_hide_set()).map(view).collect()
}

fn view(verb: &Command) -> VerbView {
    let text =
        |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let argument = |arg: &Arg| ArgumentView {
        name: keyword(arg),
        option: arg.get_long().map(|long| format!("--{long}")),
        positional: arg.is_positional(),
        required: arg.is_required_set(),
        flag: is_flag(arg),
        bare: is_bare(arg),
        many: is_many(arg),
        help: text(arg.get_help()),
        value: arg.get_value_names().unwrap_or_default().join(" "),
        default: arg
            .get_default_values()
            .iter()
            .map(|v| v.to_string_lossy().into_owned())
            .collect(),
        choices: match is_flag(arg) {
            true => Vec::new(),
            false => arg.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect(),
        },
    };
    VerbView {
        name: verb.get_name().to_owned(),
        about: text(verb.get_about()),
        notes: text(verb.get_after_help()),
        arguments: verb.get_arguments().filter(|arg| is_offered(arg)).map(argument).collect(),
    }
}

/// Whether a program may give an argument.
pub fn is_offered(arg: &Arg) -> bool {
    !TERMINAL.contains(&arg.get_id().as_str())
}

/// Whether an argument is there or not, without a value.
pub fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse)
}

/// Whether an argument may be given without its value.
pub fn is_bare(arg: &Arg) -> bool {
    !is_flag(arg) && arg.get_num_args().is_some_and(|range| range.min_values() == 0)
}

/// Whether an argument may be given several times.
pub fn is_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_num_args().is_some_and(|range| range.max_values() > 1)
}

/// The keyword of an argument: `hold_out` for `--hold-out`, `as_` for `--as`.
pub fn keyword(arg: &Arg) -> String {
    let name = arg.get_long().unwrap_or(arg.get_id().as_str()).replace('-', "_");
    if RESERVED.contains(&name.as_str()) { name + "_" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// What an option takes, and the sentence of its help that says what it means: up to the first `;`, `:` or full
    /// stop. After it verbs may say what they do without the option.
    fn meaning(arg: &Arg) -> (bool, String, String) {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let end = [";", ": ", ". "].iter().filter_map(|stop| help.find(stop)).min();
        let sentence = help[..end.unwrap_or(help.len())].trim_end_matches('.').to_owned();
        (is_flag(arg), arg.get_value_names().unwrap_or_default().join(" "), sentence)
    }

    #[test]
    fn an_option_means_one_thing_in_all_verbs() {
        let command = built_command();
        let mut known: BTreeMap<String, (String, (bool, String, String))> = BTreeMap::new();
        let mut other = Vec::new();
        for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            for arg in verb.get_arguments().filter(|arg| is_offered(arg)) {
                let Some(option) = arg.get_long() else { continue };
                let here = (verb.get_name().to_owned(), meaning(arg));
                let first = known.entry(option.to_owned()).or_insert_with(|| here.clone());
                if first.1 != here.1 {
                    other.push(format!("--{option}: {first:?}, {here:?}"));
                }
            }
        }
        assert!(known.len() > 100 && other.is_empty(), "{}", other.join("\n"));
    }

    #[test]
    fn no_something_is_without_it() {
        let command = built_command();
        let verbs = command.get_subcommands();
        let args = verbs.flat_map(|verb| verb.get_arguments());
        for arg in args.filter(|arg| arg.get_long().is_some_and(|long| long.starts_with("no-"))) {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(is_flag(arg) && help.starts_with("Without "), "{:?}: {help}", arg.get_long());
        }
    }

    #[test]
    fn every_out_has_the_short_name() {
        let command = built_command();
        let outs = command.get_subcommands().flat_map(|verb| verb.get_arguments());
        let outs: Vec<&Arg> = outs.filter(|arg| arg.get_long() == Some("out")).collect();
        assert!(outs.len() > 10 && outs.iter().all(|arg| arg.get_short() == Some('o')));
    }
}
