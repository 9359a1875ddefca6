//! Records that lie in memory: a chunk, unpacked, or a single record.

use super::fields::Mismatch;
use super::topic::{Encoding, Message};
use std::ops::Range;

/// The bytes, and where reading has come.
#[derive(Debug, Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    at: usize,
}

/// A message in a block.
pub(super) struct Found {
    pub(super) topic: usize,
    pub(super) encoding: Encoding,
    pub(super) log_ns: i64,
    /// Where its data stand.
    pub(super) data: Range<usize>,
}

impl Block {
    /// The buffer, empty, for the next records.
    pub(super) fn refill(&mut self) -> &mut Vec<u8> {
        self.at = 0;
        self.bytes.clear();
        &mut self.bytes
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub(super) fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn bytes(&self, range: &Range<usize>) -> &[u8] {
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    /// Passes over the head of a record and over its content, and says where that is.
    pub(super) fn take(&mut self, head: usize, length: u64) -> Result<Range<usize>, Mismatch> {
        let start = self.at.saturating_add(head);
        let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
        let end = end.filter(|end| *end <= self.bytes.len());
        let end =
            end.ok_or_else(|| format!("a record of {length} bytes does not fit its chunk"))?;
        self.at = end;
        Ok(start..end)
    }

    pub(super) fn message(&self, found: &Found) -> Message<'_> {
        let Found { topic, encoding, log_ns, data } = found;
        let data = self.bytes(data);
        Message { topic: *topic, encoding: *encoding, log_ns: *log_ns, data }
    }
}
