//! Packets, and their decoding from a stream.
//!
//! `u16` size of the whole, `u8` kind, then the content.

use super::MalformedPacket;

/// Size and kind.
const HEADER: usize = 3;

/// Kind of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PacketKind {
    /// Protocol version.
    Version,
    /// Software version of the controller.
    ControllerVersion,
    /// Text message.
    Text,
    /// Data in either direction.
    Data,
    /// Output recipe.
    Outputs,
    /// Input recipe.
    Inputs,
    /// Start of the data.
    Start,
    /// Pause of the data.
    Pause,
}

impl PacketKind {
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

    /// Byte in the header.
    pub(super) fn byte(self) -> u8 {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or(0, |(_, byte)| *byte)
    }

    fn of(byte: u8) -> Result<Self, MalformedPacket> {
        let known = Self::ALL.iter().find(|(_, b)| *b == byte);
        known.map(|(kind, _)| *kind).ok_or(MalformedPacket::PacketKind { kind: byte })
    }
}

/// Packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RtdePacket {
    pub(crate) kind: PacketKind,
    pub(crate) content: Vec<u8>,
}

impl RtdePacket {
    pub(crate) fn new(kind: PacketKind, content: Vec<u8>) -> Self {
        Self { kind, content }
    }

    /// Bytes of the packet; refuses contents beyond the size field.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, MalformedPacket> {
        let size = HEADER + self.content.len();
        let short = u16::try_from(size).map_err(|_| MalformedPacket::Oversize { size })?;
        let mut bytes = Vec::with_capacity(size);
        bytes.extend_from_slice(&short.to_be_bytes());
        bytes.push(self.kind.byte());
        bytes.extend_from_slice(&self.content);
        Ok(bytes)
    }
}

/// Decoder of packets from a stream. It holds one packet of at most 64 KiB and what was pushed after it.
#[derive(Debug, Default)]
pub(crate) struct PacketDecoder {
    bytes: Vec<u8>,
}

impl PacketDecoder {
    /// Adds received bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Next complete packet.
    pub(crate) fn next(&mut self) -> Result<Option<RtdePacket>, MalformedPacket> {
        let [high, low, kind, ..] = self.bytes[..] else { return Ok(None) };
        let size = u16::from_be_bytes([high, low]);
        let whole = usize::from(size);
        if whole < HEADER {
            return Err(MalformedPacket::Size { size });
        }
        let kind = PacketKind::of(kind)?;
        if self.bytes.len() < whole {
            return Ok(None);
        }
        let content = self.bytes[HEADER..whole].to_vec();
        self.bytes.drain(..whole);
        Ok(Some(RtdePacket { kind, content }))
    }
}
