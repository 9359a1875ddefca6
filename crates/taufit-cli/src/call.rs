//! A verb called as a function, by a program that brings robots and logs in memory and takes the result as data.

use crate::args::ParsedArguments;
use crate::context::Context;
use crate::failure::{Failure, FailureMessage};
use crate::perform;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use taufit::evidence::Evidence;
use taufit::study::Series;
use taufit_io::{LoadedRobot, MemoryLogs};

/// The calling program: what it supplies, and what it is given.
#[derive(Debug)]
pub struct Caller {
    /// Robots, by the names that stand for them among the arguments.
    pub robots: BTreeMap<String, LoadedRobot>,
    /// Logs, by the names that stand for them among the arguments.
    pub logs: MemoryLogs,
    /// Progress and early end of the work.
    pub monitor: Arc<Monitor>,
    /// Path and first arguments that start the `taufit` command as a process.
    pub program: Vec<OsString>,
    answer: Mutex<Answer>,
}

impl Caller {
    /// A caller that supplies nothing yet.
    pub fn new(monitor: Arc<Monitor>, program: Vec<OsString>) -> Self {
        let (robots, logs, answer) = Default::default();
        Self { robots, logs, monitor, program, answer }
    }

    /// Changes what the caller will be given.
    pub(crate) fn answer(&self, change: impl FnOnce(&mut Answer)) {
        change(&mut self.answer.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Progress of a call, and the wish to end it early; shared between threads.
#[derive(Debug, Default)]
pub struct Monitor {
    interrupted: Arc<AtomicBool>,
    progress: Mutex<Option<Progress>>,
}

/// Progress of the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The work, in words.
    pub what: String,
    /// Amount done.
    pub done: f64,
    /// Amount of all work, once it is known.
    pub total: Option<f64>,
    /// Best value so far of what a search optimises.
    pub criterion: Option<f64>,
}

impl Monitor {
    /// Asks the work to end early: designs and runs do, with whole files; others at the next piece of a log.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// The newest progress since the last call.
    pub fn take_progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn report(&self, progress: Progress) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    pub(crate) fn interrupted(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }
}

/// Result of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The JSON document, where the verb has one.
    pub document: Option<String>,
    /// The text for people.
    pub text: String,
    /// Messages that are not part of the result.
    pub messages: String,
    /// Torques over time of an identification.
    pub series: Vec<Series>,
    /// Square-root information of an identification about its base parameters.
    pub evidence: Option<Evidence>,
}

/// Kind of an error, by who can resolve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallErrorKind {
    /// Arguments that do not exist or make no sense.
    Usage,
    /// A robot or data that cannot be worked with.
    Refused,
    /// A file that cannot be read or written, or a mistake of the program.
    Internal,
    /// The caller ended the work.
    Interrupted,
}

/// Error of a call. Options are written as on the command line: `--hold-out`.
#[derive(Clone, Debug, PartialEq)]
pub struct CallError {
    /// Kind.
    pub kind: CallErrorKind,
    /// Code of its page, if it has one.
    pub code: Option<&'static str>,
    /// Found, expected, next step.
    pub message: String,
    /// Options that resolve it.
    pub options: Vec<String>,
    /// Codes of the findings of the gate, which `--accept` would accept.
    pub findings: Vec<&'static str>,
}

/// Calls a verb: its name, then its arguments as on the command line.
///
/// A result of poor quality is an answer: its verdict says so.
pub fn call(args: &[OsString], caller: Caller) -> Result<Answer, CallError> {
    let args: Vec<OsString> =
        [OsString::from("taufit")].into_iter().chain(args.iter().cloned()).collect();
    let ParsedArguments { cli, args, notes } =
        ParsedArguments::parse(args).map_err(|error| usage(&error))?;
    let ctx = Context::call(caller, &args);
    notes.iter().for_each(|note| ctx.remark(&format!("{note}\n")));
    match perform(&ctx, &cli.verb) {
        Ok(()) | Err(Failure::PoorQuality | Failure::NotUsable | Failure::BestSoFar) => {}
        Err(failure) => return Err(failure.into()),
    }
    let answer =
        |caller: Caller| caller.answer.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(ctx.into_caller().map(answer).unwrap_or_default())
}

/// The first paragraphs of the parser's message; usage and where to read on belong to a terminal.
fn usage(error: &clap::Error) -> CallError {
    let text = error.render().to_string();
    let is_advice = |part: &&str| part.starts_with("Usage:") || part.starts_with("For more");
    let parts: Vec<&str> = text.trim().split("\n\n").take_while(|part| !is_advice(part)).collect();
    let text = parts.join("\n");
    let message = text.strip_prefix("error: ").unwrap_or(&text).to_owned();
    CallError {
        kind: CallErrorKind::Usage,
        code: None,
        message,
        options: Vec::new(),
        findings: Vec::new(),
    }
}

impl From<Failure> for CallError {
    fn from(failure: Failure) -> Self {
        let (kind, fault) = match failure {
            Failure::Usage(fault) => (CallErrorKind::Usage, fault),
            Failure::Refused(fault) => (CallErrorKind::Refused, fault),
            Failure::Internal(fault) => (CallErrorKind::Internal, fault),
            Failure::Interrupted(fault, _) => (CallErrorKind::Interrupted, fault),
            other => (CallErrorKind::Interrupted, FailureMessage::from(other.render(false))),
        };
        let FailureMessage { code, message, option, findings } = fault;
        let repairs = findings.iter().filter_map(|finding| finding.repair.clone());
        let options = option.into_iter().chain(repairs).collect();
        let findings = findings.iter().map(|finding| finding.code).collect();
        Self { kind, code, message, options, findings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_io::MemoryTable;

    fn caller() -> Caller {
        Caller::new(Arc::default(), Vec::new())
    }

    fn args(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_call_gives_document_and_text() {
        let answer = call(&args("base planar2r"), caller()).unwrap();
        let document: serde_json::Value = serde_json::from_str(&answer.document.unwrap()).unwrap();
        assert_eq!(document["kind"], "base");
        assert!(answer.text.contains("Base parameters"), "{}", answer.text);
        assert_eq!(answer.messages, "");
    }

    #[test]
    fn errors_name_code_and_options() {
        let error = call(&args("base no_such_robot"), caller()).unwrap_err();
        assert_eq!((error.kind, error.code.is_some()), (CallErrorKind::Usage, true));
        let error = call(&args("base ur5 --tolerance 7"), caller()).unwrap_err();
        assert!(error.message.starts_with("invalid value '7' for '--tolerance"), "{error:?}");
        assert!(!error.message.contains("For more information"), "{error:?}");
    }

    #[test]
    fn logs_and_robots_may_lie_in_memory() {
        let mut caller = caller();
        caller.robots.insert("mine".to_owned(), taufit_io::read_robot("planar2r").unwrap());
        let t: Vec<f64> = (0..500).map(|k| 0.01 * f64::from(k)).collect();
        let wave = |speed: f64| t.iter().map(|t| (speed * t).sin()).collect::<Vec<f64>>();
        let columns = vec![t.clone(), wave(1.0), wave(2.0), wave(3.0), wave(4.0)];
        let names = ["t_s", "q1", "q2", "tau1", "tau2"].map(str::to_owned).to_vec();
        let table = MemoryTable::new(names, columns).unwrap();
        caller.logs.insert("log 1".into(), Arc::new(table));
        let line = ["inspect", "log 1", "--robot", "mine"].map(OsString::from);
        let answer = call(&line, caller).unwrap();
        let document: serde_json::Value = serde_json::from_str(&answer.document.unwrap()).unwrap();
        assert_eq!(document["source"], "log 1");
        assert_eq!(document["robot"], "planar2r");
    }
}
