//! Requests and replies.

use super::byte_reader::ByteReader;
use super::{MalformedPacket, PacketKind, RtdePacket};

/// Request of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Protocol version.
    Version(u16),
    /// Software version of the controller.
    ControllerVersion,
    /// Output fields and their rate \[Hz\].
    Outputs { rate_hz: f64, fields: Vec<String> },
    /// Input fields.
    Inputs { fields: Vec<String> },
    /// Start of the data.
    Start,
    /// Pause of the data.
    Pause,
    /// Inputs: recipe and values.
    Data(Vec<u8>),
    /// Text message.
    Text,
}

/// Reply of the controller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// Whether the version is supported.
    Version(bool),
    /// Major, minor, bug fix, build.
    ControllerVersion([u32; 4]),
    /// Number of the output recipe, and a type per field.
    Outputs { id: u8, types: Vec<String> },
    /// Number of the input recipe, and a type per field.
    Inputs { id: u8, types: Vec<String> },
    /// Whether the data start.
    Start(bool),
    /// Whether the data pause.
    Pause(bool),
    /// Outputs: recipe and values.
    Data(Vec<u8>),
    /// Text message.
    Text(String),
}

impl Request {
    /// Request in a packet.
    pub(crate) fn of(packet: RtdePacket) -> Result<Self, MalformedPacket> {
        let mut bytes = ByteReader::new("a request", &packet.content);
        let request = match packet.kind {
            PacketKind::Version => Self::Version(bytes.u16()?),
            PacketKind::ControllerVersion => Self::ControllerVersion,
            PacketKind::Outputs => {
                Self::Outputs { rate_hz: bytes.f64()?, fields: names(&bytes.text()?) }
            }
            PacketKind::Inputs => Self::Inputs { fields: names(&bytes.text()?) },
            PacketKind::Start => Self::Start,
            PacketKind::Pause => Self::Pause,
            PacketKind::Data => return Ok(Self::Data(packet.content)),
            PacketKind::Text => return Ok(Self::Text),
        };
        bytes.finish()?;
        Ok(request)
    }

    /// Packet of the request.
    pub(crate) fn packet(&self) -> RtdePacket {
        match self {
            Self::Version(version) => {
                RtdePacket::new(PacketKind::Version, version.to_be_bytes().to_vec())
            }
            Self::ControllerVersion => RtdePacket::new(PacketKind::ControllerVersion, Vec::new()),
            Self::Outputs { rate_hz, fields } => {
                let content = [&rate_hz.to_be_bytes(), fields.join(",").as_bytes()].concat();
                RtdePacket::new(PacketKind::Outputs, content)
            }
            Self::Inputs { fields } => {
                RtdePacket::new(PacketKind::Inputs, fields.join(",").into_bytes())
            }
            Self::Start => RtdePacket::new(PacketKind::Start, Vec::new()),
            Self::Pause => RtdePacket::new(PacketKind::Pause, Vec::new()),
            Self::Data(content) => RtdePacket::new(PacketKind::Data, content.clone()),
            Self::Text => RtdePacket::new(PacketKind::Text, Vec::new()),
        }
    }
}

impl Reply {
    /// Reply in a packet.
    pub(crate) fn of(packet: RtdePacket) -> Result<Self, MalformedPacket> {
        let mut bytes = ByteReader::new("a reply", &packet.content);
        let reply = match packet.kind {
            PacketKind::Version => Self::Version(bytes.u8()? != 0),
            PacketKind::ControllerVersion => Self::ControllerVersion(bytes.many(ByteReader::u32)?),
            PacketKind::Outputs => Self::Outputs { id: bytes.u8()?, types: names(&bytes.text()?) },
            PacketKind::Inputs => Self::Inputs { id: bytes.u8()?, types: names(&bytes.text()?) },
            PacketKind::Start => Self::Start(bytes.u8()? != 0),
            PacketKind::Pause => Self::Pause(bytes.u8()? != 0),
            PacketKind::Data => return Ok(Self::Data(packet.content)),
            PacketKind::Text => return Self::text(bytes),
        };
        bytes.finish()?;
        Ok(reply)
    }

    /// Message and source behind their lengths, then a level, which is not used.
    fn text(mut bytes: ByteReader<'_>) -> Result<Self, MalformedPacket> {
        let message = bytes.short_text()?;
        let source = if bytes.is_empty() { String::new() } else { bytes.short_text()? };
        Ok(Self::Text(if source.is_empty() { message } else { format!("{source}: {message}") }))
    }

    /// Packet of the reply.
    pub(crate) fn packet(&self) -> RtdePacket {
        let recipe = |kind, id: &u8, types: &[String]| {
            RtdePacket::new(kind, [&[*id], types.join(",").as_bytes()].concat())
        };
        let yes_no = |kind, yes: &bool| RtdePacket::new(kind, vec![u8::from(*yes)]);
        match self {
            Self::Version(yes) => yes_no(PacketKind::Version, yes),
            Self::ControllerVersion(numbers) => {
                let bytes = numbers.iter().flat_map(|n| n.to_be_bytes()).collect();
                RtdePacket::new(PacketKind::ControllerVersion, bytes)
            }
            Self::Outputs { id, types } => recipe(PacketKind::Outputs, id, types),
            Self::Inputs { id, types } => recipe(PacketKind::Inputs, id, types),
            Self::Start(yes) => yes_no(PacketKind::Start, yes),
            Self::Pause(yes) => yes_no(PacketKind::Pause, yes),
            Self::Data(content) => RtdePacket::new(PacketKind::Data, content.clone()),
            Self::Text(message) => RtdePacket::new(PacketKind::Text, text_content(message)),
        }
    }
}

/// Content of a text message: at most 255 bytes, without a source, of level information.
fn text_content(message: &str) -> Vec<u8> {
    let fits = |length: &u8| message.is_char_boundary(usize::from(*length));
    let whole = u8::try_from(message.len()).unwrap_or(u8::MAX);
    let length = (0..=whole).rev().find(fits).unwrap_or(0);
    [&[length], &message.as_bytes()[..usize::from(length)], &[0, 3]].concat()
}

/// Names of a comma-separated list.
fn names(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
