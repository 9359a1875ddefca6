//! Sizes of the pages of a column, checked before any of them is unpacked.

use super::thrift::leading_numbers;
use super::unreadable;
use crate::error::{Error, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

/// Largest page, unpacked \[bytes\]: four million doubles. Writers make pages of about one megabyte, and a page of
/// every column in use is in memory at once.
const MAX_PAGE_BYTES: i64 = 32 * 1024 * 1024;

/// Longest head of a page \[bytes\]; statistics of numbers take some dozens.
const MAX_HEAD_BYTES: u64 = 4096;

/// Walks over the heads of all pages of a column and refuses one that states more than a page may hold.
pub(super) fn check_pages(file: &File, extent: Range<u64>) -> Result<()> {
    let mut at = extent.start;
    while at < extent.end {
        let bytes = read(file, at, MAX_HEAD_BYTES.min(extent.end - at))?;
        // Type, size unpacked and size packed lead every head.
        let Some(([_, unpacked, packed], head)) = leading_numbers::<3>(&bytes) else {
            return Err(bad("the head of a page is damaged".to_owned()));
        };
        if unpacked > MAX_PAGE_BYTES {
            return Err(bad(format!(
                "a page states {unpacked} bytes unpacked, {MAX_PAGE_BYTES} are the most; write it with smaller pages \
                 (data_page_size)"
            )));
        }
        let packed =
            u64::try_from(packed).map_err(|_| bad("a page of negative size".to_owned()))?;
        at = at.saturating_add(head as u64).saturating_add(packed);
    }
    Ok(())
}

fn read(mut file: &File, at: u64, n: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    file.take(n).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

fn bad(reason: String) -> Error {
    Error::BadTable { reason }
}
