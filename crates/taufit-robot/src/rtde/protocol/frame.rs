//! One packet, and packets from a stream.
//!
//! `u16` size of the whole, `u8` kind, then the content.

use super::Malformed;

/// Size and kind.
const HEADER: usize = 3;

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Which version of the protocol.
    Version,
    /// Which software the controller has.
    ControllerVersion,
    /// A message for people.
    Text,
    /// Data, either way.
    Data,
    /// What the controller shall say.
    Outputs,
    /// What it will be told.
    Inputs,
    /// Begin to say it.
    Start,
    /// Pause.
    Pause,
}

impl Kind {
    const ALL: [(Self, u8); 8] = [
        (Self::Version, b'V'),
        (Self::ControllerVersion, b'v'),
        (Self::Text, b'M'),
        (Self::Data, b'U'),
        (Self::Outputs, b'O'),
        (Self::Inputs, b'I'),
        (Self::Start, b'S'),
        (Self::Pause, b'P'),
    ];

    /// The byte on the wire.
    pub(super) fn byte(self) -> u8 {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or(0, |(_, byte)| *byte)
    }

    fn of(byte: u8) -> Result<Self, Malformed> {
        let known = Self::ALL.iter().find(|(_, b)| *b == byte);
        known.map(|(kind, _)| *kind).ok_or(Malformed::Kind { kind: byte })
    }
}

/// A packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) kind: Kind,
    pub(crate) content: Vec<u8>,
}

impl Frame {
    pub(crate) fn new(kind: Kind, content: Vec<u8>) -> Self {
        Self { kind, content }
    }

    /// As it goes over the wire; refuses what its size cannot say.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, Malformed> {
        let size = HEADER + self.content.len();
        let short = u16::try_from(size).map_err(|_| Malformed::Oversize { size })?;
        let mut bytes = Vec::with_capacity(size);
        bytes.extend_from_slice(&short.to_be_bytes());
        bytes.push(self.kind.byte());
        bytes.extend_from_slice(&self.content);
        Ok(bytes)
    }
}

/// Packets out of a stream that comes in pieces. Holds one packet of at most 64 KiB and what was
/// pushed after it.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    bytes: Vec<u8>,
}

impl Frames {
    /// What was read.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next packet, once it is there as a whole.
    pub(crate) fn next(&mut self) -> Result<Option<Frame>, Malformed> {
        let [high, low, kind, ..] = self.bytes[..] else { return Ok(None) };
        let size = u16::from_be_bytes([high, low]);
        let whole = usize::from(size);
        if whole < HEADER {
            return Err(Malformed::Size { size });
        }
        let kind = Kind::of(kind)?;
        if self.bytes.len() < whole {
            return Ok(None);
        }
        let content = self.bytes[HEADER..whole].to_vec();
        self.bytes.drain(..whole);
        Ok(Some(Frame { kind, content }))
    }
}
