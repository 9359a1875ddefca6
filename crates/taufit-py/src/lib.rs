//! Python binding of taufit: `taufit._taufit`. The package around it is in `python/taufit`.
//!
//! Verbs are those of the command line ([`taufit_cli::call`]), with the same options, checks and texts; results cross
//! as their JSON documents. Nothing is computed here.

mod arguments;
mod arrays;
mod call;
mod dynamics;
mod errors;
mod evidence;
mod fleet;
mod pool;
mod robot;
mod study;
mod table;

use pyo3::prelude::*;

/// Native part of the package.
#[pymodule]
mod _taufit {
    #[pymodule_export]
    use super::arguments::options;
    #[pymodule_export]
    use super::call::{PyAnswer, call, run_program};
    #[pymodule_export]
    use super::errors::explain;
    #[pymodule_export]
    use super::evidence::PyEvidence;
    #[pymodule_export]
    use super::fleet::{fleet_page, merge_logs, worker_lost};
    #[pymodule_export]
    use super::robot::PyRobot;
    #[pymodule_export]
    use super::study::PyStudy;
    #[pymodule_export]
    use super::table::Table;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
