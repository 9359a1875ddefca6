//! Records of a file, read from front to back, and records in memory. Lengths are checked before memory is allocated.

use super::bag_file::{Encoding, Message};
use super::fields::{DecodeError, text};
use crate::error::Result;
use crate::log::table::unreadable;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// Largest record or chunk that is read \[bytes\]; recorders write chunks of about one megabyte.
pub(super) const MAX_RECORD_BYTES: u64 = 256 * 1024 * 1024;

/// Size of the read buffer \[bytes\].
const BUFFER_BYTES: usize = 256 * 1024;

/// File with a read position.
pub(super) struct RecordFile {
    file: BufReader<File>,
    at: u64,
    /// Offset of the current record \[bytes\].
    record_start: u64,
    length: u64,
}

impl RecordFile {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        Ok(Self {
            file: BufReader::with_capacity(BUFFER_BYTES, file),
            at: 0,
            record_start: 0,
            length,
        })
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.length
    }

    /// Remembers that a record begins here.
    pub(super) fn begin_record(&mut self) {
        self.record_start = self.at;
    }

    /// Offset of the current record \[bytes\].
    pub(super) fn record_start(&self) -> u64 {
        self.record_start
    }

    /// Passes over bytes that must be these.
    pub(super) fn expect(&mut self, known: &[u8]) -> Result<(), DecodeError> {
        let mut found = Vec::new();
        self.append(known.len() as u64, &mut found)?;
        match found == known {
            true => Ok(()),
            false => Err(format!("it begins with {:?}, not with {:?}", text(&found), text(known))),
        }
    }

    /// Adds the next bytes to a buffer.
    pub(super) fn append(&mut self, n: u64, buffer: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.check(n)?;
        if n > MAX_RECORD_BYTES {
            return Err(format!("a record of {n} bytes; {MAX_RECORD_BYTES} are the most"));
        }
        let found = self.file.by_ref().take(n).read_to_end(buffer).map_err(|e| e.to_string())?;
        self.at += found as u64;
        if (found as u64) < n { Err("the file became shorter".to_owned()) } else { Ok(()) }
    }

    /// Passes over bytes.
    pub(super) fn skip(&mut self, n: u64) -> Result<(), DecodeError> {
        self.check(n)?;
        self.file.seek_relative(n.try_into().unwrap_or(i64::MAX)).map_err(|e| e.to_string())?;
        self.at += n;
        Ok(())
    }

    /// Goes on from another place.
    pub(super) fn seek(&mut self, to: u64) -> Result<(), DecodeError> {
        self.file.seek(SeekFrom::Start(to)).map_err(|e| e.to_string())?;
        self.at = to;
        Ok(())
    }

    fn check(&self, n: u64) -> Result<(), DecodeError> {
        let left = self.length.saturating_sub(self.at);
        match n > left {
            true => Err(format!("a record of {n} bytes is cut off, {left} bytes are left")),
            false => Ok(()),
        }
    }
}

/// Bytes with a read position.
#[derive(Debug, Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    at: usize,
}

/// A message in a block.
pub(super) struct MessageLocation {
    pub(super) topic: usize,
    pub(super) encoding: Encoding,
    pub(super) log_ns: i64,
    /// Byte range of its data.
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

    /// Advances over the head and the content of a record, and returns the range of the content.
    pub(super) fn take(&mut self, head: usize, length: u64) -> Result<Range<usize>, DecodeError> {
        let start = self.at.saturating_add(head);
        let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
        let end = end.filter(|end| *end <= self.bytes.len());
        let end =
            end.ok_or_else(|| format!("a record of {length} bytes does not fit its chunk"))?;
        self.at = end;
        Ok(start..end)
    }

    pub(super) fn message(&self, found: &MessageLocation) -> Message<'_> {
        let MessageLocation { topic, encoding, log_ns, data } = found;
        let data = self.bytes(data);
        Message { topic: *topic, encoding: *encoding, log_ns: *log_ns, data }
    }
}
