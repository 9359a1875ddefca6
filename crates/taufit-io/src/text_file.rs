//! Text files of bounded size, and errors of the TOML parser.

use crate::error::{Error, Position, Result};
use crate::limits::MAX_FILE_BYTES;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use taufit::diagnostics::{name_list, suggest};

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

/// An unknown key with the nearest known one, a missing key by its name, anything else as it is.
pub(crate) fn toml_error(file: &'static str, text: &str, error: &toml::de::Error) -> Error {
    let position = error.span().map_or(Position::START, |span| Position::at(text, span.start));
    let message = error.message();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match quoted.split_first() {
        Some((key, expected)) if message.starts_with("unknown field") => Error::UnknownKey {
            key: (*key).to_owned(),
            suggestion: suggest(key, expected.iter().copied()),
            expected: name_list(expected),
            position,
        },
        Some((key, _)) if message.starts_with("missing field") => Error::Missing {
            element: file.to_owned(),
            what: format!("key {key:?}"),
            position: Some(position),
        },
        _ => Error::Syntax { format: file, reason: message.to_owned(), position },
    }
}
