//! Archives of NumPy arrays: `numpy.savez`, `numpy.savez_compressed`.

use super::Array;
use super::bytes::{Bytes, Mismatch, Number};
use super::zip::entries;
use crate::log::limits::MAX_LOG_NUMBERS;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Vectors and matrices of numbers; arrays of objects, texts or more dimensions are left out.
pub(super) fn arrays(archive: &[u8]) -> Result<Vec<Array>, Mismatch> {
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

fn array(name: &str, file: &[u8]) -> Result<Option<Array>, Mismatch> {
    let mut bytes = Bytes::new(file, false);
    if bytes.take(MAGIC.len())? != MAGIC {
        return Err("this is no NumPy array".to_owned());
    }
    let version = bytes.take(2)?;
    let length = if version.first() == Some(&1) { bytes.u16()?.into() } else { bytes.length()? };
    let header = String::from_utf8_lossy(bytes.take(length)?).into_owned();
    let kind = value(&header, "descr").and_then(number);
    let (Some((kind, is_big_endian)), Some(shape)) = (kind, shape(&header)) else {
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
fn number(descr: &str) -> Option<(Number, bool)> {
    let text = descr.strip_prefix('\'')?;
    let (text, _) = text.split_once('\'')?;
    let order = text.chars().next()?;
    let (kind, size) = text.get(1..)?.split_at_checked(1)?;
    let size: usize = size.parse().ok()?;
    let number = match (kind, size) {
        ("f", 4 | 8) => Number::Float(size),
        ("i", 1 | 2 | 4 | 8) => Number::Signed(size),
        ("u", 1 | 2 | 4 | 8) | ("b", 1) => Number::Unsigned(size),
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
