//! Path of a recording.

use crate::failure::Outcome;
use std::path::{Path, PathBuf};
use taufit_io::record::LogDestination;

/// Path of a recording. Nothing that exists is overwritten.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// Path that the user gave: refused if it exists.
    Given(PathBuf),
    /// Default path, with a number if it exists.
    Numbered(PathBuf),
}

impl Out {
    /// Whether the log is a bag of ROS 2, which is a folder: a path without extension that is no file.
    pub(super) fn is_bag(&self) -> bool {
        match self {
            Self::Given(path) => path.extension().is_none() && (path.is_dir() || !path.exists()),
            Self::Numbered(_) => false,
        }
    }

    /// Refuses an existing path, before anything moves.
    pub(super) fn check(&self) -> Outcome {
        let Self::Given(path) = self else { return Ok(()) };
        let is_empty =
            |path: &Path| std::fs::read_dir(path).is_ok_and(|mut all| all.next().is_none());
        let is_taken = path.is_file() || (path.is_dir() && !is_empty(path));
        match is_taken {
            true => Err(taufit_io::Error::LogExists { path: path.display().to_string() }.into()),
            false => Ok(()),
        }
    }

    /// Creates and locks the file.
    pub(super) fn create(&self) -> Outcome<LogDestination> {
        Ok(match self {
            Self::Given(path) if self.is_bag() => LogDestination::create_bag(path)?,
            Self::Given(path) => LogDestination::create(path)?,
            Self::Numbered(path) => LogDestination::create_numbered(path)?,
        })
    }

    /// Path of a log in messages: the folder, if it is a bag.
    pub(super) fn shown(&self, log: &Path) -> PathBuf {
        match self {
            Self::Given(path) => path.clone(),
            Self::Numbered(_) => log.to_owned(),
        }
    }
}
