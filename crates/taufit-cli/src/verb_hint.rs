//! The verb that was meant where there is none of that name.

use crate::args::command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use taufit::diagnostics::suggest;

/// Names that other tools have for what a verb does.
const MEANT: [(&str, &str); 28] = [
    ("calibrate", "identify"),
    ("check", "inspect"),
    ("convert", "export"),
    ("design", "excite"),
    ("diff", "compare"),
    ("estimate", "identify"),
    ("fit", "identify"),
    ("friction", "motors"),
    ("info", "inspect"),
    ("learn", "identify"),
    ("load", "payload"),
    ("move", "run"),
    ("optimize", "excite"),
    ("plan", "excite"),
    ("plot", "report"),
    ("predict", "validate"),
    ("record", "run"),
    ("score", "validate"),
    ("simulate", "run"),
    ("spring", "elastic"),
    ("static", "gravity"),
    ("test", "validate"),
    ("tool", "payload"),
    ("trajectory", "excite"),
    ("verify", "validate"),
    ("view", "inspect"),
    ("weigh", "payload"),
    ("write", "export"),
];

/// Replaces the parser's guess, which goes by letters alone, by the verb that was meant or spelt almost so.
pub(crate) fn with_meant_verb(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand).cloned()
    else {
        return error;
    };
    error.remove(ContextKind::SuggestedSubcommand);
    if let Some(verb) = meant(&typed) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![verb]));
    }
    error
}

fn meant(typed: &str) -> Option<String> {
    let typed = typed.to_lowercase();
    let synonym = MEANT.iter().find(|(name, _)| *name == typed).map(|(_, verb)| (*verb).to_owned());
    let command = command();
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let verbs: Vec<&str> = verbs.map(clap::Command::get_name).collect();
    synonym.or_else(|| suggest(&typed, verbs.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_meant_verb_exists_and_no_name_is_a_verb_itself() {
        let command = command();
        let verbs: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        for (name, verb) in MEANT {
            assert!(verbs.contains(&verb), "{verb}");
            assert!(!verbs.contains(&name), "{name}");
        }
    }

    #[test]
    fn meaning_goes_before_letters() {
        assert_eq!(meant("check").as_deref(), Some("inspect"));
        assert_eq!(meant("Plan").as_deref(), Some("excite"));
        assert_eq!(meant("identfy").as_deref(), Some("identify"));
        assert_eq!(meant("qwerty"), None);
    }
}
