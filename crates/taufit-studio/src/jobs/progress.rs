//! Lines that a process writes to stderr: progress and errors as JSON, messages as text.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Progress of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JobProgress {
    what: String,
    done: f64,
    total: Option<f64>,
    /// Best value of what is optimised.
    #[serde(default)]
    pub(super) criterion: Option<f64>,
    /// Positions of a robot that moves.
    #[serde(default)]
    q: Vec<f64>,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Report {
    Progress(JobProgress),
    Error(Value),
    Message(String),
}

impl JobProgress {
    /// Share of all work.
    pub(super) fn share(&self) -> Option<f64> {
        self.total.filter(|total| *total > 0.0).map(|total| self.done / total)
    }
}

impl Report {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Self {
        let message = || Self::Message(line.to_owned());
        if !line.starts_with('{') {
            return message();
        }
        let Ok(mut value) = serde_json::from_str::<Value>(line) else { return message() };
        if let Some(error) = value.get_mut("error") {
            return Self::Error(error.take());
        }
        let progress = value.get_mut("progress").map(Value::take);
        let Some(Ok(mut progress)) = progress.map(serde_json::from_value::<JobProgress>) else {
            return message();
        };
        let q = value.get_mut("q").map(Value::take).map(serde_json::from_value);
        progress.q = q.and_then(Result::ok).unwrap_or_default();
        Self::Progress(progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_progress_errors_or_words() {
        let line = r#"{"progress":{"what":"designing","done":1.0,"total":4.0,"criterion":-3.5}}"#;
        let Report::Progress(progress) = Report::parse(line) else { panic!("no progress") };
        assert_eq!((progress.share(), progress.criterion), (Some(0.25), Some(-3.5)));
        let line = r#"{"progress":{"what":"moving","done":1.0,"total":4.0},"q":[0.5,-1.0]}"#;
        let Report::Progress(progress) = Report::parse(line) else { panic!("no progress") };
        assert_eq!(progress.q, [0.5, -1.0]);
        let error = Report::parse(r#"{"error":{"code":"E051"}}"#);
        assert_eq!(error, Report::Error(serde_json::json!({ "code": "E051" })));
        for line in ["warning[W001]: x", "{not json", "{}"] {
            assert_eq!(Report::parse(line), Report::Message(line.to_owned()));
        }
    }
}
