//! Output files and folders: written whole, and never in the place of something of the user's.
//!
//! Everything is written under a temporary name beside its destination, flushed to the disk, and renamed. An
//! existing file is replaced only by [`Existing::Replace`]; an existing folder only where the list of files in it
//! ([`MARKER`]) shows that this program wrote all of it and that nothing was changed since.

mod folder;
mod marker;
mod temporary;

pub use folder::{NewFile, check_folder, write_file_in_folder, write_folder};
pub use marker::MARKER;
pub(crate) use marker::file_sha256;

use crate::error::{Error, Result};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use temporary::{parent, remove_leftovers, rename_new, sibling, sync_folder};

/// Error of the operating system while writing.
fn unwritable(error: std::io::Error) -> Error {
    Error::Unwritable { reason: error.to_string() }
}

/// Treatment of a file that exists under the name of the new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is written.
    #[default]
    Keep,
    /// The new file takes its place.
    Replace,
}

/// Refuses a name that [`write_file`] would refuse, before the work is done.
pub fn check_file(path: &Path, existing: Existing) -> Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(unwritable(io::ErrorKind::IsADirectory.into())),
        Ok(found) if found.is_file() && existing == Existing::Keep => Err(Error::FileExists),
        _ => Ok(()),
    }
    .map_err(|error| error.in_file(path))
}

/// Writes a file, which appears under its name only when it is complete and on the disk. Devices and pipes are
/// written to directly.
pub fn write_file(path: &Path, bytes: &[u8], existing: Existing) -> Result<()> {
    check_file(path, existing)?;
    write(path, bytes, existing).map_err(|error| error.in_file(path))
}

fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes).map_err(unwritable);
    }
    // A link stays a link: the file that it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let fresh = TemporaryFile::create(path, bytes).map_err(unwritable)?;
    let renamed = match existing {
        Existing::Keep => rename_new(&fresh.path, path),
        Existing::Replace => fs::rename(&fresh.path, path),
    };
    match renamed {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(Error::FileExists);
        }
        other => other.map_err(unwritable)?,
    }
    sync_folder(parent(path));
    remove_leftovers(path);
    Ok(())
}

/// A complete file under a temporary name; removed unless it was renamed.
struct TemporaryFile {
    path: PathBuf,
}

impl TemporaryFile {
    fn create(destination: &Path, bytes: &[u8]) -> io::Result<Self> {
        let temporary = Self { path: sibling(destination) };
        let mut file = File::create_new(&temporary.path)?;
        let _ = file.try_lock();
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(temporary)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
