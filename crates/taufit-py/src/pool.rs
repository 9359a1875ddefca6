//! Worker threads. A child of `fork` has none of its parent's threads, so every process gets a pool of its own.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};

static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = &*slot
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let pool = rayon::ThreadPoolBuilder::new().build();
    let pool = Arc::new(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    // The pool of a parent process has no threads here that could be ended.
    std::mem::forget(slot.replace((process, Arc::clone(&pool))));
    Ok(pool)
}
