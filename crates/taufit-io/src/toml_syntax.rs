//! What the TOML parser says, in our words.

use crate::error::{Error, Position};
use taufit::diagnostics::{name_list, suggest};

/// An unknown key with the nearest known one, a missing key by its name, anything else as it is.
pub(crate) fn explain(file: &'static str, text: &str, error: &toml::de::Error) -> Error {
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
