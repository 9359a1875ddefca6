//! Progress of the work: to a bar in the terminal, to the program that called, or as lines of JSON on stderr to the
//! program that started this one.

use crate::call::{Monitor, Progress};
use crate::interrupt::{SIGINT, exit_code};
use std::io::{Read, Write, stderr, stdin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Environment variable of a program that started this one and reads its stderr; `json` is the only value.
///
/// It holds the other end of stdin as long as it lives.
const VARIABLE: &str = "TAUFIT_PROGRESS";
/// Shortest time between two lines.
const PERIOD: Duration = Duration::from_millis(100);
/// Time for a proper end after the program that started this one has ended.
const GRACE_TIME: Duration = Duration::from_secs(5);

/// Receiver of progress.
#[derive(Clone, Debug)]
pub(crate) enum Reporter {
    /// Bars on the terminal.
    Terminal,
    /// The program that called.
    Caller(Arc<Monitor>),
    /// Lines on stderr, with the time of the last one.
    Lines(Arc<Mutex<Option<Instant>>>),
}

impl Reporter {
    /// As the environment says. With lines, the process ends when the one that started it does.
    pub(crate) fn of_environment() -> Self {
        if std::env::var_os(VARIABLE).is_none_or(|value| value != "json") {
            return Self::Terminal;
        }
        std::thread::spawn(end_with_stdin);
        Self::Lines(Arc::default())
    }

    /// Whether bars are shown.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal)
    }

    /// Hands progress on.
    pub(crate) fn report(&self, progress: impl FnOnce() -> Progress) {
        self.report_pose(progress, &[]);
    }

    /// Hands progress on, and the positions of a robot that moves, so that it can be shown.
    pub(crate) fn report_pose(&self, progress: impl FnOnce() -> Progress, q: &[f64]) {
        match self {
            Self::Terminal => {}
            Self::Caller(monitor) => monitor.report(progress()),
            Self::Lines(last) => {
                let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
                if last.is_none_or(|last| last.elapsed() >= PERIOD) {
                    *last = Some(Instant::now());
                    let line = serde_json::json!({ "progress": progress(), "q": q });
                    let _ = writeln!(stderr().lock(), "{line}");
                }
            }
        }
    }
}

/// Waits for the end of stdin, then ends the work as Ctrl-C does.
fn end_with_stdin() {
    let mut bytes = [0; 64];
    while stdin().lock().read(&mut bytes).is_ok_and(|n| n > 0) {}
    let _ = signal_hook::low_level::raise(SIGINT);
    std::thread::sleep(GRACE_TIME);
    std::process::exit(i32::from(exit_code(SIGINT)));
}
