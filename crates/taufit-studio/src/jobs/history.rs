//! Jobs of earlier runs and their documents, in a hidden folder of the project. Without it nothing is lost but this.

use super::JobRecord;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use taufit_io::output::{Existing, write_file};

/// The hidden folder.
const FOLDER: &str = ".studio";
/// Longest history that is read \[bytes\].
const MAX_BYTES: u64 = 64 << 20;

/// The history of a project.
pub(super) struct History {
    folder: PathBuf,
    /// Held by the studio that writes the history; a second one of the same folder keeps its own in memory.
    lock: Option<File>,
}

impl History {
    /// Opens the history of a project folder.
    pub(super) fn open(project: &Path) -> Self {
        let folder = project.join(FOLDER);
        let _ = fs::create_dir_all(&folder);
        let lock = File::create(folder.join("lock")).ok().filter(|file| file.try_lock().is_ok());
        Self { folder, lock }
    }

    /// Jobs of earlier runs.
    pub(super) fn read(&self) -> Vec<JobRecord> {
        if self.lock.is_none() {
            return Vec::new();
        }
        let path = self.file();
        let is_short = fs::metadata(&path).is_ok_and(|found| found.len() <= MAX_BYTES);
        let text = if is_short { fs::read_to_string(path).ok() } else { None };
        let records: Option<Vec<JobRecord>> =
            text.and_then(|text| serde_json::from_str(&text).ok());
        records.unwrap_or_default().into_iter().map(JobRecord::lost).collect()
    }

    /// Replaces the list of jobs. A folder that cannot be written to costs the history, nothing else.
    pub(super) fn write(&self, records: &[JobRecord]) {
        if self.lock.is_some()
            && let Ok(text) = serde_json::to_vec(records)
        {
            let _ = write_file(&self.file(), &text, Existing::Replace);
        }
    }

    /// Lets another studio write the history.
    pub(super) fn release(&self) {
        let _ = self.lock.as_ref().map(File::unlock);
    }

    /// File with what a job wrote to stdout.
    pub(super) fn document(&self, id: u64) -> PathBuf {
        self.folder.join("documents").join(format!("{id}.json"))
    }

    /// Removes the document of a job.
    pub(super) fn forget(&self, id: u64) {
        let _ = fs::remove_file(self.document(id));
    }

    fn file(&self) -> PathBuf {
        self.folder.join("jobs.json")
    }
}
