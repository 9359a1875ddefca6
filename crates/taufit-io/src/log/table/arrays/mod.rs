//! Arrays of numeric programs as tables: `.npz` of NumPy, `.mat` of MATLAB. Such files are read whole.
//!
//! The longer axis that most arrays share counts the samples, whichever way round a matrix lies. A vector becomes a
//! column of its name, a matrix `q` the columns `q[0]`, `q[1]`, ...; arrays of other sizes are left out.

mod bytes;
mod mat;
mod npz;

use crate::error::{Error, Result};
use crate::limits::{MAX_LOG_NUMBERS, check_log_size};
use crate::log::format::LogFormat;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::OpenedLog;
use crate::log::table::memory::{MemoryTable, open_table};
use crate::log::table::unreadable;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Largest file that is read \[bytes\]: what the most numbers take, unpacked.
const MAX_FILE_BYTES: u64 = 8 * MAX_LOG_NUMBERS;

/// A matrix of numbers, or a vector as a matrix of one column.
#[derive(Debug, PartialEq)]
struct Array {
    name: String,
    n_rows: usize,
    n_columns: usize,
    /// Column after column.
    numbers: Vec<f64>,
}

/// Opens a file of arrays.
pub(in crate::log) fn open_arrays(
    path: &Path,
    format: LogFormat,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    open_table(&Arc::new(read_arrays(path, format)?), joints, options)
}

/// The table in a file of arrays.
pub(in crate::log) fn read_arrays(path: &Path, format: LogFormat) -> Result<MemoryTable> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    check_log_size("bytes", bytes.len() as u64, MAX_FILE_BYTES, ("byte", MAX_FILE_BYTES))?;
    let arrays = match format {
        LogFormat::Mat => mat::arrays(&bytes),
        _ => npz::arrays(&bytes),
    };
    table(arrays.map_err(|reason| Error::BadArrays { format: format.name(), reason })?)
}

fn table(arrays: Vec<Array>) -> Result<MemoryTable> {
    let n_samples = n_samples(&arrays);
    let mut table = MemoryTable::default();
    for array in arrays.into_iter().filter(|_| n_samples > 0) {
        let Array { name, n_rows, n_columns, numbers } = array;
        if n_rows == n_samples {
            add(&mut table, &name, numbers.chunks(n_rows.max(1)).map(<[f64]>::to_vec).collect());
        } else if n_columns == n_samples {
            let row =
                |row: usize| numbers.iter().skip(row).step_by(n_rows.max(1)).copied().collect();
            add(&mut table, &name, (0..n_rows).map(row).collect());
        }
    }
    match table.names.is_empty() {
        true => Err(Error::EmptyLog { what: "no array of numbers" }),
        false => Ok(table),
    }
}

/// The longer axis that most arrays have; of equals the longest.
fn n_samples(arrays: &[Array]) -> usize {
    let lengths = arrays.iter().map(|array| array.n_rows.max(array.n_columns));
    let count = |length: usize| lengths.clone().filter(|other| *other == length).count();
    lengths.clone().filter(|n| *n > 1).max_by_key(|n| (count(*n), *n)).unwrap_or(0)
}

fn add(table: &mut MemoryTable, name: &str, columns: Vec<Vec<f64>>) {
    match columns.len() {
        1 => table.names.push(name.to_owned()),
        n => table.names.extend((0..n).map(|k| format!("{name}[{k}]"))),
    }
    table.columns.extend(columns);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(name: &str, n_rows: usize, n_columns: usize, numbers: &[f64]) -> Array {
        Array { name: name.to_owned(), n_rows, n_columns, numbers: numbers.to_vec() }
    }

    #[test]
    fn matrices_lie_either_way_and_other_sizes_are_left_out() {
        let arrays = vec![
            array("t", 3, 1, &[0.0, 1.0, 2.0]),
            array("q", 3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            array("tau", 2, 3, &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]),
            array("gains", 7, 1, &[0.0; 7]),
            array("mass", 1, 1, &[2.0]),
        ];
        let table = table(arrays).unwrap();
        assert_eq!(table.names, ["t", "q[0]", "q[1]", "tau[0]", "tau[1]"]);
        assert_eq!(table.columns[1..3], table.columns[3..5]);
    }
}
