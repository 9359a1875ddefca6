//! Columns of numbers in memory.

use crate::errors::refused_file;
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::sync::Arc;
use taufit_io::MemoryTable;

/// A log in memory: columns with the names of a CSV header.
#[pyclass(frozen, module = "taufit._taufit")]
pub(crate) struct Table {
    pub(crate) table: Arc<MemoryTable>,
}

#[pymethods]
impl Table {
    /// Copies the columns, which may have any stride.
    #[new]
    fn new(
        py: Python<'_>,
        names: Vec<String>,
        columns: Vec<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<Self> {
        let columns = columns.iter().map(copied).collect::<PyResult<_>>()?;
        let table = MemoryTable::new(names, columns);
        let table = table.map_err(|error| refused_file(py, &error))?;
        Ok(Self { table: Arc::new(table) })
    }

    /// Names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.table.names().to_vec()
    }
}

/// The numbers of a column; a `MemoryError` where they have no room.
fn copied(column: &PyReadonlyArray1<'_, f64>) -> PyResult<Vec<f64>> {
    let mut numbers = Vec::new();
    let no_room = |_| PyMemoryError::new_err(format!("no room for {} samples", column.len()));
    numbers.try_reserve_exact(column.len()).map_err(no_room)?;
    match column.as_slice() {
        Ok(slice) => numbers.extend_from_slice(slice),
        Err(_) => numbers.extend(column.as_array().iter()),
    }
    Ok(numbers)
}
