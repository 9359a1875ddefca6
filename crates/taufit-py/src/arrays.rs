//! Arrays of numpy: states in, results out. Numbers are float64 in C order, shapes `(..., n)`.

use crate::errors::exception;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use taufit_cli::{CallError, CallErrorKind};

/// Samples of one quantity, one row of `n_dof` numbers each.
pub(crate) struct Rows<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    /// Shape without the last axis.
    pub(crate) leading: Vec<usize>,
}

impl<'py> Rows<'py> {
    /// Checks shape, order and numbers of an array.
    pub(crate) fn new(
        what: &str,
        array: PyReadonlyArrayDyn<'py, f64>,
        n_dof: usize,
    ) -> PyResult<Self> {
        let py = array.py();
        let shape = array.shape().to_vec();
        let Some((&n, leading)) = shape.split_last() else {
            return Err(wrong(py, format!("{what} is a number; expected shape (..., {n_dof})")));
        };
        if n != n_dof {
            let is_transposed = shape.len() == 2 && shape[0] == n_dof;
            let advice = if is_transposed {
                "; rows are samples: pass its transpose"
            } else {
                "; the last axis counts the joints"
            };
            let text = format!("{what} has shape {shape:?}; expected (..., {n_dof}){advice}");
            return Err(wrong(py, text));
        }
        let rows = Self { leading: leading.to_vec(), array };
        let bad = rows.numbers()?.iter().position(|x| !x.is_finite());
        match bad {
            Some(at) => {
                let (sample, joint, value) = (at / n_dof, at % n_dof, rows.numbers()?[at]);
                let text = format!(
                    "{what} of sample {sample}, joint {joint} is {value}; expected finite numbers"
                );
                Err(wrong(py, text))
            }
            None => Ok(rows),
        }
    }

    /// All numbers, row by row.
    pub(crate) fn numbers(&self) -> PyResult<&[f64]> {
        self.array.as_slice().map_err(|error| wrong(self.array.py(), error.to_string()))
    }
}

/// Refuses arrays of different shapes.
pub(crate) fn check_alike(py: Python<'_>, rows: &[(&str, &Rows<'_>)]) -> PyResult<()> {
    let Some((first, others)) = rows.split_first() else { return Ok(()) };
    match others.iter().find(|(_, other)| other.leading != first.1.leading) {
        Some((what, other)) => Err(wrong(
            py,
            format!(
                "{} and {what} have different numbers of samples: {:?} and {:?}",
                first.0, first.1.leading, other.leading
            ),
        )),
        None => Ok(()),
    }
}

/// An array of this shape, zeros that are written to in place. numpy's own memory comes in large pages.
pub(crate) fn filled<'py>(
    py: Python<'py>,
    shape: &[usize],
    fill: impl FnOnce(&mut [f64]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape.to_vec(),))?;
    let array = array.cast_into::<PyArrayDyn<f64>>()?;
    fill(array.readwrite().as_slice_mut()?)?;
    Ok(array)
}

/// The caller's array, written to in place; it must have this shape, in C order, and share no memory with an input.
pub(crate) fn refilled<'py>(
    array: Bound<'py, PyArrayDyn<f64>>,
    shape: &[usize],
    fill: impl FnOnce(&mut [f64]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let py = array.py();
    if array.shape() != shape {
        let text = format!("out has shape {:?}; expected {shape:?}", array.shape());
        return Err(wrong(py, text));
    }
    if !array.is_c_contiguous() {
        return Err(wrong(py, "out is not in C order".to_owned()));
    }
    let mut access = array.try_readwrite().map_err(|error| wrong(py, format!("out: {error}")))?;
    fill(access.as_slice_mut().map_err(|error| wrong(py, format!("out: {error}")))?)?;
    drop(access);
    Ok(array)
}

/// An argument that makes no sense.
pub(crate) fn wrong(py: Python<'_>, message: String) -> PyErr {
    let (options, findings) = (Vec::new(), Vec::new());
    exception(py, CallError { kind: CallErrorKind::Usage, code: None, message, options, findings })
}
