//! Record of a job: kept in the history, shown on the page.

use super::child::ChildEnd;
use super::progress::{JobProgress, Report};
use crate::command::CommandLine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};

/// Messages that are kept \[bytes\].
const MAX_MESSAGES: usize = 64 << 10;
/// Values of the criterion that are kept.
const MAX_CRITERIA: usize = 400;

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobState {
    Waiting,
    Running,
    /// Done; its result is at least usable.
    Done,
    /// Done; the quality gate failed.
    Poor,
    /// The data were refused.
    Refused,
    /// An error.
    Failed,
    /// Ended by the user; a design leaves its best motion.
    Cancelled,
    /// The studio ended while it ran.
    Lost,
}

/// A job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobRecord {
    pub(crate) id: u64,
    pub(crate) verb: String,
    line: String,
    python: String,
    outputs: Vec<String>,
    pub(crate) state: JobState,
    /// Milliseconds since 1970.
    began_ms: Option<u64>,
    ended_ms: Option<u64>,
    /// How it ended, in words, where that is not as wanted.
    #[serde(default)]
    end: Option<String>,
    /// Error of the program: code, message, options, findings.
    #[serde(default)]
    error: Option<Value>,
    #[serde(default)]
    messages: String,
    #[serde(default)]
    progress: Option<JobProgress>,
    /// Share done and best criterion of a design, over time.
    #[serde(default)]
    criteria: Vec<(f64, f64)>,
}

impl JobRecord {
    /// A job that waits.
    pub(super) fn new(id: u64, command: &CommandLine) -> Self {
        Self {
            id,
            verb: command.verb.clone(),
            line: command.line.clone(),
            python: command.python.clone(),
            outputs: command.outputs.clone(),
            state: JobState::Waiting,
            began_ms: None,
            ended_ms: None,
            end: None,
            error: None,
            messages: String::new(),
            progress: None,
            criteria: Vec::new(),
        }
    }

    /// It runs now.
    pub(super) fn begin(&mut self) {
        self.state = JobState::Running;
        self.began_ms = Some(now_ms());
    }

    /// It has ended.
    pub(super) fn end(&mut self, state: JobState) {
        self.state = state;
        self.ended_ms = Some(now_ms());
        self.progress = None;
    }

    /// A studio that ended before it.
    pub(super) fn lost(mut self) -> Self {
        if matches!(self.state, JobState::Waiting | JobState::Running) {
            self.end(JobState::Lost);
            self.end =
                Some("the studio ended while this ran; nothing of it was written".to_owned());
        }
        self
    }

    /// Its process has ended.
    pub(super) fn take_end(&mut self, end: &ChildEnd, is_cancelled: bool) {
        self.end(end.state(is_cancelled));
        self.end = end.words().filter(|_| !is_cancelled);
    }

    /// Its process said something.
    pub(super) fn take_report(&mut self, report: Report) {
        match report {
            Report::Progress(progress) => {
                if let (Some(criterion), Some(share)) = (progress.criterion, progress.share()) {
                    self.add_criterion(share, criterion);
                }
                self.progress = Some(progress);
            }
            Report::Error(error) => self.error = Some(error),
            Report::Message(line) if self.messages.len() + line.len() < MAX_MESSAGES => {
                self.messages += &line;
                self.messages.push('\n');
            }
            Report::Message(_) => {}
        }
    }

    /// Keeps values evenly: where there are too many, every other one is left out.
    fn add_criterion(&mut self, share: f64, criterion: f64) {
        if self.criteria.last().is_some_and(|last| share < last.0 || last.1 == criterion) {
            return;
        }
        if self.criteria.len() >= MAX_CRITERIA {
            let mut keep = false;
            self.criteria.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.criteria.push((share, criterion));
    }
}

/// Milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
