//! The project folder: all state is in its files, which the command line reads and writes too.

mod choices;
mod listing;
mod paths;
mod result_summary;
mod upload;

pub use choices::StudioChoices;
pub(crate) use choices::{ChoicesEdit, OptionValue, RevisedChoices};
pub(crate) use listing::Listing;

use crate::diagnostics::{Result, StudioError};
use paths::NamedPaths;
use result_summary::ResultSummaries;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Folder for what the page is given.
const UPLOADS: &str = "uploads";

/// The folder, and what else of this computer the user named in this run.
#[derive(Debug)]
pub(crate) struct Project {
    /// Without links and dots.
    folder: PathBuf,
    named: NamedPaths,
    summaries: ResultSummaries,
    /// Held while choices are written.
    writing: Mutex<()>,
}

impl Project {
    /// Opens a folder; makes it where it does not exist.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let unusable = |error: std::io::Error| StudioError::ProjectFolder {
            folder: folder.to_owned(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let folder = folder.canonicalize().map_err(unusable)?;
        let (named, summaries, writing) = Default::default();
        Ok(Self { folder, named, summaries, writing })
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}
