//! Output files and folders: written whole, and never in the place of something of the user's.
//!
//! Everything is written under a temporary name beside its destination, flushed to the disk, and renamed. An
//! existing file is replaced only by [`Existing::Replace`]; an existing folder only where the list of files in it
//! ([`MARKER`]) shows that this program wrote all of it and that nothing was changed since.

mod file;
mod folder;
mod marker;
mod temporary;

pub use file::{Existing, check_file, write_file};
pub use folder::{NewFile, check_folder, write_file_in_folder, write_folder};
pub use marker::MARKER;
pub(crate) use marker::file_sha256;

use crate::error::Error;

/// The operating system's reason why something was not written.
fn unwritable(error: std::io::Error) -> Error {
    Error::Unwritable { reason: error.to_string() }
}
