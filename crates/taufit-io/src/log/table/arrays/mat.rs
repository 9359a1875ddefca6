//! Variables of MATLAB, level 5: `save('log.mat', '-v7')` and older. The format is described in "MAT-File Format",
//! The MathWorks. Fields of structures are arrays of their own: `log.q`.

use super::Array;
use super::MAX_FILE_BYTES;
use super::bytes::{ArrayBytes, ArrayError, NumberFormat};
use crate::limits::MAX_LOG_NUMBERS;
use flate2::read::ZlibDecoder;
use std::io::Read;

/// Text, subsystem offset, version and byte order.
const HEADER_BYTES: usize = 128;

const MATRIX: u32 = 14;
const COMPRESSED: u32 = 15;

/// Class of a structure; those from `DOUBLE` to `LAST_NUMBER` are numbers.
const STRUCTURE: u32 = 2;
const DOUBLE: u32 = 6;
const LAST_NUMBER: u32 = 15;

/// Structures in structures that are followed.
const MAX_DEPTH: usize = 8;

/// Vectors and matrices of numbers; texts, cells, sparse and complex matrices are left out.
pub(super) fn arrays(file: &[u8]) -> Result<Vec<Array>, ArrayError> {
    let (header, body) =
        file.split_at_checked(HEADER_BYTES).ok_or("it is shorter than its header")?;
    let is_big_endian = match header.get(HEADER_BYTES - 2..) {
        Some(b"IM") => false,
        Some(b"MI") => true,
        _ => return Err("its byte order is not stated".to_owned()),
    };
    let mut reader = MatReader { arrays: Vec::new(), n_numbers: 0, n_unpacked: 0 };
    reader.elements(ArrayBytes::new(body, is_big_endian))?;
    Ok(reader.arrays)
}

struct MatReader {
    arrays: Vec<Array>,
    n_numbers: u64,
    n_unpacked: u64,
}

impl MatReader {
    /// Every variable, packed or not.
    fn elements(&mut self, mut bytes: ArrayBytes<'_>) -> Result<(), ArrayError> {
        while !bytes.is_empty() {
            let MatElement { kind, data } = element(&mut bytes)?;
            match kind {
                COMPRESSED => {
                    let unpacked = self.unpacked(data)?;
                    let mut inner = ArrayBytes::new(&unpacked, bytes.is_big_endian);
                    let MatElement { kind, data } = element(&mut inner)?;
                    if kind == MATRIX {
                        self.matrix(ArrayBytes::new(data, bytes.is_big_endian), "", 0)?;
                    }
                }
                MATRIX => self.matrix(ArrayBytes::new(data, bytes.is_big_endian), "", 0)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A packed variable; the limit is that of the whole file.
    fn unpacked(&mut self, packed: &[u8]) -> Result<Vec<u8>, ArrayError> {
        let (mut bytes, left) = (Vec::new(), MAX_FILE_BYTES.saturating_sub(self.n_unpacked));
        let read = ZlibDecoder::new(packed).take(left + 1).read_to_end(&mut bytes);
        self.n_unpacked += read.map_err(|error| format!("a variable is damaged: {error}"))? as u64;
        match self.n_unpacked > MAX_FILE_BYTES {
            true => {
                Err(format!("more than {MAX_FILE_BYTES} bytes, unpacked; cut the log into parts"))
            }
            false => Ok(bytes),
        }
    }

    /// A variable, or a field of a structure, which has its name from outside.
    fn matrix(
        &mut self,
        mut bytes: ArrayBytes<'_>,
        field: &str,
        depth: usize,
    ) -> Result<(), ArrayError> {
        if bytes.is_empty() || depth > MAX_DEPTH {
            return Ok(());
        }
        let is_big_endian = bytes.is_big_endian;
        let class = ArrayBytes::new(element(&mut bytes)?.data, is_big_endian).u32()? & 0xff;
        let dimensions = element(&mut bytes)?.data;
        let own = String::from_utf8_lossy(element(&mut bytes)?.data).into_owned();
        let name = if field.is_empty() { own } else { field.to_owned() };
        match class {
            STRUCTURE => self.structure(bytes, &name, depth),
            DOUBLE..=LAST_NUMBER => {
                let found = numbers(bytes, dimensions).map_err(|why| format!("{name}: {why}"))?;
                let Some((n_rows, n_columns, numbers)) = found else { return Ok(()) };
                self.n_numbers += numbers.len() as u64;
                if self.n_numbers > MAX_LOG_NUMBERS {
                    return Err(format!(
                        "more than {MAX_LOG_NUMBERS} numbers; cut the log into parts"
                    ));
                }
                self.arrays.push(Array { name, n_rows, n_columns, numbers });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn structure(
        &mut self,
        mut bytes: ArrayBytes<'_>,
        name: &str,
        depth: usize,
    ) -> Result<(), ArrayError> {
        let is_big_endian = bytes.is_big_endian;
        let length = ArrayBytes::new(element(&mut bytes)?.data, is_big_endian).length()?;
        let names = element(&mut bytes)?.data;
        for field in names.chunks(length.max(1)) {
            let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
            let field = String::from_utf8_lossy(field.get(..end).unwrap_or_default());
            let value = element(&mut bytes)?;
            let inner = ArrayBytes::new(value.data, is_big_endian);
            self.matrix(inner, &format!("{name}.{field}"), depth + 1)?;
        }
        Ok(())
    }
}

/// Rows, columns and numbers of a matrix, column after column; none for more dimensions.
fn numbers(
    mut bytes: ArrayBytes<'_>,
    dimensions: &[u8],
) -> Result<Option<(usize, usize, Vec<f64>)>, ArrayError> {
    let mut sizes = ArrayBytes::new(dimensions, bytes.is_big_endian);
    let (n_rows, n_columns) = (sizes.length()?, sizes.length()?);
    if !sizes.is_empty() {
        return Ok(None);
    }
    let count = n_rows.checked_mul(n_columns).ok_or("its size is too large")?;
    let MatElement { kind, data } = element(&mut bytes)?;
    let kind = match kind {
        1 => NumberFormat::Signed(1),
        2 => NumberFormat::Unsigned(1),
        3 => NumberFormat::Signed(2),
        4 => NumberFormat::Unsigned(2),
        5 => NumberFormat::Signed(4),
        6 => NumberFormat::Unsigned(4),
        7 => NumberFormat::Float(4),
        9 => NumberFormat::Float(8),
        12 => NumberFormat::Signed(8),
        13 => NumberFormat::Unsigned(8),
        _ => return Ok(None),
    };
    Ok(Some((n_rows, n_columns, kind.all(data, bytes.is_big_endian, count)?)))
}

/// A data element: its type and its data.
struct MatElement<'a> {
    kind: u32,
    data: &'a [u8],
}

/// The next element. Those of up to four bytes keep their length in the upper half of the type; all but packed ones
/// are padded to eight bytes, the last perhaps not.
fn element<'a>(bytes: &mut ArrayBytes<'a>) -> Result<MatElement<'a>, ArrayError> {
    let first = bytes.u32()?;
    let (kind, short) = (first & 0xffff, first >> 16);
    if short > 0 {
        let length = usize::try_from(short).unwrap_or(usize::MAX);
        let field = bytes.take(4)?;
        let data = field.get(..length).ok_or("a short element is longer than four bytes")?;
        return Ok(MatElement { kind, data });
    }
    let length = bytes.length()?;
    let data = bytes.take(length)?;
    if kind != COMPRESSED {
        bytes.skip_up_to(length.next_multiple_of(8) - length);
    }
    Ok(MatElement { kind, data })
}
