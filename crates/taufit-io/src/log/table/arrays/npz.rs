//! Archives of NumPy arrays: `numpy.savez`, `numpy.savez_compressed`.

use super::bytes::{ArrayBytes, ArrayError, NumberFormat};
use super::{Array, MAX_FILE_BYTES};
use crate::limits::MAX_LOG_NUMBERS;
use flate2::read::DeflateDecoder;
use std::io::Read;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Vectors and matrices of numbers; arrays of objects, texts or more dimensions are left out.
pub(super) fn arrays(archive: &[u8]) -> Result<Vec<Array>, ArrayError> {
    let (mut arrays, mut n_numbers) = (Vec::new(), 0);
    for entry in entries(archive)? {
        let Some(name) = entry.name.strip_suffix(".npy") else { continue };
        let found = array(name, &entry.unpacked()?).map_err(|why| format!("{name}: {why}"))?;
        n_numbers += found.as_ref().map_or(0, |array| array.numbers.len() as u64);
        if n_numbers > MAX_LOG_NUMBERS {
            return Err(format!("more than {MAX_LOG_NUMBERS} numbers; cut the log into parts"));
        }
        arrays.extend(found);
    }
    Ok(arrays)
}

fn array(name: &str, file: &[u8]) -> Result<Option<Array>, ArrayError> {
    let mut bytes = ArrayBytes::new(file, false);
    if bytes.take(MAGIC.len())? != MAGIC {
        return Err("this is no NumPy array".to_owned());
    }
    let version = bytes.take(2)?;
    let length = if version.first() == Some(&1) { bytes.u16()?.into() } else { bytes.length()? };
    let header = String::from_utf8_lossy(bytes.take(length)?).into_owned();
    let shape = shape(&header).ok_or("its shape is no tuple of whole numbers")?;
    let Some((kind, is_big_endian)) = value(&header, "descr").and_then(number) else {
        return Ok(None);
    };
    let (n_rows, n_columns) = match shape[..] {
        [n] => (n, 1),
        [rows, columns] => (rows, columns),
        _ => return Ok(None),
    };
    let count = n_rows.checked_mul(n_columns).ok_or("its shape is too large")?;
    let n_bytes = count.checked_mul(kind.size()).ok_or("its shape is too large")?;
    let numbers = kind.all(bytes.take(n_bytes)?, is_big_endian, count)?;
    let by_columns = value(&header, "fortran_order").is_some_and(|text| text.starts_with("True"));
    let numbers = if by_columns { numbers } else { transposed(&numbers, n_columns) };
    Ok(Some(Array { name: name.to_owned(), n_rows, n_columns, numbers }))
}

/// Row after row becomes column after column.
fn transposed(numbers: &[f64], n_columns: usize) -> Vec<f64> {
    let column = |c: usize| numbers.iter().skip(c).step_by(n_columns.max(1)).copied();
    (0..n_columns).flat_map(column).collect()
}

/// Text behind `'key':` in the header, which is a dictionary of Python.
fn value<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim_start())
}

/// `'<f8'`, and whether its bytes are the other way round; none for what is no number.
fn number(descr: &str) -> Option<(NumberFormat, bool)> {
    let text = descr.strip_prefix('\'')?;
    let (text, _) = text.split_once('\'')?;
    let order = text.chars().next()?;
    let (kind, size) = text.get(1..)?.split_at_checked(1)?;
    let size: usize = size.parse().ok()?;
    let number = match (kind, size) {
        ("f", 4 | 8) => NumberFormat::Float(size),
        ("i", 1 | 2 | 4 | 8) => NumberFormat::Signed(size),
        ("u", 1 | 2 | 4 | 8) | ("b", 1) => NumberFormat::Unsigned(size),
        _ => return None,
    };
    Some((number, order == '>'))
}

/// `(1000, 7)`; none for what is no tuple of numbers.
fn shape(header: &str) -> Option<Vec<usize>> {
    let (inside, _) = value(header, "shape")?.strip_prefix('(')?.split_once(')')?;
    let parts = inside.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

const END: &[u8] = b"PK\x05\x06";
const ENTRY: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;

/// Length of the end record without its comment, and of the longest comment.
const END_BYTES: usize = 22;
const COMMENT_BYTES: usize = 65_535;

/// A file in the archive.
pub(super) struct ZipEntry<'a> {
    pub(super) name: String,
    method: u16,
    packed: &'a [u8],
    size: u64,
    /// CRC-32 of the contents.
    crc: u32,
}

/// The files of an archive, packed.
pub(super) fn entries(archive: &[u8]) -> Result<Vec<ZipEntry<'_>>, ArrayError> {
    let from = archive.len().saturating_sub(END_BYTES + COMMENT_BYTES);
    let tail = archive.get(from..).unwrap_or_default();
    let end = tail.windows(END.len()).rposition(|window| window == END);
    let end = end.ok_or("the archive has no directory: it is cut off")?;
    let mut fields = ArrayBytes::new(tail.get(end..).unwrap_or_default(), false);
    fields.take(10)?;
    let n_entries = fields.u16()?;
    let (_size, start) = (fields.u32()?, fields.length()?);
    let mut directory =
        ArrayBytes::new(archive.get(start..).ok_or("the directory is not there")?, false);
    (0..n_entries).map(|_| entry(archive, &mut directory)).collect()
}

fn entry<'a>(
    archive: &'a [u8],
    directory: &mut ArrayBytes<'a>,
) -> Result<ZipEntry<'a>, ArrayError> {
    if directory.u32()? != ENTRY {
        return Err("the directory is damaged".to_owned());
    }
    directory.take(6)?;
    let method = directory.u16()?;
    directory.take(4)?;
    let crc = directory.u32()?;
    let (packed_size, size) = (directory.length()?, directory.u32()?);
    let (name, extra, comment) = (directory.u16()?, directory.u16()?, directory.u16()?);
    directory.take(8)?;
    let offset = directory.length()?;
    let name = String::from_utf8_lossy(directory.take(name.into())?).into_owned();
    directory.take(usize::from(extra) + usize::from(comment))?;
    if size == u32::MAX || packed_size == u32::MAX as usize {
        return Err(format!("{name:?} has 4 GB or more; write it in parts"));
    }
    let mut local = ArrayBytes::new(archive.get(offset..).ok_or("a file is not there")?, false);
    if local.u32()? != LOCAL {
        return Err(format!("{name:?} is not where the directory says"));
    }
    local.take(22)?;
    let (name_bytes, extra) = (local.u16()?, local.u16()?);
    local.take(usize::from(name_bytes) + usize::from(extra))?;
    Ok(ZipEntry { name, method, packed: local.take(packed_size)?, size: size.into(), crc })
}

impl ZipEntry<'_> {
    /// Its contents. They grow with what is really there: the stated size is a limit, not an allocation.
    pub(super) fn unpacked(&self) -> Result<Vec<u8>, ArrayError> {
        let mut bytes = Vec::new();
        let limit = self.size.min(MAX_FILE_BYTES) + 1;
        let read = match self.method {
            0 => self.packed.take(limit).read_to_end(&mut bytes),
            8 => DeflateDecoder::new(self.packed).take(limit).read_to_end(&mut bytes),
            other => return Err(format!("{:?} is packed by method {other}", self.name)),
        };
        read.map_err(|error| format!("{:?} is damaged: {error}", self.name))?;
        if bytes.len() as u64 != self.size {
            return Err(format!("{:?} has not the {} bytes that are stated", self.name, self.size));
        }
        if crc32fast::hash(&bytes) != self.crc {
            return Err(format!("{:?} is damaged: its checksum is wrong", self.name));
        }
        Ok(bytes)
    }
}
