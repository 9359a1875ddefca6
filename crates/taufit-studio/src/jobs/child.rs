//! One process: its start, what it says, its limits and its end.
//!
//! The process holds the other end of a pipe on its stdin and ends when the pipe does, so that none is left behind by
//! a studio that was killed.

use super::progress::Report;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Environment variable by which a process is asked for progress as lines of JSON.
const PROGRESS_VARIABLE: &str = "TAUFIT_PROGRESS";
/// Period at which a process is looked at.
const LOOK_PERIOD: Duration = Duration::from_millis(15);
/// Time from the signal of Ctrl-C to the one that cannot be ignored.
const GRACE_TIME: Duration = Duration::from_secs(5);

/// The process to start.
pub(super) struct ChildOrder {
    pub(super) program: Vec<OsString>,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    /// File for its stdout.
    pub(super) document: PathBuf,
    pub(super) memory_bytes: u64,
}

/// End of a process.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ChildEnd {
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
    /// It could not be started or watched.
    NotStarted(String),
}

/// The wish to end a process, and whether there is one.
#[derive(Debug, Default)]
pub(super) struct ChildControl {
    state: Mutex<ControlState>,
}

#[derive(Debug, Default)]
struct ControlState {
    /// As long as its number belongs to it.
    process: Option<u32>,
    cancelled: Option<Instant>,
}

impl ChildControl {
    /// Asks the process to end.
    pub(super) fn cancel(&self) {
        let mut state = self.lock();
        if state.cancelled.is_none() {
            state.cancelled = Some(Instant::now());
            state.process.into_iter().for_each(interrupt);
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.lock().cancelled.is_some()
    }

    /// Looks at the process; its number is forgotten at the moment at which it ends.
    fn look(&self, child: &mut Child) -> io::Result<Option<ExitStatus>> {
        let mut state = self.lock();
        if state.cancelled.is_some_and(|since| since.elapsed() > GRACE_TIME) {
            let _ = child.kill();
        }
        let status = child.try_wait()?;
        if status.is_some() {
            state.process = None;
        }
        Ok(status)
    }

    fn begin(&self, child: &Child) {
        let mut state = self.lock();
        state.process = Some(child.id());
        if state.cancelled.is_some() {
            interrupt(child.id());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ControlState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChildEnd {
    /// The end in words, where it is not one of the program's own.
    pub(super) fn words(&self) -> Option<String> {
        match self {
            Self::Exit(_) => None,
            Self::Signal(signal) => Some(format!(
                "the process was ended by signal {signal}; if it needed too much memory, take shorter logs"
            )),
            Self::NotStarted(reason) => Some(format!("the process could not be started: {reason}")),
        }
    }

    fn of(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return Self::Signal(signal);
        }
        Self::Exit(status.code().unwrap_or(1))
    }
}

/// Starts a process and waits for its end; hands on what it says.
pub(super) fn run(
    order: &ChildOrder,
    control: &ChildControl,
    report: &(dyn Fn(Report) + Sync),
) -> ChildEnd {
    let ended = start(order).and_then(|mut child| {
        limit_memory(&child, order.memory_bytes);
        control.begin(&child);
        // Kept as long as the process lives, which watches it.
        let pipe = child.stdin.take();
        let stderr = child.stderr.take();
        std::thread::scope(|scope| {
            let reader = stderr.map(|stderr| scope.spawn(move || read_lines(stderr, report)));
            let status = wait(&mut child, control);
            drop(pipe);
            if let Some(reader) = reader {
                let _ = reader.join();
            }
            status
        })
    });
    ended.map_or_else(|error| ChildEnd::NotStarted(error.to_string()), ChildEnd::of)
}

fn start(order: &ChildOrder) -> io::Result<Child> {
    let (program, first) = order.program.split_first().ok_or(io::ErrorKind::NotFound)?;
    if let Some(folder) = order.document.parent() {
        std::fs::create_dir_all(folder)?;
    }
    Command::new(program)
        .args(first)
        .arg("--json")
        .args(&order.arguments)
        .current_dir(&order.folder)
        .env(PROGRESS_VARIABLE, "json")
        .stdin(Stdio::piped())
        .stdout(File::create(&order.document)?)
        .stderr(Stdio::piped())
        .spawn()
}

fn wait(child: &mut Child, control: &ChildControl) -> io::Result<ExitStatus> {
    loop {
        if let Some(status) = control.look(child)? {
            return Ok(status);
        }
        std::thread::sleep(LOOK_PERIOD);
    }
}

fn read_lines(stderr: ChildStderr, report: &(dyn Fn(Report) + Sync)) {
    let mut lines = BufReader::new(stderr);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        report(Report::parse(String::from_utf8_lossy(&line).trim_end()));
        line.clear();
    }
}

/// The signal of Ctrl-C.
#[cfg(unix)]
fn interrupt(process: u32) {
    let process = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(process) = process {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::INT);
    }
}

/// Elsewhere the process ends with its pipe.
#[cfg(not(unix))]
fn interrupt(_: u32) {}

/// Limits the address space of a process, so that one job cannot take the memory of all programs.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    if let Some(process) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = prlimit(Some(process), Resource::As, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) {}
