//! Keyword arguments as options of the command line: one vocabulary, walked, never written twice.

use crate::arrays::wrong;
use clap::Arg;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use std::ffi::OsString;
use taufit_cli::verb_table::{
    built_command, is_bare, is_flag, is_many, is_offered, keyword, verb_views,
};

/// Every verb with its arguments, as JSON: the source of functions, stubs and documentation.
#[pyfunction]
pub(crate) fn options() -> PyResult<String> {
    serde_json::to_string(&verb_views())
        .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))
}

/// The command line of a call, without the name of the program.
pub(crate) fn argument_list(
    verb: &str,
    positionals: &Bound<'_, PyList>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Vec<OsString>> {
    let py = options.py();
    let command = built_command();
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
