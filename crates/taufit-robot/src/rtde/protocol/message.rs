//! What the two ends say to each other, beside data.

use super::bytes::Bytes;
use super::{Frame, Kind, Malformed};

/// From the client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Speak this version of the protocol.
    Version(u16),
    /// Which software do you have?
    ControllerVersion,
    /// Say these fields, so many times per second \[Hz\].
    Outputs { rate_hz: f64, fields: Vec<String> },
    /// You will be told these fields.
    Inputs { fields: Vec<String> },
    /// Begin.
    Start,
    /// Pause.
    Pause,
    /// Data for inputs: recipe and values.
    Data(Vec<u8>),
    /// A message for people.
    Text,
}

/// From the controller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// Whether it speaks that version.
    Version(bool),
    /// Major, minor, bug fix, build.
    ControllerVersion([u32; 4]),
    /// Number of the recipe, and a type per field.
    Outputs { id: u8, types: Vec<String> },
    /// The same for inputs.
    Inputs { id: u8, types: Vec<String> },
    /// Whether it begins.
    Start(bool),
    /// Whether it pauses.
    Pause(bool),
    /// Recipe and values.
    Data(Vec<u8>),
    /// A message for people.
    Text(String),
}

impl Request {
    /// What a packet asks for.
    pub(crate) fn of(frame: Frame) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new("a request", &frame.content);
        let request = match frame.kind {
            Kind::Version => Self::Version(bytes.u16()?),
            Kind::ControllerVersion => Self::ControllerVersion,
            Kind::Outputs => Self::Outputs { rate_hz: bytes.f64()?, fields: names(&bytes.text()?) },
            Kind::Inputs => Self::Inputs { fields: names(&bytes.text()?) },
            Kind::Start => Self::Start,
            Kind::Pause => Self::Pause,
            Kind::Data => return Ok(Self::Data(frame.content)),
            Kind::Text => return Ok(Self::Text),
        };
        bytes.finish()?;
        Ok(request)
    }

    /// The packet; nothing for what only controllers send.
    pub(crate) fn frame(&self) -> Frame {
        match self {
            Self::Version(version) => Frame::new(Kind::Version, version.to_be_bytes().to_vec()),
            Self::ControllerVersion => Frame::new(Kind::ControllerVersion, Vec::new()),
            Self::Outputs { rate_hz, fields } => {
                let content = [&rate_hz.to_be_bytes(), fields.join(",").as_bytes()].concat();
                Frame::new(Kind::Outputs, content)
            }
            Self::Inputs { fields } => Frame::new(Kind::Inputs, fields.join(",").into_bytes()),
            Self::Start => Frame::new(Kind::Start, Vec::new()),
            Self::Pause => Frame::new(Kind::Pause, Vec::new()),
            Self::Data(content) => Frame::new(Kind::Data, content.clone()),
            Self::Text => Frame::new(Kind::Text, Vec::new()),
        }
    }
}

impl Reply {
    /// What a packet says.
    pub(crate) fn of(frame: Frame) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new("a reply", &frame.content);
        let reply = match frame.kind {
            Kind::Version => Self::Version(bytes.u8()? != 0),
            Kind::ControllerVersion => Self::ControllerVersion(bytes.many(Bytes::u32)?),
            Kind::Outputs => Self::Outputs { id: bytes.u8()?, types: names(&bytes.text()?) },
            Kind::Inputs => Self::Inputs { id: bytes.u8()?, types: names(&bytes.text()?) },
            Kind::Start => Self::Start(bytes.u8()? != 0),
            Kind::Pause => Self::Pause(bytes.u8()? != 0),
            Kind::Data => return Ok(Self::Data(frame.content)),
            Kind::Text => return Self::text(bytes),
        };
        bytes.finish()?;
        Ok(reply)
    }

    /// Message and source after their lengths, then a level: what follows the message is not needed.
    fn text(mut bytes: Bytes<'_>) -> Result<Self, Malformed> {
        let message = bytes.short_text()?;
        let source = if bytes.is_empty() { String::new() } else { bytes.short_text()? };
        Ok(Self::Text(if source.is_empty() { message } else { format!("{source}: {message}") }))
    }

    /// The packet.
    pub(crate) fn frame(&self) -> Frame {
        let recipe = |kind, id: &u8, types: &[String]| {
            Frame::new(kind, [&[*id], types.join(",").as_bytes()].concat())
        };
        let yes_no = |kind, yes: &bool| Frame::new(kind, vec![u8::from(*yes)]);
        match self {
            Self::Version(yes) => yes_no(Kind::Version, yes),
            Self::ControllerVersion(numbers) => {
                let bytes = numbers.iter().flat_map(|n| n.to_be_bytes()).collect();
                Frame::new(Kind::ControllerVersion, bytes)
            }
            Self::Outputs { id, types } => recipe(Kind::Outputs, id, types),
            Self::Inputs { id, types } => recipe(Kind::Inputs, id, types),
            Self::Start(yes) => yes_no(Kind::Start, yes),
            Self::Pause(yes) => yes_no(Kind::Pause, yes),
            Self::Data(content) => Frame::new(Kind::Data, content.clone()),
            Self::Text(message) => Frame::new(Kind::Text, text_content(message)),
        }
    }
}

/// A message of at most 255 bytes, from nobody in particular, as information.
fn text_content(message: &str) -> Vec<u8> {
    let fits = |length: &u8| message.is_char_boundary(usize::from(*length));
    let whole = u8::try_from(message.len()).unwrap_or(u8::MAX);
    let length = (0..=whole).rev().find(fits).unwrap_or(0);
    [&[length], &message.as_bytes()[..usize::from(length)], &[0, 3]].concat()
}

/// A list with commas.
fn names(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}
