//! Texts on a topic, such as the events of our own recordings.

use super::fields::{Fields, text};
use super::files::Messages;
use crate::error::Result;
use crate::log::format::Format;
use std::path::Path;

/// Nanoseconds in a second.
const NS_PER_S: f64 = 1e9;

/// Time of recording \[s\] and text of every `std_msgs/msg/String` on a topic of an MCAP file; messages
/// that are no such text are passed over.
pub(in crate::log) fn texts_on_topic(path: &Path, topic: &str) -> Result<Vec<(f64, String)>> {
    let files = [(path.to_owned(), Format::Mcap)];
    let mut messages = Messages::new(&files, vec![topic.to_owned()]);
    let mut found = Vec::new();
    while messages.advance()? {
        let Some(message) = messages.message() else { break };
        if let Ok(bytes) = Fields::cdr(message.data).and_then(|mut fields| fields.text()) {
            found.push((message.log_ns as f64 / NS_PER_S, text(bytes)));
        }
    }
    Ok(found)
}
