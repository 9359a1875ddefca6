//! Output of the program: results to stdout, messages to stderr.

use crate::failure::{Failure, Outcome};
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};

/// Width of a table where the width of the screen is unknown.
const DEFAULT_WIDTH: u16 = 100;
/// Narrowest table.
const NARROWEST: u16 = 40;

/// Context of a verb.
#[derive(Debug)]
pub(crate) struct Context {
    /// Whether results are JSON.
    pub(crate) json: bool,
    /// Columns that a table may take.
    pub(crate) width: u16,
}

impl Context {
    /// Reads the width of the terminal once.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, width: screen_width() }
    }

    /// Writes a result to stdout.
    pub(crate) fn print(&self, text: &str) -> Outcome {
        let mut out = stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::BrokenPipe),
            Err(error) => Err(Failure::internal(format!("cannot write to stdout: {error}"))),
        }
    }

    /// Runs `work` with a spinner on stderr; without one where stderr is no terminal.
    pub(crate) fn with_spinner<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let spinner = indicatif::ProgressBar::new_spinner().with_message(what);
        spinner.enable_steady_tick(std::time::Duration::from_millis(100));
        let done = work();
        spinner.finish_and_clear();
        done
    }

    /// Writes a message to stderr; an error of stderr is ignored.
    pub(crate) fn message(&self, text: &str) {
        let _ = stderr().lock().write_all(text.as_bytes());
    }
}

/// The terminal's width, else `COLUMNS`, else a page.
fn screen_width() -> u16 {
    let out = stdout();
    let screen = || terminal_size::terminal_size_of(&out).map(|(width, _)| width.0);
    let terminal = if out.is_terminal() { screen() } else { None };
    let columns = || std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    terminal.or_else(columns).unwrap_or(DEFAULT_WIDTH).max(NARROWEST)
}
