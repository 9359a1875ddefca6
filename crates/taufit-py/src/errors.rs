//! Errors of the libraries as exceptions of the package.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taufit_cli::{CallError, CallErrorKind};

/// Name of the exception for a kind of error.
fn class(kind: CallErrorKind) -> &'static str {
    match kind {
        CallErrorKind::Usage => "UsageError",
        CallErrorKind::Refused => "DataError",
        CallErrorKind::Internal => "FileError",
        CallErrorKind::Interrupted => "Interrupted",
    }
}

/// The exception of an error of a verb: `taufit.Error`, by kind.
pub(crate) fn exception(py: Python<'_>, error: CallError) -> PyErr {
    let make = || {
        let CallError { kind, code, message, options, findings } = error;
        let make = py.import("taufit._errors")?.getattr("make_error")?;
        make.call1((class(kind), code, message, options, findings))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// The exception of an error of a library, about data.
pub(crate) fn refused(py: Python<'_>, error: &taufit::Error) -> PyErr {
    let (kind, message) = (CallErrorKind::Refused, error.to_string());
    let (options, findings) = (Vec::new(), Vec::new());
    exception(py, CallError { kind, code: Some(error.code()), message, options, findings })
}

/// The exception of an error of a file or a description.
pub(crate) fn refused_file(py: Python<'_>, error: &taufit_io::Error) -> PyErr {
    let kind = match error {
        taufit_io::Error::UnknownSource { .. } => CallErrorKind::Usage,
        _ => CallErrorKind::Refused,
    };
    let (options, findings) = (Vec::new(), Vec::new());
    let message = error.to_string();
    exception(py, CallError { kind, code: Some(error.code()), message, options, findings })
}

/// The page of a code, such as `"E006"`.
#[pyfunction]
pub(crate) fn explain(code: &str) -> PyResult<&'static str> {
    taufit_cli::page(code)
        .ok_or_else(|| PyValueError::new_err(format!("there is no code {code:?}")))
}
