//! Files of recordings: never overwritten, one writer each, on the disk but for the last second while they are written.

use super::periodic_sync::PeriodicSync;
use crate::error::{Error, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Numbers that are tried for a name that is taken.
const MOST: u32 = 100_000;

/// A file for a recording, under the lock of its only writer.
#[derive(Debug)]
pub struct LogDestination {
    path: PathBuf,
    file: File,
    /// None for a device or a pipe.
    sync: Option<PeriodicSync>,
}

impl LogDestination {
    /// A new file. Whatever exists already is refused, unless it is a device or a pipe.
    pub fn create(path: &Path) -> Result<Self> {
        let is_special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        let mut options = OpenOptions::new();
        // A device is opened as it is; a file must be a new one, which no other program can make as well.
        match is_special {
            true => options.write(true),
            false => options.write(true).create_new(true),
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Error::LogExists { path: path.display().to_string() },
            _ => unwritable(path, &error),
        })?;
        // Some file systems know no locks: that the file is new is enough there.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Error::LogExists { path: path.display().to_string() });
        }
        if is_special {
            return Ok(Self { path: path.to_owned(), file, sync: None });
        }
        sync_folder(path);
        let sync = PeriodicSync::start(&file).map_err(|error| unwritable(path, &error))?;
        Ok(Self { path: path.to_owned(), file, sync: Some(sync) })
    }

    /// A new file, with a number added to its name if that is taken: `sweep.mcap`, `sweep-2.mcap`.
    pub fn create_numbered(path: &Path) -> Result<Self> {
        let taken = |error: &Error| matches!(error, Error::LogExists { .. });
        let mut found = Self::create(path);
        for number in 2..MOST {
            match &found {
                Err(error) if taken(error) => found = Self::create(&numbered(path, number)),
                _ => break,
            }
        }
        found
    }

    /// A new folder for a bag of ROS 2, and the log within. An empty folder counts as new.
    pub fn create_bag(folder: &Path) -> Result<Self> {
        match std::fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => other.map_err(|error| unwritable(folder, &error))?,
        }
        let mut entries = std::fs::read_dir(folder).map_err(|error| unwritable(folder, &error))?;
        if entries.next().is_some() {
            return Err(Error::LogExists { path: folder.display().to_string() });
        }
        sync_folder(folder);
        Self::create(&super::bag_log(folder))
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, to be written to.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Waits until everything that was written is on the disk, and the name of the file as well.
    pub fn close(self) -> Result<PathBuf> {
        let Self { path, file, sync } = self;
        if sync.is_some() {
            file.sync_all().map_err(|error| unwritable(&path, &error))?;
            sync_folder(&path);
        }
        Ok(path)
    }
}

/// `sweep-2.mcap` for `sweep.mcap`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", ending.unwrap_or_default()))
}

/// Folders can be opened, and waited for, on some systems only: a name that is not on the disk yet costs
/// nothing that was written before.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Error {
    Error::LogUnwritable { reason: format!("{}: {error}", path.display()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("taufit-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_recording_is_never_overwritten() {
        let folder = folder("log-file");
        let path = folder.join("sweep.mcap");
        let first = LogDestination::create(&path).unwrap();
        first.file().write_all(b"precious").unwrap();
        // While it is written, and after.
        assert_eq!(LogDestination::create(&path).unwrap_err().code(), "E175");
        first.close().unwrap();
        assert!(File::open(&path).unwrap().try_lock().is_ok(), "its writer is gone");
        assert_eq!(LogDestination::create(&path).unwrap_err().code(), "E175");
        let names =
            [2, 3].map(|_| LogDestination::create_numbered(&path).unwrap().close().unwrap());
        assert_eq!(names, ["sweep-2.mcap", "sweep-3.mcap"].map(|name| folder.join(name)));
        assert_eq!(std::fs::read(&path).unwrap(), b"precious");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_with_something_in_it_is_no_new_bag() {
        let folder = folder("bag-folder");
        let bag = folder.join("sweep");
        let log = LogDestination::create_bag(&bag).unwrap().close().unwrap();
        assert_eq!(log, bag.join("sweep_0.mcap"));
        assert_eq!(LogDestination::create_bag(&bag).unwrap_err().code(), "E175");
        std::fs::create_dir(folder.join("empty")).unwrap();
        LogDestination::create_bag(&folder.join("empty")).unwrap();
        let nowhere = LogDestination::create(&folder.join("no/such/folder.mcap")).unwrap_err();
        assert_eq!(nowhere.code(), "E153");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
