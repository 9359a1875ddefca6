//! Signals that end the program.

pub(crate) use signal_hook::consts::SIGINT;

use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Signals after which work comes to a proper end: Ctrl-C, `kill`, `docker stop`, a connection that is
/// lost, and a suspension, which would leave a robot unwatched.
#[cfg(unix)]
const ENDINGS: [i32; 5] = {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM, SIGTSTP};
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
};
#[cfg(not(unix))]
const ENDINGS: [i32; 2] = [SIGINT, signal_hook::consts::SIGTERM];

/// Added to the number of a signal, an exit code.
const EXIT_BASE: i32 = 128;

/// Exit code of a program that a signal has ended.
pub(crate) fn exit_code(signal: i32) -> u8 {
    u8::try_from(EXIT_BASE + signal).unwrap_or(u8::MAX)
}

/// The first signal that came, if any.
#[derive(Clone, Debug, Default)]
pub(crate) struct EndSignals {
    raised: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl EndSignals {
    /// A flag that something else raises, as if Ctrl-C had been pressed.
    pub(crate) fn of_flag(raised: Arc<AtomicBool>) -> Self {
        Self { raised, signal: Arc::default() }
    }

    /// Whether one came.
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The flag that says so.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.raised
    }

    /// Which came last.
    pub(crate) fn signal(&self) -> Option<i32> {
        i32::try_from(self.signal.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}

/// A flag that the first Ctrl-C raises, so that work can come to a proper end; the second one ends the
/// program.
pub(crate) fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    let code = i32::from(exit_code(SIGINT));
    // The shutdown is registered first: at the first signal its condition does not hold yet.
    flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&raised))?;
    flag::register(SIGINT, Arc::clone(&raised))?;
    Ok(raised)
}

/// From now on signals are noted instead of ending the program. A second Ctrl-C ends it; the others may
/// come several times, since a terminal that closes sends SIGHUP more than once.
pub(crate) fn end_signals() -> io::Result<EndSignals> {
    interrupt_flag()?;
    let signals = EndSignals::default();
    for signal in ENDINGS {
        let number = usize::try_from(signal).unwrap_or_default();
        flag::register_usize(signal, Arc::clone(&signals.signal), number)?;
        flag::register(signal, Arc::clone(&signals.raised))?;
    }
    Ok(signals)
}
