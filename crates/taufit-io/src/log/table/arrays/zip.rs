//! The files in a zip archive, as far as NumPy writes them: stored or deflated.

use super::MAX_FILE_BYTES;
use super::bytes::{Bytes, Mismatch};
use flate2::read::DeflateDecoder;
use std::io::Read;

const END: &[u8] = b"PK\x05\x06";
const ENTRY: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;

/// Length of the end record without its comment, and of the longest comment.
const END_BYTES: usize = 22;
const COMMENT_BYTES: usize = 65_535;

/// A file in the archive.
pub(super) struct Entry<'a> {
    pub(super) name: String,
    method: u16,
    packed: &'a [u8],
    size: u64,
}

/// The files of an archive, packed.
pub(super) fn entries(archive: &[u8]) -> Result<Vec<Entry<'_>>, Mismatch> {
    let from = archive.len().saturating_sub(END_BYTES + COMMENT_BYTES);
    let tail = archive.get(from..).unwrap_or_default();
    let end = tail.windows(END.len()).rposition(|window| window == END);
    let end = end.ok_or("the archive has no directory: it is cut off")?;
    let mut fields = Bytes::new(tail.get(end..).unwrap_or_default(), false);
    fields.take(10)?;
    let n_entries = fields.u16()?;
    let (_size, start) = (fields.u32()?, fields.length()?);
    let mut directory =
        Bytes::new(archive.get(start..).ok_or("the directory is not there")?, false);
    (0..n_entries).map(|_| entry(archive, &mut directory)).collect()
}

fn entry<'a>(archive: &'a [u8], directory: &mut Bytes<'a>) -> Result<Entry<'a>, Mismatch> {
    if directory.u32()? != ENTRY {
        return Err("the directory is damaged".to_owned());
    }
    directory.take(6)?;
    let method = directory.u16()?;
    directory.take(8)?;
    let (packed_size, size) = (directory.length()?, directory.u32()?);
    let (name, extra, comment) = (directory.u16()?, directory.u16()?, directory.u16()?);
    directory.take(8)?;
    let offset = directory.length()?;
    let name = String::from_utf8_lossy(directory.take(name.into())?).into_owned();
    directory.take(usize::from(extra) + usize::from(comment))?;
    if size == u32::MAX || packed_size == u32::MAX as usize {
        return Err(format!("{name:?} has 4 GB or more; write it in parts"));
    }
    let mut local = Bytes::new(archive.get(offset..).ok_or("a file is not there")?, false);
    if local.u32()? != LOCAL {
        return Err(format!("{name:?} is not where the directory says"));
    }
    local.take(22)?;
    let (name_bytes, extra) = (local.u16()?, local.u16()?);
    local.take(usize::from(name_bytes) + usize::from(extra))?;
    Ok(Entry { name, method, packed: local.take(packed_size)?, size: size.into() })
}

impl Entry<'_> {
    /// Its contents. They grow with what is really there: the stated size is a limit, not an allocation.
    pub(super) fn unpacked(&self) -> Result<Vec<u8>, Mismatch> {
        let mut bytes = Vec::new();
        let limit = self.size.min(MAX_FILE_BYTES) + 1;
        let read = match self.method {
            0 => self.packed.take(limit).read_to_end(&mut bytes),
            8 => DeflateDecoder::new(self.packed).take(limit).read_to_end(&mut bytes),
            other => return Err(format!("{:?} is packed by method {other}", self.name)),
        };
        read.map_err(|error| format!("{:?} is damaged: {error}", self.name))?;
        match bytes.len() as u64 == self.size {
            true => Ok(bytes),
            false => {
                Err(format!("{:?} has not the {} bytes that are stated", self.name, self.size))
            }
        }
    }
}
