//! Verbs of the command line as functions.

use crate::arguments::argument_list;
use crate::errors::exception;
use crate::evidence::PyEvidence;
use crate::pool::pool;
use crate::robot::PyRobot;
use crate::study::PyStudy;
use crate::table::Table;
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ffi::OsString;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use taufit::study::Series;
use taufit_cli::{AnyStudy, CallError, Caller, Monitor};

/// Time between two looks at signals and progress.
const POLL: Duration = Duration::from_millis(50);

/// Time that interrupted work gets to end by itself; after it the work goes on unattended and its result is dropped.
const GRACE: Duration = Duration::from_secs(5);

/// Result of a verb.
#[pyclass(frozen, name = "Answer", module = "taufit._taufit")]
pub(crate) struct PyAnswer {
    answer: Mutex<taufit_cli::Answer>,
}

#[pymethods]
impl PyAnswer {
    /// The JSON document, where the verb has one.
    #[getter]
    fn document(&self) -> Option<String> {
        self.with(|answer| answer.document.clone())
    }

    /// The text of the command line.
    #[getter]
    fn text(&self) -> String {
        self.with(|answer| answer.text.clone())
    }

    /// Messages of the command line that are not part of the result.
    #[getter]
    fn messages(&self) -> String {
        self.with(|answer| answer.messages.clone())
    }

    /// The result as a study with its torques over time, which it hands over once; none where the verb makes none.
    fn study(&self, py: Python<'_>) -> PyResult<Option<PyStudy>> {
        let (document, series) =
            self.with(|answer| (answer.document.clone(), std::mem::take(&mut answer.series)));
        let Some(document) = document else { return Ok(None) };
        let study = AnyStudy::parse(&document, series);
        Ok(Some(PyStudy::new(study.map_err(|error| exception(py, error))?)))
    }

    /// Evidence of an identification.
    fn evidence(&self) -> Option<PyEvidence> {
        self.with(|answer| answer.evidence.clone()).map(|evidence| PyEvidence { evidence })
    }
}

impl PyAnswer {
    fn with<T>(&self, take: impl FnOnce(&mut taufit_cli::Answer) -> T) -> T {
        take(&mut self.answer.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Calls a verb. Values are text, numbers, flags, lists and dictionaries of them; names of `robots` and `logs` stand
/// for these. `progress` is called with the work in words, the amount done and all of it.
#[pyfunction]
#[pyo3(signature = (verb, positionals, options, robots, logs, program, progress=None))]
#[expect(clippy::too_many_arguments, reason = "one call carries the whole command line")]
pub(crate) fn call(
    py: Python<'_>,
    verb: &str,
    positionals: &Bound<'_, PyList>,
    options: &Bound<'_, PyDict>,
    robots: Vec<(String, Py<PyRobot>)>,
    logs: Vec<(String, Py<Table>)>,
    program: Vec<OsString>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PyAnswer> {
    let args = argument_list(verb, positionals, options)?;
    let monitor = Arc::new(Monitor::default());
    let mut caller = Caller::new(Arc::clone(&monitor), program);
    for (name, robot) in robots {
        caller.robots.insert(name, robot.get().loaded().clone());
    }
    for (name, table) in logs {
        caller.logs.insert(name.into(), Arc::clone(&table.get().table));
    }
    let pool = pool()?;
    let (give, answer) = channel();
    let worker = std::thread::spawn(move || {
        // The caller may have given up.
        let _ = give.send(pool.install(|| taufit_cli::call(&args, caller)));
    });
    match wait(py, &Mutex::new(answer), worker, &monitor, progress.as_ref())? {
        Ok(answer) => Ok(PyAnswer { answer: Mutex::new(answer) }),
        Err(error) => Err(exception(py, error)),
    }
}

type Received = Result<taufit_cli::Answer, CallError>;

/// Waits for the work; Ctrl-C and an error of the callback end it.
fn wait(
    py: Python<'_>,
    answer: &Mutex<Receiver<Received>>,
    worker: JoinHandle<()>,
    monitor: &Monitor,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Received> {
    loop {
        match receive(py, answer, POLL) {
            Ok(received) => return Ok(received),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the work ended without a result: this is a mistake in taufit",
                ));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(error) = py.check_signals().and_then(|()| report(monitor, progress)) {
            monitor.interrupt();
            // Whole files are left behind where the work can be ended; its result is not wanted any more.
            if receive(py, answer, GRACE).is_ok() {
                let _ = py.detach(|| worker.join());
            }
            return Err(error);
        }
    }
}

fn receive(
    py: Python<'_>,
    answer: &Mutex<Receiver<Received>>,
    time: Duration,
) -> Result<Received, RecvTimeoutError> {
    py.detach(|| answer.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time))
}

fn report(monitor: &Monitor, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    if let (Some(call), Some(now)) = (progress, monitor.take_progress()) {
        call.call1((now.what, now.done, now.total))?;
    }
    Ok(())
}

/// The `taufit` command with these arguments, its name first; `program` starts it as a process. Returns the exit code.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, args: Vec<OsString>, program: Vec<OsString>) -> u8 {
    py.detach(|| taufit_cli::run_program(args, program))
}

/// A stretch of torques over time: channels of shape `(n, N)`.
pub(crate) fn series_dict<'py>(py: Python<'py>, series: &Series) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("source", &series.source)?;
    dict.set_item("validation", series.validation)?;
    let channels = [
        ("t_s", &series.t_s),
        ("q", &series.q),
        ("qd", &series.qd),
        ("measured", &series.measured),
        ("predicted", &series.predicted),
        ("feasible", &series.feasible),
        ("nominal", &series.nominal),
    ];
    for (name, numbers) in channels {
        dict.set_item(name, PyArray1::from_slice(py, numbers))?;
    }
    Ok(dict)
}
