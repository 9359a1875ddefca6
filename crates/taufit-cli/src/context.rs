//! Where the words go: results to stdout, messages to stderr.

use crate::failure::{Failure, Outcome};
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};

/// Width of a table when nobody says how wide the screen is.
const DEFAULT_WIDTH: u16 = 100;
/// Below this a table is no table.
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
    /// Looks at the terminal once.
    pub(crate) fn new(json: bool) -> Self {
        Self { json, width: screen_width() }
    }

    /// Writes a result.
    pub(crate) fn deliver(&self, text: &str) -> Outcome {
        let mut out = stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::ReaderGone),
            Err(error) => Err(Failure::internal(format!("cannot write to stdout: {error}"))),
        }
    }

    /// Does long work with a sign of life on the terminal; nothing where stderr is no terminal.
    pub(crate) fn busy<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let spinner = indicatif::ProgressBar::new_spinner().with_message(what);
        spinner.enable_steady_tick(std::time::Duration::from_millis(100));
        let done = work();
        spinner.finish_and_clear();
        done
    }

    /// Writes a message. When even stderr is gone, nobody is left to tell.
    pub(crate) fn complain(&self, text: &str) {
        let _ = stderr().lock().write_all(text.as_bytes());
    }
}

/// The terminal's width, else `COLUMNS`, else a page.
fn screen_width() -> u16 {
    let out = stdout();
    let screen = || terminal_size::terminal_size_of(&out).map(|(width, _)| width.0);
    let terminal = if out.is_terminal() { screen() } else { None };
    let wished = || std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    terminal.or_else(wished).unwrap_or(DEFAULT_WIDTH).max(NARROWEST)
}
