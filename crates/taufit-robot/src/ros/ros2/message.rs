//! Messages as the client library takes them.

use ros2_client::Message;
use ros2_client::dds::rustdds::RepresentationIdentifier;
use ros2_client::dds::rustdds::serialization::{
    deserialize_from_cdr_with_rep_id, to_writer_with_rep_id,
};
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Message of a type of `taufit-io`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct DdsMessage<T>(pub(crate) T);

impl<T: Serialize + DeserializeOwned> Message for DdsMessage<T> {}

/// Message as bytes: its fields in CDR, little-endian.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct RawMessage(pub(crate) Vec<u8>);

impl Message for RawMessage {}

impl RawMessage {
    /// Bytes of a message.
    pub(crate) fn of(message: &impl Serialize) -> Result<Self, String> {
        let mut bytes = Vec::new();
        to_writer_with_rep_id(&mut bytes, message, RepresentationIdentifier::CDR_LE)
            .map_err(|error| error.to_string())?;
        Ok(Self(bytes))
    }

    /// Message of the bytes.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        deserialize_from_cdr_with_rep_id(&self.0, RepresentationIdentifier::CDR_LE)
            .map(|(message, _)| message)
            .map_err(|error| error.to_string())
    }
}

impl Serialize for RawMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for RawMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Bytes need no alignment and end with the message.
        deserializer.deserialize_tuple(usize::MAX, RawMessageVisitor)
    }
}

struct RawMessageVisitor;

impl<'de> Visitor<'de> for RawMessageVisitor {
    type Value = RawMessage;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<RawMessage, A::Error> {
        let mut raw = Vec::new();
        while let Ok(Some(byte)) = bytes.next_element() {
            raw.push(byte);
        }
        Ok(RawMessage(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_io::ros::{SwitchIron, SwitchResponseWithMessage};

    #[test]
    fn raw_messages_are_the_messages_themselves() {
        let names = vec!["velocity".to_owned()];
        let request =
            SwitchIron { activate_controllers: names, strictness: 2, ..SwitchIron::default() };
        let raw = RawMessage::of(&request).unwrap();
        // A sequence of one string, an empty one, then numbers aligned to four bytes.
        assert_eq!(raw.0[..8], [1, 0, 0, 0, 9, 0, 0, 0]);
        assert_eq!(raw.read::<SwitchIron>().unwrap(), request);
        assert_eq!(RawMessage::of(&raw).unwrap(), raw);
        assert_eq!(raw.read::<RawMessage>().unwrap(), raw);
        assert!(RawMessage(vec![1]).read::<SwitchResponseWithMessage>().is_err());
    }
}
