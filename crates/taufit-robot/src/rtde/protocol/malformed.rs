//! Bytes that make no sense.

use crate::live::LiveError;

/// What was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Malformed {
    #[error("{what} ends too early: {missing} more bytes were expected")]
    TooShort { what: &'static str, missing: usize },
    #[error("{what} has {excess} bytes too many")]
    TooLong { what: &'static str, excess: usize },
    #[error("a packet says that it has {size} bytes; a header alone has 3")]
    Size { size: u16 },
    #[error("a packet is of the kind {kind}, which is not known")]
    Kind { kind: u8 },
    #[error("a field is of the type {name:?}, which is not known")]
    Type { name: String },
    #[error("a text is not UTF-8")]
    Text,
    #[error("{found} types came for {expected} fields")]
    Count { expected: usize, found: usize },
    #[error("data came for the recipe {found}, agreed is {expected}")]
    Recipe { expected: u8, found: u8 },
    #[error("a packet of {size} bytes is longer than the protocol allows")]
    Oversize { size: usize },
}

impl From<Malformed> for LiveError {
    fn from(malformed: Malformed) -> Self {
        Self::Gibberish { source_name: "the controller".to_owned(), problem: malformed.to_string() }
    }
}
