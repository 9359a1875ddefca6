//! A look at the footer of a Parquet file before the decoder reads it.
//!
//! The decoder passes over what it does not know, and takes the truth values in a list for nothing at
//! all: a few bytes that claim two thousand million of them keep it busy for seconds, and a file may
//! say so any number of times. No footer has lists of truth values, or maps.

use super::thrift::skip_struct;
use super::unreadable;
use crate::error::{Error, Result};
use crate::limits::MAX_FILE_BYTES;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Length of the footer, and the mark after it.
const TAIL_BYTES: u64 = 8;

/// Refuses a footer that no writer makes. What is not a footer at all the decoder refuses.
pub(super) fn check_footer(file: &mut File) -> Result<()> {
    let length = file.metadata().map_err(unreadable)?.len();
    let Some(end) = length.checked_sub(TAIL_BYTES) else { return Ok(()) };
    let tail = read(file, end, TAIL_BYTES)?;
    let size = tail.first_chunk().map_or(0, |size| u64::from(u32::from_le_bytes(*size)));
    let Some(start) = end.checked_sub(size) else { return Ok(()) };
    if size > MAX_FILE_BYTES {
        let reason = format!("its footer has {size} bytes, {MAX_FILE_BYTES} are the most");
        return Err(Error::BadTable { reason });
    }
    let footer = read(file, start, size)?;
    match skip_struct(&footer) {
        Some(_) => Ok(()),
        None => Err(Error::BadTable { reason: "its footer is damaged".to_owned() }),
    }
}

fn read(file: &mut File, start: u64, n: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start)).map_err(unreadable)?;
    file.take(n).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}
