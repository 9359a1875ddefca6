//! What goes over a topic or a service, apart from the messages themselves.

use super::tcpros::Header;
use super::{Ros1Error, codec};
use crate::live::LiveError;
use std::fmt;
use std::io::{Error, ErrorKind};
use taufit_io::ros::{Ros1Message, Ros1Service};

/// A message that can be sent from one thread to another.
pub(crate) trait Payload: Ros1Message + Send + Sync + 'static {}

impl<M: Ros1Message + Send + Sync + 'static> Payload for M {}

/// A type, by which both ends know that they mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) md5: &'static str,
    pub(crate) definition: &'static str,
}

impl Kind {
    pub(crate) fn of_message<M: Ros1Message>() -> Self {
        Self { name: M::NAME, md5: M::MD5, definition: M::DEFINITION }
    }

    pub(crate) fn of_service<S: Ros1Service>() -> Self {
        Self { name: S::NAME, md5: S::MD5, definition: "" }
    }

    /// Refuses a peer that has something else in mind under this name, or that says no.
    pub(crate) fn check(&self, peer: &str, name: &str, header: &Header) -> Result<(), LiveError> {
        let refusal = header.get("error");
        if refusal.is_empty() && header.fits(self.md5) {
            return Ok(());
        }
        let found = if refusal.is_empty() { header.kind() } else { format!("{refusal:?}") };
        Err(Ros1Error::OtherType {
            peer: peer.to_owned(),
            name: name.to_owned(),
            found,
            expected: self.to_string(),
        }
        .into())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.md5)
    }
}

/// What a peer said, as a message.
pub(crate) fn decoded<M: Payload>(peer: &str, bytes: &[u8]) -> Result<M, LiveError> {
    codec::decode(bytes).map_err(|error| LiveError::Gibberish {
        source_name: peer.to_owned(),
        problem: format!("{error} in a {}", M::NAME),
    })
}

/// A message, as a peer wants it.
pub(crate) fn encoded<M: Payload>(name: &str, message: &M) -> Result<Vec<u8>, LiveError> {
    codec::encode(message).map_err(|error| LiveError::Gibberish {
        source_name: name.to_owned(),
        problem: error.to_string(),
    })
}

/// What went wrong with a peer.
pub(crate) fn trouble_with(peer: &str, error: &Error) -> LiveError {
    let (peer, problem) = (peer.to_owned(), error.to_string());
    match error.kind() {
        ErrorKind::InvalidData => LiveError::Gibberish { source_name: peer, problem },
        _ => LiveError::Lost { what: peer, problem },
    }
}
