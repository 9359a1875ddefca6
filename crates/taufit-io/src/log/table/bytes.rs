//! The text of a log, unpacked where it is packed.

use crate::error::{Error, Result};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// How every gzip stream begins.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// How much is asked of the operating system at once \[bytes\].
const CHUNK_BYTES: usize = 64 * 1024;

/// The text; gzip is told by its first bytes, so a wrong extension does no harm.
pub(in crate::log) fn unpacked<'a>(stream: impl Read + 'a) -> Result<Box<dyn BufRead + 'a>> {
    let mut reader = BufReader::with_capacity(CHUNK_BYTES, stream);
    if reader.fill_buf().map_err(unreadable)?.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::with_capacity(CHUNK_BYTES, MultiGzDecoder::new(reader))));
    }
    Ok(Box::new(reader))
}

/// What the operating system, or the unpacker, says.
pub(in crate::log) fn unreadable(error: io::Error) -> Error {
    Error::Unreadable { reason: error.to_string() }
}
