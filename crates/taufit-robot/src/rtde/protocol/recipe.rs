//! Recipes: the fields of a data packet.

use super::byte_reader::ByteReader;
use super::{FieldType, MalformedPacket, PacketKind, RtdePacket, RtdeValue};

/// Type of an unknown field.
pub(crate) const NOT_FOUND: &str = "NOT_FOUND";
/// Type of an input that another client holds.
pub(crate) const IN_USE: &str = "IN_USE";

/// Fields in their order, with the number of the recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    pub(crate) id: u8,
    pub(crate) fields: Vec<(String, FieldType)>,
}

impl Recipe {
    /// Recipe of requested fields and their types.
    pub(crate) fn new(id: u8, names: &[&str], types: &[String]) -> Result<Self, MalformedPacket> {
        let (expected, found) = (names.len(), types.len());
        if found != expected {
            return Err(MalformedPacket::Count { expected, found });
        }
        let field = |(name, kind): (&&str, &String)| Ok(((*name).to_owned(), FieldType::of(kind)?));
        Ok(Self { id, fields: names.iter().zip(types).map(field).collect::<Result<_, _>>()? })
    }

    /// Values of a data packet.
    pub(crate) fn read(&self, content: &[u8]) -> Result<Vec<RtdeValue>, MalformedPacket> {
        let mut bytes = ByteReader::new("a data packet", content);
        let found = bytes.u8()?;
        if found != self.id {
            return Err(MalformedPacket::Recipe { expected: self.id, found });
        }
        let values =
            self.fields.iter().map(|(_, kind)| kind.read(&mut bytes)).collect::<Result<_, _>>()?;
        bytes.finish()?;
        Ok(values)
    }

    /// Data packet with these values.
    pub(crate) fn packet(id: u8, values: impl IntoIterator<Item = RtdeValue>) -> RtdePacket {
        let mut content = vec![id];
        values.into_iter().for_each(|value| value.write(&mut content));
        RtdePacket::new(PacketKind::Data, content)
    }
}
