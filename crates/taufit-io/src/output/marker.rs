//! The list of files that this program wrote into a folder, with their SHA-256.

use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Name of the list in its folder.
pub const MARKER: &str = ".taufit";

/// Longest list that is read \[bytes\].
const MAX_BYTES: u64 = 1 << 16;

/// Files of a folder: name and SHA-256 in hexadecimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marker {
    files: Vec<(String, String)>,
}

impl Marker {
    /// The list of new files.
    pub(super) fn of<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Self {
        let entry = |(name, bytes): (&str, &[u8])| (name.to_owned(), sha256(bytes));
        Self { files: files.map(entry).collect() }
    }

    /// The list in a folder.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        let mut text = String::new();
        File::open(folder.join(MARKER))?.take(MAX_BYTES).read_to_string(&mut text)?;
        Self::parse(&text).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// A first line with program and version, then `SHA-256  NAME` per file.
    fn parse(text: &str) -> Option<Self> {
        let (first, rest) = text.split_once('\n')?;
        first.strip_prefix("taufit ")?;
        let entry = |line: &str| {
            let (hash, name) = line.split_once("  ")?;
            // A name that leads elsewhere would make us remove something there.
            let is_plain = !name.is_empty() && !name.contains(['/', '\\']) && name != "..";
            is_plain.then(|| (name.to_owned(), hash.to_owned()))
        };
        Some(Self { files: rest.lines().map(entry).collect::<Option<_>>()? })
    }

    pub(super) fn render(&self) -> String {
        let mut text = format!("taufit {}\n", env!("CARGO_PKG_VERSION"));
        for (name, hash) in &self.files {
            text += &format!("{hash}  {name}\n");
        }
        text
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Puts a file into the list, in the place of one of the same name.
    pub(super) fn insert(&mut self, name: &str, bytes: &[u8]) {
        self.files.retain(|(other, _)| other != name);
        self.files.push((name.to_owned(), sha256(bytes)));
    }

    /// Whether a file of the folder is as it was written.
    pub(super) fn is_unchanged(&self, folder: &Path, name: &str) -> Result<bool> {
        let stated = self.files.iter().find(|(other, _)| other == name);
        Ok(match stated {
            Some((_, stated)) => *stated == file_sha256(&folder.join(name))?.1,
            None => false,
        })
    }

    /// Description of the first file in a folder that is not on the list or was changed.
    pub(super) fn foreign(&self, folder: &Path) -> Result<Option<String>> {
        let unreadable = |error: io::Error| Error::Unreadable { reason: error.to_string() };
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
            if name == MARKER {
                continue;
            }
            if !self.names().any(|known| known == name) {
                return Ok(Some(format!("it holds {name:?}, which taufit did not write")));
            }
            if !self.is_unchanged(folder, &name)? {
                return Ok(Some(format!("{name:?} was changed since taufit wrote it")));
            }
        }
        Ok(None)
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new().chain_update(bytes))
}

/// Length and SHA-256 of a file.
pub(crate) fn file_sha256(path: &Path) -> Result<(u64, String)> {
    let unreadable = |error: io::Error| Error::Unreadable { reason: error.to_string() };
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let (mut hash, mut n_bytes, mut buffer) = (Sha256::new(), 0, [0; 1 << 16]);
    loop {
        let n = file.read(&mut buffer).map_err(unreadable)?;
        if n == 0 {
            return Ok((n_bytes, hexadecimal(hash)));
        }
        hash.update(&buffer[..n]);
        n_bytes += n as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_back_as_it_was_written() {
        let marker = Marker::of([("a b.csv", &b"1"[..]), ("result.json", b"{}")].into_iter());
        assert_eq!(Marker::parse(&marker.render()), Some(marker));
    }

    #[test]
    fn names_that_lead_out_of_the_folder_make_no_list() {
        for name in ["../x", "/etc/passwd", "a/b", "..", ""] {
            assert_eq!(Marker::parse(&format!("taufit 1\nabc  {name}\n")), None, "{name}");
        }
        assert_eq!(Marker::parse("something else\n"), None);
    }
}
