//! The numbers of a Parquet file, batch by batch.

use crate::error::{Error, Result};
use crate::limits::{MAX_LOG_SAMPLES, check_log_size};
use crate::log::columns::choice::choose;
use crate::log::joint_names::JointNames;
use crate::log::options::{LogOptions, TimeUnit};
use crate::log::stream::{LogRows, OpenedLog};
use crate::parquet_file::{ParquetFile, bad_table};
use parquet::basic::{self, ConvertedType, LogicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::schema::types::ColumnDescriptor;
use std::fs::File;

/// Rows that are decoded at once.
const BATCH: usize = 4096;

/// Rows of a Parquet table, read on demand.
pub(in crate::log) struct ParquetRows {
    file: ParquetFile,
    used: Vec<usize>,
    next_group: usize,
    /// Readers of the columns in use, of the group of rows that is being read.
    readers: Vec<ColumnReader>,
    /// Decoded rows, by column.
    batch: Vec<Vec<f64>>,
    /// Rows of the batch that were returned.
    at: usize,
    row: u64,
}

/// Reads the schema and decides which column is what, by the same names as in CSV.
pub(in crate::log) fn open_parquet(
    file: File,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let file = ParquetFile::open(file)?;
    check_log_size("samples", file.n_rows(), MAX_LOG_SAMPLES, ("row", MAX_LOG_SAMPLES))?;
    let schema = file.schema();
    let names = names_of(&file);
    let mut choice = choose(&names, joints, options)?;
    if options.time_unit.is_none() {
        let unit = schema.columns().get(choice.columns.t.index).and_then(|t| time_unit(t));
        choice.time_scale = unit.map(TimeUnit::length_s).or(choice.time_scale);
    }
    let used: Vec<usize> = choice.columns.used().map(|column| column.index).collect();
    let batch = vec![Vec::new(); used.len()];
    let readers = Vec::new();
    let rows = ParquetRows { file, used, next_group: 0, readers, batch, at: 0, row: 0 };
    Ok(OpenedLog::of_table(choice, LogRows::Parquet(Box::new(rows))))
}

/// Names of all columns.
pub(in crate::log) fn column_names(file: File) -> Result<Vec<String>> {
    Ok(names_of(&ParquetFile::open(file)?))
}

fn names_of(file: &ParquetFile) -> Vec<String> {
    file.schema().columns().iter().map(|column| column.path().string()).collect()
}

/// Unit of time stamps, if the type of the column states it.
fn time_unit(column: &ColumnDescriptor) -> Option<TimeUnit> {
    match (column.logical_type_ref(), column.converted_type()) {
        (Some(LogicalType::Timestamp(time)), _) => Some(match time.unit {
            basic::TimeUnit::MILLIS => TimeUnit::Milliseconds,
            basic::TimeUnit::MICROS => TimeUnit::Microseconds,
            basic::TimeUnit::NANOS => TimeUnit::Nanoseconds,
        }),
        (_, ConvertedType::TIMESTAMP_MILLIS) => Some(TimeUnit::Milliseconds),
        (_, ConvertedType::TIMESTAMP_MICROS) => Some(TimeUnit::Microseconds),
        _ => None,
    }
}

impl ParquetRows {
    /// The numbers in use of the next row, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        while self.at >= self.batch.first().map_or(0, Vec::len) {
            if !self.read_batch()? && !self.open_group()? {
                return Ok(None);
            }
        }
        row.clear();
        row.extend(
            self.batch.iter().map(|column| column.get(self.at).copied().unwrap_or(f64::NAN)),
        );
        self.at += 1;
        self.row += 1;
        Ok(Some(self.row))
    }

    /// Goes to the next group of rows; false after the last.
    fn open_group(&mut self) -> Result<bool> {
        if self.next_group >= self.file.n_groups() {
            return Ok(false);
        }
        self.readers = self.file.columns(self.next_group, &self.used)?;
        self.next_group += 1;
        Ok(true)
    }

    /// Decodes the next rows of the group; false after its last.
    fn read_batch(&mut self) -> Result<bool> {
        self.at = 0;
        self.batch.iter_mut().for_each(Vec::clear);
        for (reader, values) in self.readers.iter_mut().zip(&mut self.batch) {
            read_numbers(reader, values)?;
        }
        let lengths = || self.batch.iter().map(Vec::len);
        let (shortest, longest) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        if shortest != longest {
            let reason = format!("columns of {shortest} and of {longest} rows");
            return Err(Error::BadTable { reason });
        }
        Ok(longest > 0)
    }
}

fn read_numbers(reader: &mut ColumnReader, values: &mut Vec<f64>) -> Result<()> {
    match reader {
        ColumnReader::DoubleColumnReader(reader) => read_as(reader, values, |value| value),
        ColumnReader::FloatColumnReader(reader) => read_as(reader, values, f64::from),
        ColumnReader::Int32ColumnReader(reader) => read_as(reader, values, f64::from),
        ColumnReader::Int64ColumnReader(reader) => read_as(reader, values, |value| value as f64),
        _ => Err(Error::BadTable { reason: "a column in use does not hold numbers".to_owned() }),
    }
}

/// Numbers of one column; absent ones are NaN.
fn read_as<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    values: &mut Vec<f64>,
    to_double: impl Fn(T::T) -> f64,
) -> Result<()> {
    let (mut found, mut levels, mut repeats) = (Vec::new(), Vec::new(), Vec::new());
    let read = reader.read_records(BATCH, Some(&mut levels), Some(&mut repeats), &mut found);
    let (n_rows, n_values, _) = read.map_err(bad_table)?;
    if repeats.iter().any(|level| *level > 0) {
        let reason = "a column in use holds lists; write one column per joint".to_owned();
        return Err(Error::BadTable { reason });
    }
    let mut found = found.into_iter().map(to_double);
    if n_values == n_rows {
        values.extend(found);
        return Ok(());
    }
    // A value is there where its level is the highest; without any there is none.
    let highest = levels.iter().copied().max().filter(|_| n_values > 0);
    let value = |level: &i16| match Some(*level) == highest {
        true => found.next().unwrap_or(f64::NAN),
        false => f64::NAN,
    };
    values.extend(levels.iter().take(n_rows).map(value));
    Ok(())
}
