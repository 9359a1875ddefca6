//! Keyword arguments as options of the command line: one vocabulary, walked, never written twice.

use crate::arrays::wrong;
use clap::{Arg, ArgAction, Command};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use std::ffi::OsString;

/// Words that Python reserves and that are names of options.
const RESERVED: [&str; 4] = ["as", "from", "in", "with"];

/// Options of the command line that make no sense in a call.
const TERMINAL: [&str; 3] = ["help", "version", "json"];

/// A verb as its function is written.
#[derive(Serialize)]
struct VerbView {
    name: String,
    about: String,
    notes: String,
    arguments: Vec<ArgumentView>,
}

/// An argument of a verb.
#[derive(Serialize)]
struct ArgumentView {
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

/// Every verb with its arguments, as JSON: the source of functions, stubs and documentation.
#[pyfunction]
pub(crate) fn options() -> PyResult<String> {
    let verbs = command()
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set())
        .map(view)
        .collect::<Vec<_>>();
    serde_json::to_string(&verbs)
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
}

fn command() -> Command {
    let mut command = taufit_cli::command();
    command.build();
    command
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

fn is_offered(arg: &Arg) -> bool {
    !TERMINAL.contains(&arg.get_id().as_str())
}

fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse)
}

fn is_bare(arg: &Arg) -> bool {
    !is_flag(arg) && arg.get_num_args().is_some_and(|range| range.min_values() == 0)
}

fn is_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_num_args().is_some_and(|range| range.max_values() > 1)
}

/// The keyword of an argument: `hold_out` for `--hold-out`, `as_` for `--as`.
fn keyword(arg: &Arg) -> String {
    let name = arg.get_long().unwrap_or(arg.get_id().as_str()).replace('-', "_");
    if RESERVED.contains(&name.as_str()) { name + "_" } else { name }
}

/// The command line of a call, without the name of the program.
pub(crate) fn argument_list(
    verb: &str,
    positionals: &Bound<'_, PyList>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<OsString>> {
    let py = options.py();
    let command = command();
    let Some(command) = command.find_subcommand(verb) else {
        return Err(wrong(py, format!("there is no verb {verb:?}")));
    };
    let mut args = vec![OsString::from(verb)];
    for (key, value) in options {
        let key: String = key.extract()?;
        let arg =
            command.get_arguments().filter(|arg| is_offered(arg)).find(|arg| keyword(arg) == key);
        match arg {
            Some(arg) => args.extend(option(arg, &key, &value)?.into_iter().map(OsString::from)),
            None => return Err(wrong(py, format!("{verb}() has no argument {key:?}"))),
        }
    }
    args.push("--".into());
    for value in positionals {
        args.extend(texts("an argument", &value)?.into_iter().map(OsString::from));
    }
    Ok(args)
}

/// An option with its value.
fn option(arg: &Arg, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let name = format!("--{}", arg.get_long().unwrap_or_default());
    if value.is_none() {
        return Ok(Vec::new());
    }
    match (truth(value), is_flag(arg), is_bare(arg)) {
        (Some(true), true, _) | (Some(true), _, true) => return Ok(vec![name]),
        (Some(false), true, _) | (Some(false), _, true) => return Ok(Vec::new()),
        (None, true, _) => {
            return Err(wrong(
                value.py(),
                format!("{key} is {}; expected True or False", shown(value)),
            ));
        }
        _ => {}
    }
    let values = texts(key, value)?;
    Ok(match is_many(arg) {
        true => values.iter().map(|value| format!("{name}={value}")).collect(),
        false => vec![format!("{name}={}", values.join(","))],
    })
}

/// `True` or `False`, also of numpy.
fn truth(value: &Bound<'_, PyAny>) -> Option<bool> {
    let is_numpy = value.get_type().name().is_ok_and(|name| name == "bool" || name == "bool_");
    if value.is_instance_of::<PyBool>() || is_numpy { value.is_truthy().ok() } else { None }
}

/// The texts of a value: one of a text or number, one per entry of a list, `KEY=VALUE` per entry of a dictionary.
fn texts(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(dict) = value.cast::<PyDict>() {
        let pair = |(k, v): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(format!("{}={}", text(key, &k)?, texts(key, &v)?.join(",")))
        };
        return dict.iter().map(pair).collect();
    }
    if is_list(value) {
        let entry = |entry: PyResult<Bound<'_, PyAny>>| Ok(texts(key, &entry?)?.join(","));
        return value.try_iter()?.map(entry).collect();
    }
    Ok(vec![text(key, value)?])
}

/// Lists, tuples and arrays.
fn is_list(value: &Bound<'_, PyAny>) -> bool {
    let is_array = || {
        let dimensions = value.getattr("ndim").and_then(|n| n.extract::<usize>());
        dimensions.is_ok_and(|n| n > 0)
    };
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() || is_array()
}

/// A text, path or number as the command line takes it; numbers keep all their digits.
fn text(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyString>() {
        return value.extract();
    }
    if truth(value).is_none() {
        if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
            let number = if value.is_instance_of::<PyFloat>() {
                value.call_method0("__float__")?
            } else {
                value.clone()
            };
            return number.call_method0("__repr__")?.extract();
        }
        if let Ok(number) = value.call_method0("item") {
            return text(key, &number);
        }
        if let Ok(path) = value.call_method0("__fspath__") {
            return path.extract();
        }
    }
    Err(wrong(
        value.py(),
        format!("{key} is {}; expected a text, a number, a path, or a list of them", shown(value)),
    ))
}

/// A value in messages: its type, which is short.
fn shown(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .name()
        .map_or_else(|_| "an object".to_owned(), |name| format!("of type {name}"))
}
