//! Folders that are replaced as a whole.

use super::marker::{MARKER, Marker};
use super::temporary::{
    exchange, parent, remove_folder, remove_leftovers, rename_new, sibling, sync_folder,
};
use super::unwritable;
use super::{Existing, write_file};
use crate::error::{Error, Result};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of a new folder: its name and its contents.
pub type NewFile = (String, Vec<u8>);

/// Present content of the place where a folder is to be written.
enum Destination {
    Absent,
    Empty,
    Ours,
}

impl Destination {
    /// Refuses files, and folders that hold anything but unchanged files written by taufit.
    fn look(folder: &Path) -> Result<Self> {
        match fs::symlink_metadata(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::Absent),
            Err(error) => return Err(unwritable(error)),
            Ok(found) if !found.is_dir() => return Err(Error::FolderIsFile),
            Ok(_) => (),
        }
        if fs::read_dir(folder).map_err(unwritable)?.next().is_none() {
            return Ok(Self::Empty);
        }
        let reason = match Marker::read(folder) {
            Ok(marker) => marker.foreign(folder)?,
            Err(_) => Some(format!("it has no {MARKER}, the list of files that taufit wrote")),
        };
        reason.map_or(Ok(Self::Ours), |reason| Err(Error::ForeignFolder { reason }))
    }
}

/// The folder itself where a link leads to one.
fn resolved(folder: &Path) -> PathBuf {
    let is_dir = fs::metadata(folder).is_ok_and(|found| found.is_dir());
    let canonical = if is_dir { fs::canonicalize(folder).ok() } else { None };
    canonical.unwrap_or_else(|| folder.to_owned())
}

/// Refuses a folder that [`write_folder`] would refuse, before the work is done.
pub fn check_folder(folder: &Path) -> Result<()> {
    Destination::look(&resolved(folder)).map(drop).map_err(|error| error.in_file(folder))
}

/// Writes a folder, which appears under its name only when it is complete and on the disk.
///
/// A folder of the same name is replaced if this program wrote all of it and nothing was changed since; any other
/// that is not empty stays as it is, and so does a file.
pub fn write_folder(folder: &Path, files: &[NewFile]) -> Result<()> {
    let path = resolved(folder);
    write(&path, files).map_err(|error| error.in_file(folder))
}

fn write(folder: &Path, files: &[NewFile]) -> Result<()> {
    let destination = Destination::look(folder)?;
    fs::create_dir_all(parent(folder)).map_err(unwritable)?;
    let fresh = TemporaryFolder::create(folder, files).map_err(unwritable)?;
    match destination {
        Destination::Absent => rename_new(&fresh.path, folder),
        Destination::Empty => fs::rename(&fresh.path, folder),
        Destination::Ours => exchange(&fresh.path, folder),
    }
    .map_err(unwritable)?;
    sync_folder(parent(folder));
    drop(fresh);
    remove_leftovers(folder);
    Ok(())
}

/// Writes one more file into a folder, in the place of that of the same name if this program wrote it and nothing
/// was changed since; any other is treated as `existing` says. The list of the folder is kept up to date.
pub fn write_file_in_folder(
    folder: &Path,
    name: &str,
    bytes: &[u8],
    existing: Existing,
) -> Result<PathBuf> {
    let path = folder.join(name);
    let Ok(mut marker) = Marker::read(folder) else {
        write_file(&path, bytes, existing)?;
        return Ok(path);
    };
    let is_ours = path.is_file() && marker.is_unchanged(folder, name)?;
    write_file(&path, bytes, if is_ours { Existing::Replace } else { existing })?;
    marker.insert(name, bytes);
    write_file(&folder.join(MARKER), marker.render().as_bytes(), Existing::Replace)?;
    Ok(path)
}

/// Complete folder under a temporary name. At the end the folder of that name is removed: the new
/// one if it was not wanted, or the one that it replaced.
struct TemporaryFolder {
    path: PathBuf,
    /// Locked as long as the folder is in work.
    _marker: Option<File>,
}

impl TemporaryFolder {
    fn create(destination: &Path, files: &[NewFile]) -> io::Result<Self> {
        let path = sibling(destination);
        fs::create_dir(&path)?;
        let mut temporary = Self { path, _marker: None };
        // The list comes first: what is left of us after a crash can then be recognised and removed.
        let marker = Marker::of(files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])));
        let list = File::create_new(temporary.path.join(MARKER))?;
        let _ = list.try_lock();
        write_synced(&list, marker.render().as_bytes())?;
        temporary._marker = Some(list);
        for (name, bytes) in files {
            write_synced(&File::create_new(temporary.path.join(name))?, bytes)?;
        }
        sync_folder(&temporary.path);
        Ok(temporary)
    }
}

fn write_synced(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // On a full disk the list is empty, and the only file.
        remove_folder(&self.path, &Marker::read(&self.path).unwrap_or_default());
    }
}
