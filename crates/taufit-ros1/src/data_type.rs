//! Types of topics and services, and their messages as bytes.

use crate::tcpros::ConnectionHeader;
use crate::{Ros1Error, codec};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// Type of a topic or a service; peers compare checksums before they exchange messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataType {
    /// Package and name, such as `sensor_msgs/JointState`.
    pub name: &'static str,
    /// MD5 checksum of the definition.
    pub md5: &'static str,
    /// Definition of a message; empty for services.
    pub definition: &'static str,
}

impl DataType {
    /// Refuses a peer whose header has another checksum under this name, or an error.
    pub(crate) fn check(
        &self,
        peer: &str,
        name: &str,
        header: &ConnectionHeader,
    ) -> Result<(), Ros1Error> {
        let refusal = header.get("error");
        if refusal.is_empty() && header.has_checksum(self.md5) {
            return Ok(());
        }
        let found = if refusal.is_empty() { header.type_text() } else { format!("{refusal:?}") };
        Err(Ros1Error::TypeMismatch {
            peer: peer.to_owned(),
            name: name.to_owned(),
            found,
            expected: self.to_string(),
        })
    }

    /// Message of this type from bytes that a peer sent.
    pub(crate) fn decode<M: DeserializeOwned>(
        &self,
        peer: &str,
        bytes: &[u8],
    ) -> Result<M, Ros1Error> {
        codec::decode(bytes).map_err(|error| Ros1Error::Protocol {
            peer: peer.to_owned(),
            problem: format!("{error} in a {}", self.name),
        })
    }

    /// Bytes of a message for a topic or service called `name`.
    pub(crate) fn encode(name: &str, message: &impl Serialize) -> Result<Vec<u8>, Ros1Error> {
        codec::encode(message).map_err(|error| Ros1Error::Protocol {
            peer: name.to_owned(),
            problem: error.to_string(),
        })
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.md5)
    }
}
