//! RTDE packets as bytes: big-endian, each with a size and a kind.
//!
//! | module | contents |
//! |---|---|
//! | `byte_reader` | bounds-checked reading of numbers |
//! | `packet` | [`RtdePacket`], and packets from a stream |
//! | `value` | [`RtdeValue`], [`FieldType`] |
//! | `recipe` | [`Recipe`]: the fields of a data packet |
//! | `message` | [`Request`], [`Reply`] |
//!
//! Source: Universal Robots, *RTDE guide*, protocol version 2. Nothing here panics, whatever the bytes.

use crate::connection::ConnectionError;

mod byte_reader;
mod message;
mod packet;
mod recipe;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use message::{Reply, Request};
pub(crate) use packet::{PacketDecoder, PacketKind, RtdePacket};
pub(crate) use recipe::{IN_USE, NOT_FOUND, Recipe};
pub(crate) use value::{FieldType, RtdeValue};

/// Supported version of the protocol.
pub(crate) const VERSION: u16 = 2;

/// Error of a packet that violates the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MalformedPacket {
    #[error("{what} ends too early: {missing} more bytes were expected")]
    TooShort { what: &'static str, missing: usize },
    #[error("{what} has {excess} bytes too many")]
    TooLong { what: &'static str, excess: usize },
    #[error("a packet declares {size} bytes; a header alone has 3")]
    Size { size: u16 },
    #[error("a packet is of the kind {kind}, which is not known")]
    PacketKind { kind: u8 },
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

impl From<MalformedPacket> for ConnectionError {
    fn from(malformed: MalformedPacket) -> Self {
        Self::Protocol { source_name: "the controller".to_owned(), problem: malformed.to_string() }
    }
}
