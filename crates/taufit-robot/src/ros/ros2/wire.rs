//! Our messages as the client library takes them.

use ros2_client::Message;
use ros2_client::dds::rustdds::RepresentationIdentifier;
use ros2_client::dds::rustdds::serialization::{
    deserialize_from_cdr_with_rep_id, to_writer_with_rep_id,
};
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A message of ours.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Wire<T>(pub(crate) T);

impl<T: Serialize + DeserializeOwned> Message for Wire<T> {}

/// A message whose layout only its reader knows: the bytes of its fields, little-endian.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Raw(pub(crate) Vec<u8>);

impl Message for Raw {}

impl Raw {
    /// The bytes of a message.
    pub(crate) fn of(message: &impl Serialize) -> Result<Self, String> {
        let mut bytes = Vec::new();
        to_writer_with_rep_id(&mut bytes, message, RepresentationIdentifier::CDR_LE)
            .map_err(|error| error.to_string())?;
        Ok(Self(bytes))
    }

    /// The bytes as a message.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        deserialize_from_cdr_with_rep_id(&self.0, RepresentationIdentifier::CDR_LE)
            .map(|(message, _)| message)
            .map_err(|error| error.to_string())
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Bytes need no alignment, and their end is that of the message.
        deserializer.deserialize_tuple(usize::MAX, RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<Raw, A::Error> {
        let mut raw = Vec::new();
        while let Ok(Some(byte)) = bytes.next_element() {
            raw.push(byte);
        }
        Ok(Raw(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_io::ros::{SwitchIron, SwitchedWithWords};

    #[test]
    fn raw_messages_are_the_messages_themselves() {
        let names = vec!["velocity".to_owned()];
        let request =
            SwitchIron { activate_controllers: names, strictness: 2, ..SwitchIron::default() };
        let raw = Raw::of(&request).unwrap();
        // A list of one text, an empty one, then numbers aligned to four bytes.
        assert_eq!(raw.0[..8], [1, 0, 0, 0, 9, 0, 0, 0]);
        assert_eq!(raw.read::<SwitchIron>().unwrap(), request);
        assert_eq!(Raw::of(&raw).unwrap(), raw);
        assert_eq!(raw.read::<Raw>().unwrap(), raw);
        assert!(Raw(vec![1]).read::<SwitchedWithWords>().is_err());
    }
}
