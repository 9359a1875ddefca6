//! Entry points of the fuzz targets: decoders of everything that comes over a connection.

use crate::codec::decode;
use crate::tcpros::ConnectionHeader;
use crate::xmlrpc::{XmlRpcCall, parse_response};
use serde::de::DeserializeOwned;

/// Parses bytes as a call and as a response of XML-RPC; a call that is understood reads back as the same.
pub fn xmlrpc(bytes: &[u8]) {
    if let Ok(call) = XmlRpcCall::parse(bytes) {
        let again = XmlRpcCall::parse(call.render().as_bytes());
        assert!(again.is_ok_and(|again| format!("{again:?}") == format!("{call:?}")));
    }
    let _ = parse_response(bytes);
}

/// Parses bytes as a connection header of TCPROS.
pub fn header(bytes: &[u8]) {
    let _ = ConnectionHeader::parse(bytes);
}

/// Decodes bytes as a message.
pub fn message<M: DeserializeOwned>(bytes: &[u8]) {
    let _ = decode::<M>(bytes);
}
