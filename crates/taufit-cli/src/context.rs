//! Output of a verb: results to stdout and messages to stderr, or both back to the program that called.

use crate::args::Cli;
use crate::call::{Caller, Progress};
use crate::colour;
use crate::failure::{Failure, Outcome};
use crate::interrupt::{EndSignals, end_signals, interrupt_flag};
use crate::reporter::Reporter;
use crate::text::wrap_lines;
use crate::warnings::{Shown, WarningView, render_diagnoses, render_views};
use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use taufit::evidence::Evidence;
use taufit::study::{Diagnosis, Series};
use taufit_io::{Interrupt, LoadedRobot, MemoryLogs, read_robot};

/// Width of a table where the width of the screen is unknown.
const DEFAULT_WIDTH: u16 = 100;
/// Narrowest table.
const NARROWEST: u16 = 40;

/// Amount of warnings and notes on stderr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// Nothing.
    Quiet,
    /// Notes, and one warning of each kind.
    #[default]
    Usual,
    /// Notes and all warnings.
    Verbose,
}

/// Context of a verb.
#[derive(Debug)]
pub(crate) struct Context {
    /// Whether results are JSON.
    pub(crate) json: bool,
    /// Columns that a table may take.
    pub(crate) width: u16,
    /// Amount of warnings and notes on stderr.
    verbosity: Verbosity,
    /// Whether stdout and stderr show colours.
    colours: [bool; 2],
    /// Whether messages are wrapped, as those in a terminal are; elsewhere every one is a line.
    wraps: bool,
    /// The command line, as a shell takes it.
    command: String,
    /// The same without the path of this program.
    short_command: String,
    /// Path and first arguments that start this program again.
    program: Vec<OsString>,
    /// The program that called, if it was not a terminal.
    caller: Option<Caller>,
    /// Where progress goes.
    reporter: Reporter,
}

impl Context {
    /// Reads the width of the terminal once.
    pub(crate) fn terminal(cli: &Cli, args: &[OsString], program: Vec<OsString>) -> Self {
        let terminals = [stdout().is_terminal(), stderr().is_terminal()];
        Self {
            json: cli.json,
            width: screen_width(),
            verbosity: cli.verbosity(),
            colours: terminals.map(colour::is_wanted),
            wraps: terminals[1],
            command: quoted_line(args),
            short_command: short_line(args),
            program,
            caller: None,
            reporter: Reporter::of_environment(),
        }
    }

    /// Output goes back to a calling program.
    pub(crate) fn call(caller: Caller, args: &[OsString]) -> Self {
        let program = caller.program.clone();
        let (command, width) = (quoted_line(args), DEFAULT_WIDTH);
        let reporter = Reporter::Caller(Arc::clone(&caller.monitor));
        Self {
            json: true,
            width,
            verbosity: Verbosity::Usual,
            colours: [false; 2],
            wraps: false,
            command,
            short_command: short_line(args),
            program,
            caller: Some(caller),
            reporter,
        }
    }

    /// The program that called, with all that it was given.
    pub(crate) fn into_caller(self) -> Option<Caller> {
        self.caller
    }

    /// The command line of this run.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// The command line of this run as a user types it.
    pub(crate) fn short_command(&self) -> &str {
        &self.short_command
    }

    /// Path and first arguments that start this program again.
    pub(crate) fn program(&self) -> &[OsString] {
        &self.program
    }

    /// The robot with this name or in this file; one of the caller wins.
    pub(crate) fn robot(&self, source: &str) -> Outcome<LoadedRobot> {
        let supplied = self.caller.as_ref().and_then(|caller| caller.robots.get(source));
        supplied.map_or_else(|| Ok(read_robot(source)?), |robot| Ok(robot.clone()))
    }

    /// Whether the caller has a robot of this name.
    pub(crate) fn supplies_robot(&self, source: &str) -> bool {
        self.caller.as_ref().is_some_and(|caller| caller.robots.contains_key(source))
    }

    /// Logs of the caller.
    pub(crate) fn memory_logs(&self) -> MemoryLogs {
        self.caller.as_ref().map(|caller| caller.logs.clone()).unwrap_or_default()
    }

    /// End of the reading of logs by the caller; Ctrl-C in a terminal ends the whole program.
    pub(crate) fn reading_interrupt(&self) -> Interrupt {
        let flag = |caller: &Caller| Interrupt::of_flag(caller.monitor.interrupted());
        self.caller.as_ref().map(flag).unwrap_or_default()
    }

    /// Shows a result: the document to programs, the screen of this width to people.
    pub(crate) fn show(
        &self,
        document: impl FnOnce() -> Outcome<String>,
        screen: impl FnOnce(u16) -> String,
    ) -> Outcome {
        match &self.caller {
            Some(caller) => {
                let (document, text) = (document()?, screen(self.width));
                caller.answer(|answer| {
                    answer.document = Some(document);
                    answer.text += &text;
                });
                Ok(())
            }
            None if self.json => self.print(&document()?),
            None if self.colours[0] => self.print(&colour::screen(&screen(self.width))),
            None => self.print(&screen(self.width)),
        }
    }

    /// Writes a result to stdout.
    pub(crate) fn print(&self, text: &str) -> Outcome {
        if let Some(caller) = &self.caller {
            caller.answer(|answer| answer.text += text);
            return Ok(());
        }
        let mut out = stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::BrokenPipe),
            Err(error) => Err(Failure::internal(format!("cannot write to stdout: {error}"))),
        }
    }

    /// Hands what the document of an identification does not hold to a calling program.
    pub(crate) fn keep(&self, series: Vec<Series>, evidence: Evidence) {
        if let Some(caller) = &self.caller {
            caller.answer(|answer| {
                answer.series = series;
                answer.evidence = Some(evidence);
            });
        }
    }

    /// Runs `work` with a spinner on stderr; without one where stderr is no terminal.
    pub(crate) fn with_spinner<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        self.report_progress(|| Progress {
            what: what.to_owned(),
            done: 0.0,
            total: None,
            criterion: None,
        });
        if !self.is_terminal() {
            return work();
        }
        let spinner = indicatif::ProgressBar::new_spinner().with_message(what);
        spinner.enable_steady_tick(std::time::Duration::from_millis(100));
        let done = work();
        spinner.finish_and_clear();
        done
    }

    /// Whether progress is shown in a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.reporter.is_terminal()
    }

    /// Tells the program that called or started this one how far the work has got.
    pub(crate) fn report_progress(&self, progress: impl FnOnce() -> Progress) {
        self.reporter.report(progress);
    }

    /// Where progress goes, for work that has no context.
    pub(crate) fn reporter(&self) -> Reporter {
        self.reporter.clone()
    }

    /// A flag that is raised when the work should end early: by the caller, or by the first Ctrl-C.
    pub(crate) fn interrupt_flag(&self) -> std::io::Result<Arc<AtomicBool>> {
        match &self.caller {
            Some(caller) => Ok(caller.monitor.interrupted()),
            None => interrupt_flag(),
        }
    }

    /// Signals that end a run, or the caller's wish.
    pub(crate) fn end_signals(&self) -> std::io::Result<EndSignals> {
        match &self.caller {
            Some(caller) => Ok(EndSignals::of_flag(caller.monitor.interrupted())),
            None => end_signals(),
        }
    }

    /// Writes a message that the document of the result has too, for people.
    pub(crate) fn remark(&self, text: &str) {
        if !self.json {
            self.note(text);
        }
    }

    /// Writes warnings that the document of the result has too.
    pub(crate) fn remark_warnings(&self, views: &[WarningView]) {
        self.remark(&render_views(views, self.shown_warnings()));
    }

    /// Writes the warnings of a study, which its document has too.
    pub(crate) fn remark_diagnoses(&self, warnings: &[Diagnosis]) {
        self.remark(&render_diagnoses(warnings, self.shown_warnings()));
    }

    fn shown_warnings(&self) -> Shown {
        if self.verbosity == Verbosity::Verbose { Shown::All } else { Shown::OneOfAKind }
    }

    /// Writes a message that is no error.
    pub(crate) fn note(&self, text: &str) {
        if self.verbosity != Verbosity::Quiet {
            self.message(text);
        }
    }

    /// Writes a message to stderr; an error of stderr is ignored.
    pub(crate) fn message(&self, text: &str) {
        match &self.caller {
            Some(caller) => caller.answer(|answer| answer.messages += text),
            None => {
                let text = if self.wraps { wrap_lines(text, self.width) } else { text.to_owned() };
                let text = if self.colours[1] { colour::messages(&text) } else { text };
                let _ = stderr().lock().write_all(text.as_bytes());
            }
        }
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

/// Arguments as a shell takes them. They need not be UTF-8: paths are bytes.
fn quoted_line(args: &[OsString]) -> String {
    args.iter().map(|arg| quoted(&arg.to_string_lossy())).collect::<Vec<String>>().join(" ")
}

/// The same with the bare name of this program.
fn short_line(args: &[OsString]) -> String {
    let arguments = quoted_line(args.get(1..).unwrap_or_default());
    format!("taufit {arguments}").trim_end().to_owned()
}

/// An argument as a shell takes it.
pub(crate) fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        assert_eq!(quoted("--map=q=2..7"), "--map=q=2..7");
        assert_eq!(quoted("my robot.urdf"), "'my robot.urdf'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
