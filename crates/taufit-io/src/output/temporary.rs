//! Temporary names beside a destination, renames that replace nothing, and removal of leftovers.
//!
//! A writer holds a lock on its temporary file (in a folder: on its list of files), so that the leftovers of a
//! process that died are distinguished from the work of one that is running.

use super::marker::{MARKER, Marker};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Ending of the name of a temporary file.
const SUFFIX: &str = ".tmp";

static COUNTER: AtomicU64 = AtomicU64::new(0);

/// `.NAME.taufit-` of a destination `NAME`.
fn prefix(destination: &Path) -> OsString {
    let mut name = OsString::from(".");
    name.push(destination.file_name().unwrap_or_default());
    name.push(".taufit-");
    name
}

/// A new name beside the destination: `.NAME.taufit-PID-COUNT.tmp`.
pub(super) fn sibling(destination: &Path) -> PathBuf {
    let mut name = prefix(destination);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    name.push(format!("{}-{count}{SUFFIX}", std::process::id()));
    destination.with_file_name(name)
}

/// The folder that holds a destination.
pub(super) fn parent(destination: &Path) -> &Path {
    match destination.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Flushes the entries of a folder to the disk. Not every system can open folders; a name that is not on the
/// disk yet is no error there.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Renames, and fails where the new name exists.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if let Some(done) = linux::rename(from, to, rustix::fs::RenameFlags::NOREPLACE) {
        return done;
    }
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

/// Swaps two folders: at once where the system can, else over a third name.
pub(super) fn exchange(fresh: &Path, destination: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if let Some(done) = linux::rename(fresh, destination, rustix::fs::RenameFlags::EXCHANGE) {
        return done;
    }
    let aside = sibling(destination);
    fs::rename(destination, &aside)?;
    if let Err(error) = fs::rename(fresh, destination) {
        fs::rename(&aside, destination)?;
        return Err(error);
    }
    fs::rename(&aside, fresh)
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    use std::io;
    use std::path::Path;

    /// A rename with flags; none where the file system does not know them.
    pub(super) fn rename(from: &Path, to: &Path, flags: RenameFlags) -> Option<io::Result<()>> {
        match renameat_with(CWD, from, CWD, to, flags) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => None,
            other => Some(other.map_err(Into::into)),
        }
    }
}

/// Removes a folder written by taufit: the files of its list and the list; the folder only if it is then empty.
pub(super) fn remove_folder(folder: &Path, marker: &Marker) {
    for name in marker.names() {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_file(folder.join(MARKER));
    let _ = fs::remove_dir(folder);
}

/// Removes temporary files and folders of this destination whose writer is gone.
pub(super) fn remove_leftovers(destination: &Path) {
    let prefix = prefix(destination);
    let is_ours = |name: &OsString| {
        let (name, prefix) = (name.as_encoded_bytes(), prefix.as_encoded_bytes());
        name.starts_with(prefix) && name.ends_with(SUFFIX.as_bytes())
    };
    let entries = fs::read_dir(parent(destination)).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_ours(&entry.file_name())) {
        remove_leftover(&entry.path());
    }
}

fn remove_leftover(path: &Path) {
    let abandoned = |path: &Path| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
    if path.is_dir() {
        match Marker::read(path) {
            Ok(marker) if abandoned(&path.join(MARKER)) => remove_folder(path, &marker),
            // The writer died before the first file, or something else is in it: then it stays.
            _ => drop(fs::remove_dir(path)),
        }
    } else if abandoned(path) {
        let _ = fs::remove_file(path);
    }
}
