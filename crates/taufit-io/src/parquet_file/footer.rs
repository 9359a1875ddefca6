//! A look at the footer of a Parquet file before the decoder reads it.
//!
//! The decoder passes over what it does not know, and takes the truth values in a list for nothing at
//! all: a few bytes that claim two thousand million of them keep it busy for seconds, and a file may
//! say so any number of times. No footer has lists of truth values, or maps.

use super::unreadable;
use crate::error::{Error, Result};
use crate::limits::MAX_FILE_BYTES;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Length of the footer, and the mark after it.
const TAIL_BYTES: u64 = 8;

/// How deep structures are nested at most; Parquet needs seven.
const MAX_DEPTH: u8 = 16;

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
    match skip_struct(&footer, MAX_DEPTH) {
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

/// What follows a structure in Thrift's compact protocol; nothing where it is malformed.
fn skip_struct(mut bytes: &[u8], depth: u8) -> Option<&[u8]> {
    let depth = depth.checked_sub(1)?;
    loop {
        let (head, rest) = bytes.split_first()?;
        let (step, kind) = (head >> 4, head & 0x0f);
        bytes = match (step, kind) {
            (_, 0) => return Some(rest),
            (0, _) => varint(rest)?.1,
            _ => rest,
        };
        // The value of a truth value is its type.
        if !matches!(kind, 1 | 2) {
            bytes = skip(kind, bytes, depth)?;
        }
    }
}

/// What follows a value of a type; every value has at least one byte.
fn skip(kind: u8, bytes: &[u8], depth: u8) -> Option<&[u8]> {
    match kind {
        3 => bytes.get(1..),
        4..=6 => varint(bytes).map(|(_, rest)| rest),
        7 => bytes.get(8..),
        8 => {
            let (length, rest) = varint(bytes)?;
            rest.get(usize::try_from(length).ok()?..)
        }
        9 | 10 => skip_list(bytes, depth),
        12 => skip_struct(bytes, depth),
        13 => bytes.get(16..),
        _ => None,
    }
}

fn skip_list(bytes: &[u8], depth: u8) -> Option<&[u8]> {
    let depth = depth.checked_sub(1)?;
    let (head, rest) = bytes.split_first()?;
    let (size, mut rest) = match head >> 4 {
        15 => varint(rest)?,
        size => (u64::from(size), rest),
    };
    for _ in 0..size {
        rest = skip(head & 0x0f, rest, depth)?;
    }
    Some(rest)
}

/// A number of seven bits to the byte, and what follows it.
fn varint(mut bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        bytes = rest;
        if byte & 0x80 == 0 {
            return Some((value, bytes));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_whole(bytes: &[u8]) -> bool {
        skip_struct(bytes, MAX_DEPTH) == Some(&[][..])
    }

    #[test]
    fn every_kind_of_field_is_passed_over() {
        // Truth value, byte, number, text "ab", list of two numbers, list of one empty structure.
        let fields: [&[u8]; 6] = [
            &[0x11],
            &[0x13, 7],
            &[0x15, 0x80, 1],
            &[0x18, 2, b'a', b'b'],
            &[0x19, 0x25, 1, 2],
            &[0x19, 0x1c, 0],
        ];
        for field in fields {
            assert!(is_whole(&[field, &[0]].concat()), "{field:x?}");
            assert!(!is_whole(field), "{field:x?}: no end");
        }
        assert!(is_whole(&[fields.concat(), vec![0]].concat()));
        // The number of a field may stand on its own, and a double has eight bytes.
        assert!(is_whole(&[0x07, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn lists_of_nothing_maps_and_deep_nests_are_refused() {
        assert!(!is_whole(&[0x19, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x07, 0]));
        assert!(!is_whole(&[0x1b, 0x01, 0x11, 1, 1, 0]));
        assert!(!is_whole(&[vec![0x1c; 100], vec![0; 101]].concat()));
        assert!(!is_whole(&[0x18, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]));
    }
}
