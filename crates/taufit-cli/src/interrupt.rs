//! Ctrl-C.

use crate::failure::Failure;
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first Ctrl-C raises, so that work can come to a proper end; the second one ends the
/// program.
pub(crate) fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    let code = i32::from(Failure::INTERRUPTED);
    // The shutdown is registered first: at the first signal its condition does not hold yet.
    flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&raised))?;
    flag::register(SIGINT, Arc::clone(&raised))?;
    Ok(raised)
}
