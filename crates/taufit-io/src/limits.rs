//! Limits on the size of input files, so that a hostile or mistaken file is refused instead of filling the memory.

use crate::error::{Error, Result};

/// Largest file that is read \[bytes\]. The largest URDF in common use has about 1 MB.
pub const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Most links, joints or default classes of one robot.
pub const MAX_ELEMENTS: usize = 2_000;

/// Most XML nodes: elements, comments, runs of text.
pub(crate) const MAX_XML_NODES: u32 = 250_000;

/// Most attributes of one XML element; the parser compares every pair of them.
pub(crate) const MAX_ATTRIBUTES: usize = 500;

/// Refuses the count beyond [`MAX_ELEMENTS`].
pub(crate) fn check_count(what: &'static str, count: usize) -> Result<()> {
    if count > MAX_ELEMENTS { Err(Error::TooMany { what, limit: MAX_ELEMENTS }) } else { Ok(()) }
}

/// Most text of one log, unpacked \[bytes\]: two days of 22 columns at 1 kHz.
pub const MAX_LOG_BYTES: u64 = 32 * 1024 * 1024 * 1024;

/// Most numbers of a log that is read whole (2 GB): three hours of 22 columns at 1 kHz.
pub const MAX_LOG_NUMBERS: u64 = 250_000_000;

/// Most samples of one log: eleven hours at 1 kHz.
pub const MAX_LOG_SAMPLES: u64 = 40_000_000;

/// Most bytes of blank lines and comments.
pub(crate) const MAX_IDLE_BYTES: u64 = 64 * 1024 * 1024;

/// Longest line \[bytes\]: thousands of columns.
pub(crate) const MAX_LINE_BYTES: u64 = 1024 * 1024;

/// Refuses more than the limit, with the line or sample where it is exceeded.
pub(crate) fn check_log_size(
    what: &'static str,
    found: u64,
    limit: u64,
    (record, number): (&'static str, u64),
) -> Result<()> {
    if found > limit { Err(Error::LogTooLong { what, limit, record, number }) } else { Ok(()) }
}
