//! A file of records, read from front to back; no length in it is believed before it is checked.

use super::fields::{Mismatch, text};
use crate::error::Result;
use crate::log::table::unreadable;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Largest record or chunk that is read \[bytes\]; recorders write chunks of about one megabyte.
pub(super) const MAX_RECORD_BYTES: u64 = 256 * 1024 * 1024;

/// How much is asked of the operating system at once \[bytes\].
const BUFFER_BYTES: usize = 256 * 1024;

/// The bytes of a file, and where reading has come.
pub(super) struct RecordFile {
    file: BufReader<File>,
    at: u64,
    /// Where the record begins that is being read.
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

    /// Where the record begins that is being read.
    pub(super) fn record_start(&self) -> u64 {
        self.record_start
    }

    /// Passes over bytes that must be these.
    pub(super) fn expect(&mut self, known: &[u8]) -> Result<(), Mismatch> {
        let mut found = Vec::new();
        self.append(known.len() as u64, &mut found)?;
        match found == known {
            true => Ok(()),
            false => Err(format!("it begins with {:?}, not with {:?}", text(&found), text(known))),
        }
    }

    /// Adds the next bytes to a buffer.
    pub(super) fn append(&mut self, n: u64, buffer: &mut Vec<u8>) -> Result<(), Mismatch> {
        self.check(n)?;
        if n > MAX_RECORD_BYTES {
            return Err(format!("a record of {n} bytes; {MAX_RECORD_BYTES} are the most"));
        }
        let found = self.file.by_ref().take(n).read_to_end(buffer).map_err(|e| e.to_string())?;
        self.at += found as u64;
        if (found as u64) < n { Err("the file became shorter".to_owned()) } else { Ok(()) }
    }

    /// Passes over bytes.
    pub(super) fn skip(&mut self, n: u64) -> Result<(), Mismatch> {
        self.check(n)?;
        self.file.seek_relative(n.try_into().unwrap_or(i64::MAX)).map_err(|e| e.to_string())?;
        self.at += n;
        Ok(())
    }

    /// Goes on from another place.
    pub(super) fn seek(&mut self, to: u64) -> Result<(), Mismatch> {
        self.file.seek(SeekFrom::Start(to)).map_err(|e| e.to_string())?;
        self.at = to;
        Ok(())
    }

    fn check(&self, n: u64) -> Result<(), Mismatch> {
        let left = self.length.saturating_sub(self.at);
        match n > left {
            true => Err(format!("a record of {n} bytes is cut off, {left} bytes are left")),
            false => Ok(()),
        }
    }
}
