//! Options by the names that they had in the last release, which are accepted in this one with a note.

use std::ffi::OsString;

/// An option that has another name now.
struct Renamed {
    verb: &'static str,
    old: &'static str,
    new: &'static str,
    /// Values that tell it from an option that has the old name now; none where there is no such option.
    values: &'static [&'static str],
}

const fn renamed(verb: &'static str, old: &'static str, new: &'static str) -> Renamed {
    Renamed { verb, old, new, values: &[] }
}

const RENAMED: [Renamed; 17] = [
    renamed("collisions", "--velocity", "--velocity-source"),
    renamed("excite", "--rate", "--sample-rate-hz"),
    renamed("gains", "--payload-frame", "--frame"),
    renamed("gains", "--payload-log", "--loaded"),
    renamed("gains", "--payload-mass", "--mass-kg"),
    renamed("gravity", "--no-offsets", "--no-offset"),
    renamed("motors", "--mass", "--link-mass-kg"),
    renamed("payload", "--free-log", "--unloaded"),
    renamed("payload", "--friction-model", "--friction"),
    renamed("payload", "--gains-file", "--gains"),
    renamed("payload", "--reference-log", "--loaded"),
    renamed("payload", "--reference-mass", "--mass-kg"),
    renamed("payload", "--stated-mass", "--stated-mass-kg"),
    renamed("serve", "--bind", "--listen"),
    renamed("serve", "--rate-hz", "--sample-rate-hz"),
    Renamed {
        verb: "payload",
        old: "--friction",
        new: "--load-friction",
        values: &["keep", "refit"],
    },
    Renamed {
        verb: "stiffness",
        old: "--friction",
        new: "--motor-friction",
        values: &["separated", "ignored"],
    },
];

/// The arguments with the names of today, and a note for every old one.
pub(crate) fn with_names_of_today(mut args: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let is_verb = |arg: &OsString| !arg.to_string_lossy().starts_with('-');
    let Some(verb) = args.iter().skip(1).position(is_verb).map(|k| k + 1) else {
        return (args, Vec::new());
    };
    let name = args[verb].to_string_lossy().into_owned();
    let mut notes = Vec::new();
    for k in verb + 1..args.len() {
        if args[k] == "--" {
            break;
        }
        let next = args.get(k + 1).map(|arg| arg.to_string_lossy().into_owned());
        let found = args[k].to_str().and_then(|arg| replaced(&name, arg, next.as_deref()));
        if let Some((new, Renamed { old, new: option, .. })) = found {
            notes.push(format!("note: {old} is {option} now; the next release drops the old name"));
            args[k] = new.into();
        }
    }
    notes.dedup();
    (args, notes)
}

/// An argument with its option's name of today, where it has an old one; `next` is the argument after it.
fn replaced(verb: &str, arg: &str, next: Option<&str>) -> Option<(String, &'static Renamed)> {
    let (option, value) = match arg.split_once('=') {
        Some((option, value)) => (option, Some(value)),
        None => (arg, None),
    };
    let is_meant = |renamed: &&Renamed| {
        let given = value.or(next);
        let fits = given.is_some_and(|given| renamed.values.contains(&given));
        renamed.verb == verb && renamed.old == option && (renamed.values.is_empty() || fits)
    };
    let renamed = RENAMED.iter().find(is_meant)?;
    let new = renamed.new;
    Some((value.map_or_else(|| new.to_owned(), |value| format!("{new}={value}")), renamed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::command;

    fn today(line: &str) -> (String, usize) {
        let (args, notes) = with_names_of_today(line.split(' ').map(OsString::from).collect());
        let args: Vec<String> = args.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        (args.join(" "), notes.len())
    }

    #[test]
    fn old_names_are_replaced_with_a_note() {
        let old =
            "taufit --json gains arm.urdf free.csv --payload-log a.csv b.csv --payload-mass=2";
        let new = "taufit --json gains arm.urdf free.csv --loaded a.csv b.csv --mass-kg=2";
        assert_eq!(today(old), (new.to_owned(), 2));
        assert_eq!(today(new), (new.to_owned(), 0));
    }

    #[test]
    fn a_name_with_another_meaning_is_told_by_its_value() {
        let (line, n_notes) = today("taufit stiffness kr500 a.csv --friction ignored");
        assert_eq!(
            (&line[..], n_notes),
            ("taufit stiffness kr500 a.csv --motor-friction ignored", 1)
        );
        let model = "taufit payload ur5 a.csv --friction viscous";
        assert_eq!(today(model), (model.to_owned(), 0));
        let (line, _) = today("taufit payload ur5 a.csv --friction=refit --friction-model viscous");
        assert_eq!(line, "taufit payload ur5 a.csv --load-friction=refit --friction viscous");
    }

    #[test]
    fn new_names_exist_and_old_ones_do_not() {
        let command = command();
        for Renamed { verb, old, new, values } in &RENAMED {
            let verb = command.find_subcommand(verb).unwrap();
            let has = |option: &str| verb.get_arguments().any(|a| a.get_long() == option.get(2..));
            assert!(has(new), "{new}");
            assert!(!values.is_empty() || !has(old), "{old}");
        }
    }
}
