//! Files that the page sends: written piece by piece, under a temporary name until they are whole.

use super::Project;
use super::listing::upload_name;
use crate::diagnostics::{Result, StudioError};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// Deepest path of an upload.
const MAX_PARTS: usize = 8;
/// Longest name of a file \[bytes\].
const MAX_NAME: usize = 200;
/// Most numbers that are tried for a name that is taken.
const MAX_NUMBER: usize = 10_000;

/// An upload on its way; removed unless it is finished.
#[derive(Debug)]
pub(crate) struct Upload {
    file: File,
    temporary: PathBuf,
    destination: PathBuf,
    is_done: bool,
}

impl Project {
    /// A place in `uploads/` for a file of this name, which may have folders: parts of a bag, meshes.
    pub(crate) fn begin_upload(&self, name: &str) -> Result<Upload> {
        let destination = self.writable(&upload_name(&checked(name)?))?;
        let folder = destination.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(unwritable)?;
        // A folder that was made may be a link by now.
        let destination = self.writable(&self.shown(&destination))?;
        let mark = format!(".upload-{}-{:p}.tmp", std::process::id(), &destination);
        let temporary = destination.with_file_name(mark);
        let file = File::create_new(&temporary).map_err(unwritable)?;
        Ok(Upload { file, temporary, destination, is_done: false })
    }
}

impl Upload {
    /// The next piece.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(unwritable)
    }

    /// Gives the file its name, or one with a number where that is taken; the path.
    pub(crate) fn finish(mut self) -> Result<PathBuf> {
        self.file.sync_all().map_err(unwritable)?;
        for number in 1..=MAX_NUMBER {
            let path = numbered(&self.destination, number);
            // A hard link fails where the name is taken, so that nothing is replaced.
            match fs::hard_link(&self.temporary, &path) {
                Ok(()) => {
                    self.is_done = true;
                    let _ = fs::remove_file(&self.temporary);
                    return Ok(path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(_) if !path.exists() => {
                    fs::rename(&self.temporary, &path).map_err(unwritable)?;
                    self.is_done = true;
                    return Ok(path);
                }
                Err(error) => return Err(unwritable(error)),
            }
        }
        Err(unwritable(io::ErrorKind::AlreadyExists.into()))
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// `run.csv`, `run-2.csv`, `run-3.csv`, ...
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = name
        .split_once('.')
        .map_or((&name[..], String::new()), |(stem, ending)| (stem, format!(".{ending}")));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

fn checked(name: &str) -> Result<String> {
    let refuse =
        |reason: &str| Err(StudioError::malformed(format!("the file name {name:?} {reason}")));
    let parts: Vec<_> = Path::new(name).components().collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || name.is_empty() || name.contains('\\') || name.chars().any(char::is_control) {
        return refuse("leads elsewhere");
    }
    if parts.len() > MAX_PARTS || name.len() > MAX_NAME {
        return refuse("is too long");
    }
    if parts.iter().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b".")) {
        return refuse("begins with a dot");
    }
    Ok(name.to_owned())
}

fn unwritable(error: io::Error) -> StudioError {
    StudioError::File(taufit_io::Error::Unwritable { reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["../x.csv", "/x.csv", "a/../../x", "", ".bashrc", "a\\b", "a\nb", "a/.b"] {
            assert!(checked(name).is_err(), "{name:?}");
        }
        assert!(checked("bag/metadata.yaml").is_ok() && checked("Messung 1.csv").is_ok());
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        assert_eq!(numbered(Path::new("a/run.csv.gz"), 2), Path::new("a/run-2.csv.gz"));
        assert_eq!(numbered(Path::new("run"), 3), Path::new("run-3"));
    }
}
