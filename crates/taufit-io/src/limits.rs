//! How much is read before a file is refused. Generous for robots, small for a computer: a hostile
//! or mistaken file must fail at once instead of filling the memory.

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
