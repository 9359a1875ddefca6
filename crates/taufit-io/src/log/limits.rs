//! How much of a log is read: hours of a fast robot, not the memory of the computer.

use crate::error::{Error, Result};

/// Most text of one log, unpacked \[bytes\]: two days of 22 columns at 1 kHz.
pub const MAX_LOG_BYTES: u64 = 32 * 1024 * 1024 * 1024;

/// Most numbers of a log that is read whole (2 GB): three hours of 22 columns at 1 kHz.
pub const MAX_LOG_NUMBERS: u64 = 250_000_000;

/// Most samples of one log: eleven hours at 1 kHz.
pub const MAX_LOG_SAMPLES: u64 = 40_000_000;

/// Most bytes of blank lines and comments.
pub(super) const MAX_IDLE_BYTES: u64 = 64 * 1024 * 1024;

/// Longest line \[bytes\]: thousands of columns.
pub(super) const MAX_LINE_BYTES: u64 = 1024 * 1024;

/// Refuses more than the limit; says in which line or sample that is.
pub(super) fn check(
    what: &'static str,
    found: u64,
    limit: u64,
    (record, number): (&'static str, u64),
) -> Result<()> {
    if found > limit { Err(Error::LogTooLong { what, limit, record, number }) } else { Ok(()) }
}
