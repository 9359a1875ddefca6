//! Fleets: what workers do to stored evidence, and the page of a result.

use crate::errors::{refused, refused_file};
use crate::pool::pool;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use taufit::diagnostics::FleetError;
use taufit::methods::FleetPlan;
use taufit::study::FleetStudy;
use taufit_io::fleet_store::{Period, merge_stored_logs};

/// Robot, period and bytes of evidence.
type MergedGroup<'py> = (String, String, Bound<'py, PyBytes>);
/// Robot, log, code and message of a failure.
type FailureFields = (String, String, String, String);

/// Evidence of stored logs, merged by robot and period; files that cannot be used, with their codes.
#[pyfunction]
#[pyo3(signature = (plan, files, period=None))]
pub(crate) fn merge_logs<'py>(
    py: Python<'py>,
    plan: &str,
    files: Vec<PathBuf>,
    period: Option<&str>,
) -> PyResult<(Vec<MergedGroup<'py>>, Vec<FailureFields>)> {
    let plan: FleetPlan = serde_json::from_str(plan).map_err(not_a_document)?;
    let model = plan.build().map_err(|error| refused(py, &error))?;
    let unknown = |name: &str| PyValueError::new_err(format!("there is no period {name:?}"));
    let named = |name: &str| Period::named(name).ok_or_else(|| unknown(name));
    let period = period.map(named).transpose()?;
    let pool = pool()?;
    let merged = py.detach(|| pool.install(|| merge_stored_logs(&model, &files, period)));
    let (groups, failures) = merged.map_err(|error| refused_file(py, &error.into()))?;
    let bytes = |((robot, period), evidence): ((String, String), taufit::evidence::Evidence)| {
        (robot, period, PyBytes::new(py, &evidence.to_bytes()))
    };
    let failures = failures.into_iter().map(|f| (f.robot, f.log, f.code, f.message)).collect();
    Ok((groups.into_iter().map(bytes).collect(), failures))
}

/// Code and message about a log whose worker died each time.
#[pyfunction]
pub(crate) fn worker_lost(log: String, attempts: usize) -> (&'static str, String) {
    let error = taufit::Error::from(FleetError::WorkerLost { log, attempts });
    (error.code(), error.to_string())
}

/// The page of the result of a fleet.
#[pyfunction]
pub(crate) fn fleet_page(document: &str) -> PyResult<String> {
    let study: FleetStudy = serde_json::from_str(document).map_err(not_a_document)?;
    taufit_report::render_fleet_page(&study)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn not_a_document(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
