//! Results in the folder, in a few words; those that did not change are not read again.

use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Document of a result.
pub(super) const RESULT: &str = "result.json";
/// Longest document that is summarised \[bytes\].
const MAX_BYTES: u64 = 256 << 20;
/// Summaries that are kept.
const MAX_KEPT: usize = 1000;

/// A result in a few words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ResultSummary {
    /// The folder, from the project folder on.
    pub(crate) path: String,
    /// Verb that made it.
    kind: Value,
    robot: Value,
    grade: Value,
    reason: Value,
    command: Value,
    /// Whether its folder has a page.
    has_report: bool,
}

type FileStamp = (u64, Option<SystemTime>);

/// Summaries by document, with its length and time.
#[derive(Debug, Default)]
pub(super) struct ResultSummaries {
    kept: Mutex<HashMap<PathBuf, (FileStamp, ResultSummary)>>,
}

impl ResultSummaries {
    /// Summary of the result in a folder; none where its document cannot be read.
    pub(super) fn get(&self, folder: &Path, shown: &str) -> Option<ResultSummary> {
        let document = folder.join(RESULT);
        let found = std::fs::metadata(&document).ok()?;
        let stamp = (found.len(), found.modified().ok());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, summary)) = kept.get(&document).filter(|(of, _)| *of == stamp) {
            return Some(summary.clone());
        }
        let summary = summarise(&document, folder, shown)?;
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(document, (stamp, summary.clone()));
        Some(summary)
    }
}

fn summarise(document: &Path, folder: &Path, shown: &str) -> Option<ResultSummary> {
    let mut bytes = Vec::new();
    std::fs::File::open(document).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    let value: Value = serde_json::from_slice(&bytes).ok()?;
    Some(ResultSummary {
        path: shown.to_owned(),
        kind: value["kind"].clone(),
        robot: value["robot"]["name"].clone(),
        grade: value["verdict"]["grade"].clone(),
        reason: value["verdict"]["reason"].clone(),
        command: value["provenance"]["command"].clone(),
        has_report: folder.join("report.html").is_file(),
    })
}
