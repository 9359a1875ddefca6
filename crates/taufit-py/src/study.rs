//! Results of methods in memory: read, shown, written.

use crate::call::series_dict;
use crate::errors::exception;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use taufit_cli::AnyStudy;

/// A result of any method with its torques over time.
#[pyclass(frozen, name = "Study", module = "taufit._taufit")]
pub(crate) struct PyStudy {
    study: AnyStudy,
}

#[pymethods]
impl PyStudy {
    /// The result in a folder, or in its `result.json`.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let study = py.detach(|| AnyStudy::read(&path));
        Ok(Self { study: study.map_err(|error| exception(py, error))? })
    }

    /// The result in a document.
    #[staticmethod]
    pub(crate) fn parse(py: Python<'_>, document: &str, series: &str) -> PyResult<Self> {
        let series = serde_json::from_str(series)
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
        let study = AnyStudy::parse(document, series);
        Ok(Self { study: study.map_err(|error| exception(py, error))? })
    }

    /// The document as JSON.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        self.study.document().map_err(|error| exception(py, error))
    }

    /// Torques over time, stretch by stretch.
    fn series<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.study.series().iter().map(|series| series_dict(py, series)).collect()
    }

    /// Torques over time as JSON, for copies.
    fn series_json(&self) -> PyResult<String> {
        serde_json::to_string(self.study.series())
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    }

    /// The text of the command line, so many columns wide.
    fn text(&self, py: Python<'_>, width: u16) -> PyResult<String> {
        self.study.screen(width).map_err(|error| exception(py, error))
    }

    /// The report as HTML.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.study.page()).map_err(|error| exception(py, error))
    }

    /// The verdict of the report as HTML.
    fn card(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| self.study.card()).map_err(|error| exception(py, error))
    }

    /// Writes the folder of the result.
    fn write(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| self.study.write(&folder)).map_err(|error| exception(py, error))
    }
}

impl PyStudy {
    pub(crate) fn new(study: AnyStudy) -> Self {
        Self { study }
    }
}
