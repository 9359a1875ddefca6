//! Which fields a data packet has.

use super::bytes::Bytes;
use super::{FieldType, Frame, Kind, Malformed, Value};

/// The type of a field that the controller does not know.
pub(crate) const NOT_FOUND: &str = "NOT_FOUND";
/// The type of an input that somebody else holds.
pub(crate) const IN_USE: &str = "IN_USE";

/// Fields in their order, under the number that both ends agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) id: u8,
    pub(crate) fields: Vec<(String, FieldType)>,
}

impl Recipe {
    /// From the fields that were asked for and the types that came back.
    pub(crate) fn new(id: u8, names: &[&str], types: &[String]) -> Result<Self, Malformed> {
        let (expected, found) = (names.len(), types.len());
        if found != expected {
            return Err(Malformed::Count { expected, found });
        }
        let field = |(name, kind): (&&str, &String)| Ok(((*name).to_owned(), FieldType::of(kind)?));
        Ok(Self { id, fields: names.iter().zip(types).map(field).collect::<Result<_, _>>()? })
    }

    /// The values of a data packet's content.
    pub(crate) fn read(&self, content: &[u8]) -> Result<Vec<Value>, Malformed> {
        let mut bytes = Bytes::new("a data packet", content);
        let found = bytes.u8()?;
        if found != self.id {
            return Err(Malformed::Recipe { expected: self.id, found });
        }
        let values =
            self.fields.iter().map(|(_, kind)| kind.read(&mut bytes)).collect::<Result<_, _>>()?;
        bytes.finish()?;
        Ok(values)
    }

    /// A data packet with these values.
    pub(crate) fn frame(id: u8, values: impl IntoIterator<Item = Value>) -> Frame {
        let mut content = vec![id];
        values.into_iter().for_each(|value| value.write(&mut content));
        Frame::new(Kind::Data, content)
    }
}
