//! Square-root information about base parameters.

use crate::errors::refused;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use taufit::estimate::{Weighting, least_squares};

/// Values, standard deviations, noise levels of the joints and condition number.
type SolvedEvidence = (Vec<f64>, Vec<f64>, Vec<f64>, f64);

/// Square-root information of logs about the base parameters of a robot: one triangular factor per joint.
#[pyclass(frozen, name = "Evidence", module = "taufit._taufit")]
pub(crate) struct PyEvidence {
    pub(crate) evidence: taufit::evidence::Evidence,
}

#[pymethods]
impl PyEvidence {
    /// The evidence of bytes.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let evidence = taufit::evidence::Evidence::from_bytes(bytes);
        Ok(Self { evidence: evidence.map_err(|error| refused(py, &error))? })
    }

    /// Versioned bytes, the same on every machine.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.evidence.to_bytes())
    }

    /// The evidence of both.
    fn merged(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let mut evidence = self.evidence.clone();
        evidence.merge(&other.evidence).map_err(|error| refused(py, &error))?;
        Ok(Self { evidence })
    }

    /// Number of base parameters.
    #[getter]
    fn n_base(&self) -> usize {
        self.evidence.n_base()
    }

    /// Number of rows of every joint.
    #[getter]
    fn n_rows(&self) -> Vec<usize> {
        self.evidence.joints().iter().map(|joint| joint.n_rows()).collect()
    }

    /// Weighted least squares: base parameters, standard deviations, residual of every joint, condition number.
    fn solve(&self, py: Python<'_>) -> PyResult<SolvedEvidence> {
        let found = least_squares(&self.evidence, Weighting::PerJoint);
        let found = found.map_err(|error| refused(py, &error))?;
        Ok((found.beta, found.sigma, found.residual_sigma, found.condition))
    }
}
