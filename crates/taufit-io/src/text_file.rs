//! A whole text file, if it is one and not too large.

use crate::error::{Error, Result};
use crate::limits::MAX_FILE_BYTES;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The text of a file. Size is checked before and while reading: a pipe has no length to look at.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let unreadable = |error: std::io::Error| Error::Unreadable { reason: error.to_string() };
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Error::Unreadable { reason: "it is a directory".to_owned() });
    }
    check_size(metadata.len())?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    check_size(bytes.len() as u64)?;
    String::from_utf8(bytes).map_err(|e| Error::NotUtf8 { offset: e.utf8_error().valid_up_to() })
}

fn check_size(size_bytes: u64) -> Result<()> {
    if size_bytes > MAX_FILE_BYTES {
        return Err(Error::TooLarge { size_bytes, limit_bytes: MAX_FILE_BYTES });
    }
    Ok(())
}

/// The text without the byte order mark that some editors put in front.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
