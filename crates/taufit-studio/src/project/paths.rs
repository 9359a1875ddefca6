//! Files that may be touched: those below the project folder, and those that were named in this run.

use super::Project;
use crate::diagnostics::{Result, StudioError};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Most files that can be named.
const MAX_NAMED: usize = 1000;

/// Files and folders outside the project, by their real paths.
#[derive(Debug, Default)]
pub(super) struct NamedPaths {
    paths: Mutex<Vec<PathBuf>>,
}

impl NamedPaths {
    fn holds(&self, real: &Path) -> bool {
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        paths.iter().any(|path| real.starts_with(path))
    }

    fn insert(&self, real: PathBuf) -> Result<()> {
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        if paths.len() >= MAX_NAMED {
            return Err(StudioError::malformed(format!("{MAX_NAMED} files are named already")));
        }
        paths.push(real);
        Ok(())
    }
}

impl Project {
    /// Lets a file or folder of this computer be read, because the user named it by its whole path.
    pub(crate) fn name_path(&self, text: &str) -> Result<PathBuf> {
        let path = Path::new(text);
        if !path.is_absolute() {
            return Err(StudioError::malformed(
                "name the file by its whole path, from the root on",
            ));
        }
        let real =
            path.canonicalize().map_err(|_| StudioError::absent(format!("file {text:?}")))?;
        if real.parent().is_none() {
            return Err(StudioError::malformed("name a file or a folder, not the whole computer"));
        }
        self.named.insert(real.clone())?;
        Ok(real)
    }

    /// The real path of something that exists and may be read: links and dots are resolved first.
    pub(crate) fn readable(&self, text: &str) -> Result<PathBuf> {
        let path = self.joined(text)?;
        // What cannot be looked at is not told apart from what is not there, nor from what is elsewhere.
        let real = path.canonicalize().map_err(|_| self.missing(text, &path))?;
        if real.starts_with(&self.folder) || self.named.holds(&real) {
            return Ok(real);
        }
        Err(StudioError::OutsideProject { path: text.to_owned() })
    }

    /// A built-in name, or the real path of a file that may be read.
    pub(crate) fn robot_source(&self, text: &str) -> Result<String> {
        if taufit::model::catalog::ENTRIES.iter().any(|entry| entry.name == text) {
            return Ok(text.to_owned());
        }
        Ok(self.readable(text)?.display().to_string())
    }

    /// The path of something new in the project folder.
    pub(crate) fn writable(&self, text: &str) -> Result<PathBuf> {
        let outside = || StudioError::OutsideProject { path: text.to_owned() };
        let path = Path::new(text);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if text.is_empty() || !is_plain || is_hidden(path) || text.contains('\0') {
            return Err(outside());
        }
        let path = self.folder.join(path);
        // The part of the path that exists already may lead elsewhere.
        let existing = path.ancestors().find_map(|part| part.canonicalize().ok());
        if existing.is_some_and(|real| real.starts_with(&self.folder)) {
            Ok(path)
        } else {
            Err(outside())
        }
    }

    /// A path as it stands in the line of a command: from the project folder on, if it is in there.
    pub(crate) fn shown(&self, real: &Path) -> String {
        real.strip_prefix(&self.folder).unwrap_or(real).display().to_string()
    }

    fn joined(&self, text: &str) -> Result<PathBuf> {
        if text.is_empty() || text.contains('\0') {
            return Err(StudioError::malformed("an empty path"));
        }
        Ok(self.folder.join(text))
    }

    fn missing(&self, text: &str, path: &Path) -> StudioError {
        let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
        match parent.is_some_and(|real| real.starts_with(&self.folder) || self.named.holds(&real)) {
            true => StudioError::absent(format!("file {text:?}")),
            false => StudioError::OutsideProject { path: text.to_owned() },
        }
    }
}

/// Whether a part of a path begins with a dot.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(name: &str) -> Project {
        let folder =
            std::env::temp_dir().join(format!("taufit-paths-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Project::open(&folder).unwrap()
    }

    #[test]
    fn nothing_is_read_outside_the_folder_unless_it_was_named() {
        let project = project("read");
        std::fs::write(project.folder().join("run.csv"), "t").unwrap();
        assert!(project.readable("run.csv").is_ok());
        let is_outside =
            |text: &str| matches!(project.readable(text), Err(StudioError::OutsideProject { .. }));
        assert!(is_outside("../../etc/passwd") && is_outside("/etc/passwd"));
        assert!(is_outside("/no/such/file") && is_outside("../no/such/file"));
        assert!(matches!(project.readable("other.csv"), Err(StudioError::Absent { .. })));
        assert!(project.name_path("/etc/passwd").is_ok());
        assert!(project.readable("/etc/passwd").is_ok() && is_outside("/etc/hostname"));
        assert!(project.name_path("/").is_err() && project.name_path("run.csv").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_before_they_are_judged() {
        let project = project("links");
        std::os::unix::fs::symlink("/etc", project.folder().join("link")).unwrap();
        let outside =
            |result: Result<PathBuf>| matches!(result, Err(StudioError::OutsideProject { .. }));
        assert!(outside(project.readable("link/passwd")));
        assert!(outside(project.writable("link/new.csv")));
    }

    #[test]
    fn new_files_stay_in_the_folder_and_are_not_hidden() {
        let project = project("write");
        assert!(
            project.writable("arm.taufit").is_ok() && project.writable("new/deep/x.csv").is_ok()
        );
        for text in ["../x", "/tmp/x", "a/../../x", ".hidden", "", "a/.b"] {
            assert!(project.writable(text).is_err(), "{text}");
        }
    }
}
