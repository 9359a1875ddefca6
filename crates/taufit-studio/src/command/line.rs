//! A command as arguments of a process, as a line for a shell, and as a call in Python.

use super::verbs::OfferedVerb;
use super::{CommandLine, Given};

/// Longest call in Python that stands on one line.
const LINE_WIDTH: usize = 88;

/// All three.
pub(super) fn command_line(verb: &OfferedVerb, given: &[Given<'_>]) -> CommandLine {
    // Positional arguments come first: an option that takes several values would take them too.
    let positional = || given.iter().filter(|given| given.argument.positional);
    let options = || given.iter().filter(|given| !given.argument.positional);
    let mut arguments = vec![verb.name.clone()];
    arguments.extend(positional().flat_map(|given| given.values.clone()));
    arguments.extend(options().flat_map(option));
    let outputs =
        given.iter().filter(|given| is_output(given)).flat_map(|given| given.values.clone());
    CommandLine {
        verb: verb.name.clone(),
        line: shell_line(&arguments),
        python: python_call(&verb.name, positional(), options()),
        outputs: outputs.collect(),
        arguments,
    }
}

fn is_output(given: &Given<'_>) -> bool {
    given.argument.path_use() == Some(super::PathUse::Write)
}

fn option(given: &Given<'_>) -> Vec<String> {
    let name = given.argument.option.clone().unwrap_or_default();
    let values = &given.values;
    let is_joined = given.argument.bare || values.iter().any(|value| value.starts_with('-'));
    match (&values[..], is_joined) {
        ([], _) => vec![name],
        (values, true) => values.iter().map(|value| format!("{name}={value}")).collect(),
        (values, false) => values.iter().flat_map(|value| [name.clone(), value.clone()]).collect(),
    }
}

/// `taufit` and its arguments as a shell takes them.
fn shell_line(arguments: &[String]) -> String {
    let words: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
    format!("taufit {}", words.join(" "))
}

fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

fn python_call<'a>(
    verb: &str,
    positional: impl Iterator<Item = &'a Given<'a>>,
    options: impl Iterator<Item = &'a Given<'a>>,
) -> String {
    let first = positional.map(python_value);
    let named = options.map(|given| format!("{}={}", given.argument.name, python_value(given)));
    let arguments: Vec<String> = first.chain(named).collect();
    let call = format!("taufit.{verb}({})", arguments.join(", "));
    let call = match call.chars().count() > LINE_WIDTH {
        true => format!("taufit.{verb}(\n    {},\n)", arguments.join(",\n    ")),
        false => call,
    };
    format!("import taufit\n\nresult = {call}\nprint(result)\n")
}

fn python_value(given: &Given<'_>) -> String {
    match &given.values[..] {
        [] => "True".to_owned(),
        [one] => python_text(one),
        several => {
            let texts: Vec<String> = several.iter().map(|text| python_text(text)).collect();
            format!("[{}]", texts.join(", "))
        }
    }
}

/// A number, or a text in quotes.
fn python_text(text: &str) -> String {
    let is_number =
        !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ".-e".contains(c));
    if is_number && text.parse::<f64>().is_ok() {
        return text.to_owned();
    }
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::verbs::Argument;
    use super::*;

    fn argument(name: &str, option: Option<&str>) -> Argument {
        Argument {
            name: name.to_owned(),
            option: option.map(str::to_owned),
            positional: option.is_none(),
            ..Argument::default()
        }
    }

    #[test]
    fn a_command_is_a_line_and_a_call() {
        let (logs, validate) = (argument("logs", None), argument("validate", Some("--validate")));
        let (negate, share) =
            (argument("no_rotor", Some("--no-rotor")), argument("hold_out", Some("--hold-out")));
        let given = |argument, values: &[&str]| Given {
            argument,
            values: values.iter().map(|&value| value.to_owned()).collect(),
        };
        let given = [
            given(&validate, &["c d.csv"]),
            given(&logs, &["a.csv", "b.csv"]),
            given(&negate, &[]),
            given(&share, &["0.25"]),
        ];
        let verb = serde_json::json!({ "name": "identify", "about": "", "arguments": [] });
        let command = command_line(&serde_json::from_value(verb).unwrap(), &given);
        assert_eq!(
            command.line,
            "taufit identify a.csv b.csv --validate 'c d.csv' --no-rotor --hold-out 0.25"
        );
        let call = "taufit.identify([\"a.csv\", \"b.csv\"], validate=\"c d.csv\", no_rotor=True, hold_out=0.25)";
        assert_eq!(command.python, format!("import taufit\n\nresult = {call}\nprint(result)\n"));
    }
}
