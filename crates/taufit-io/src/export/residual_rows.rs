//! Row group of a table of residuals: one stretch without gap.

use super::residuals::{LEADING, OF_A_JOINT};
use crate::error::{Error, Result};
use crate::log::MAX_LOG_NUMBERS;
use crate::parquet_file::{ParquetFile, bad_table};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use taufit::study::Series;

/// Rows that are decoded at once.
const BATCH: usize = 4096;

/// Longest name of a log \[bytes\]: no system has longer paths, and a packed file may claim any.
const MAX_NAME_BYTES: usize = 1 << 16;

/// A stretch, by columns.
pub(super) struct ResidualRows {
    log: String,
    is_validation: bool,
    t_s: Vec<f64>,
    /// Columns of all joints, one joint after the other.
    joints: Vec<Vec<f64>>,
}

impl ResidualRows {
    /// Decodes a group of the table; nothing where it has no rows. `n_before` rows are known already.
    pub(super) fn read(
        file: &ParquetFile,
        group: usize,
        n_joints: usize,
        n_before: usize,
    ) -> Result<Option<Self>> {
        let n_columns = LEADING + n_joints * OF_A_JOINT.len();
        let columns = file.columns(group, &(0..n_columns).collect::<Vec<usize>>())?;
        let mut columns = columns.into_iter();
        let [Some(logs), Some(stretches), Some(validation), Some(stamps)] =
            std::array::from_fn(|_| columns.next())
        else {
            return Err(wrong("the number of columns"));
        };
        let room = most_rows(file.length(), n_columns).saturating_sub(n_before);
        let t_s = numbers(stamps, room)?;
        let n_rows = t_s.len();
        let (
            ColumnReader::ByteArrayColumnReader(logs),
            ColumnReader::Int32ColumnReader(stretches),
            ColumnReader::BoolColumnReader(validation),
        ) = (logs, stretches, validation)
        else {
            return Err(wrong("log, stretch or validation"));
        };
        let (log, _, is_validation) =
            (constant(logs, n_rows)?, constant(stretches, n_rows)?, constant(validation, n_rows)?);
        let joints = columns.map(|column| numbers(column, n_rows)).collect::<Result<Vec<_>>>()?;
        if let Some(other) = joints.iter().map(Vec::len).find(|length| *length != n_rows) {
            return Err(unequal(n_rows, other));
        }
        let (Some(log), Some(is_validation)) = (log, is_validation) else { return Ok(None) };
        Ok(Some(Self { log: name(&log)?, is_validation, t_s, joints }))
    }

    pub(super) fn len(&self) -> usize {
        self.t_s.len()
    }

    /// The stretch that the rows make.
    pub(super) fn into_stretch(self) -> Series {
        let channels = |what: usize| -> Vec<f64> {
            let of_a_joint = self.joints.chunks(OF_A_JOINT.len());
            of_a_joint.flat_map(|columns| &columns[what]).copied().collect()
        };
        Series {
            q: channels(0),
            qd: channels(1),
            measured: channels(2),
            predicted: channels(3),
            feasible: channels(4),
            nominal: channels(5),
            source: self.log,
            validation: self.is_validation,
            t_s: self.t_s,
        }
    }
}

/// Most rows of a file: stamps are all different, so that none takes less than a byte, however packed.
fn most_rows(length: u64, n_columns: usize) -> usize {
    let most = length.min(MAX_LOG_NUMBERS / n_columns as u64);
    usize::try_from(most).unwrap_or(usize::MAX)
}

fn name(log: &ByteArray) -> Result<String> {
    match log.len() <= MAX_NAME_BYTES {
        true => Ok(String::from_utf8_lossy(log.data()).into_owned()),
        false => Err(Error::BadTable { reason: format!("a log of {} letters", log.len()) }),
    }
}

/// The numbers of a column of at most so many rows.
fn numbers(column: ColumnReader, most: usize) -> Result<Vec<f64>> {
    let ColumnReader::DoubleColumnReader(mut column) = column else {
        return Err(wrong("a column of numbers"));
    };
    let mut values = Vec::new();
    while next_batch(&mut column, &mut values)? {
        if values.len() > most {
            return Err(Error::BadTable { reason: format!("more than {most} rows") });
        }
    }
    Ok(values)
}

/// The one value of a column of so many rows; nothing where it has none.
fn constant<T: DataType>(mut column: ColumnReaderImpl<T>, n_rows: usize) -> Result<Option<T::T>> {
    let (mut first, mut n, mut values) = (None, 0, Vec::new());
    while next_batch(&mut column, &mut values)? {
        n += values.len();
        let first = first.get_or_insert_with(|| values[0].clone());
        if n > n_rows || values.iter().any(|value| value != first) {
            return Err(Error::BadTable {
                reason: "a group of rows is not one stretch".to_owned(),
            });
        }
        values.clear();
    }
    if n == n_rows { Ok(first) } else { Err(unequal(n_rows, n)) }
}

/// Adds the next values of a column; false after the last.
fn next_batch<T: DataType>(
    column: &mut ColumnReaderImpl<T>,
    values: &mut Vec<T::T>,
) -> Result<bool> {
    let before = values.len();
    column.read_records(BATCH, None, None, values).map_err(bad_table)?;
    Ok(values.len() > before)
}

fn unequal(one: usize, other: usize) -> Error {
    Error::BadTable { reason: format!("columns of {one} and of {other} rows") }
}

fn wrong(what: &str) -> Error {
    Error::BadTable { reason: format!("{what} is not what a table of residuals has there") }
}
