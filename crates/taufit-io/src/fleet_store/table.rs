//! One log of a store as a Parquet table of one row.

use crate::error::{Error, Result};
use crate::parquet_file::{ParquetFile, bad_table};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use taufit::evidence::{EVIDENCE_VERSION, Evidence};
use taufit::methods::{FleetLog, LogValidation};

/// A log and its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredLog {
    /// The robot that was logged.
    pub robot: String,
    /// Name of the robot type.
    pub robot_type: String,
    /// Name of the log when it was first observed.
    pub log: String,
    /// Start of the log, Unix time \[s\]; stored to the microsecond.
    pub started_at_s: f64,
    /// Hash of the base parameters.
    pub base_hash: String,
    /// Hash of the settings that shaped the rows.
    pub settings_hash: String,
    /// SHA-256 of the log, in hexadecimal.
    pub log_sha256: String,
    /// Temperature of the robot, where known \[°C\].
    pub temperature_c: Option<f64>,
    /// Samples of the log.
    pub n_samples: u64,
    /// Duration of the log \[s\].
    pub duration_s: f64,
    /// Errors of the plan's model on the log.
    pub validation: LogValidation,
    /// Evidence over the base parameters.
    pub evidence: Evidence,
}

impl From<StoredLog> for FleetLog {
    fn from(log: StoredLog) -> Self {
        Self {
            robot: log.robot,
            log: log.log,
            started_at_s: log.started_at_s,
            base_hash: log.base_hash,
            settings_hash: log.settings_hash,
            evidence: log.evidence,
            validation: log.validation,
        }
    }
}

/// Name and type of every column.
const COLUMNS: [(&str, Physical); 15] = [
    ("robot", Physical::BYTE_ARRAY),
    ("robot_type", Physical::BYTE_ARRAY),
    ("log", Physical::BYTE_ARRAY),
    ("started_at", Physical::INT64),
    ("base_hash", Physical::BYTE_ARRAY),
    ("settings_hash", Physical::BYTE_ARRAY),
    ("log_sha256", Physical::BYTE_ARRAY),
    ("temperature_c", Physical::DOUBLE),
    ("n_samples", Physical::INT64),
    ("n_rows", Physical::INT64),
    ("duration_s", Physical::DOUBLE),
    ("error_percent", Physical::DOUBLE),
    ("validation", Physical::BYTE_ARRAY),
    ("evidence_version", Physical::INT32),
    ("evidence", Physical::BYTE_ARRAY),
];

/// The bytes of the table.
pub fn stored_log_bytes(log: &StoredLog) -> Result<Vec<u8>> {
    written(log).map_err(bad_table)
}

fn written(log: &StoredLog) -> Result<Vec<u8>, ParquetError> {
    let compression = Compression::ZSTD(ZstdLevel::default());
    // Triangles are noise to a dictionary, and one value needs none.
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None)
        .build();
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema()?), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let validation = serde_json::to_string(&log.validation).unwrap_or_default();
    text(&mut group, &log.robot)?;
    text(&mut group, &log.robot_type)?;
    text(&mut group, &log.log)?;
    column::<Int64Type>(&mut group, &[(1e6 * log.started_at_s).round() as i64], None)?;
    text(&mut group, &log.base_hash)?;
    text(&mut group, &log.settings_hash)?;
    text(&mut group, &log.log_sha256)?;
    let level = i16::from(log.temperature_c.is_some());
    column::<DoubleType>(&mut group, log.temperature_c.as_slice(), Some(&[level]))?;
    column::<Int64Type>(&mut group, &[log.n_samples as i64], None)?;
    column::<Int64Type>(&mut group, &[log.evidence.n_rows() as i64], None)?;
    column::<DoubleType>(&mut group, &[log.duration_s], None)?;
    column::<DoubleType>(&mut group, &[log.validation.relative_percent], None)?;
    text(&mut group, &validation)?;
    column::<Int32Type>(&mut group, &[EVIDENCE_VERSION as i32], None)?;
    column::<ByteArrayType>(&mut group, &[ByteArray::from(log.evidence.to_bytes())], None)?;
    group.close()?;
    writer.into_inner()
}

fn schema() -> Result<Type, ParquetError> {
    let field = |&(name, physical): &(&str, Physical)| {
        let meaning = match (name, physical) {
            ("evidence", _) => None,
            ("started_at", _) => Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
            (_, Physical::BYTE_ARRAY) => Some(LogicalType::String),
            _ => None,
        };
        let repetition = match name {
            "temperature_c" => Repetition::OPTIONAL,
            _ => Repetition::REQUIRED,
        };
        let column = Type::primitive_type_builder(name, physical).with_logical_type(meaning);
        column.with_repetition(repetition).build().map(Arc::new)
    };
    let fields = COLUMNS.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("evidence").with_fields(fields).build()
}

fn text(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    value: &str,
) -> Result<(), ParquetError> {
    column::<ByteArrayType>(group, &[ByteArray::from(value)], None)
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

/// Reads the table of one log. Truncated and foreign files are errors with their code.
pub fn read_stored_log(path: &Path) -> Result<StoredLog> {
    let unreadable = |error: std::io::Error| Error::Unreadable { reason: error.to_string() };
    File::open(path).map_err(unreadable).and_then(table).map_err(|error| error.in_file(path))
}

fn table(file: File) -> Result<StoredLog> {
    let file = ParquetFile::open(file)?;
    let names: Vec<&str> = file.schema().columns().iter().map(|column| column.name()).collect();
    if names != COLUMNS.map(|(name, _)| name) || (file.n_rows(), file.n_groups()) != (1, 1) {
        let reason = format!(
            "{} rows with the columns {} are not one log of a fleet's store",
            file.n_rows(),
            names.join(", ")
        );
        return Err(Error::BadTable { reason });
    }
    let mut columns = file.columns(0, &(0..COLUMNS.len()).collect::<Vec<usize>>())?.into_iter();
    let mut next = || columns.next().ok_or_else(|| wrong("the number of columns"));
    Ok(StoredLog {
        robot: string(next()?)?,
        robot_type: string(next()?)?,
        log: string(next()?)?,
        started_at_s: integer(next()?)? as f64 / 1e6,
        base_hash: string(next()?)?,
        settings_hash: string(next()?)?,
        log_sha256: string(next()?)?,
        temperature_c: double(next()?)?,
        n_samples: integer(next()?)? as u64,
        duration_s: {
            next()?;
            required(double(next()?)?)?
        },
        validation: {
            next()?;
            let text = string(next()?)?;
            serde_json::from_str(&text).map_err(|_| wrong("the column \"validation\""))?
        },
        evidence: {
            next()?;
            Evidence::from_bytes(bytes(next()?)?.data())?
        },
    })
}

/// The one value of a column; none where it is null.
fn value<T: DataType>(mut column: ColumnReaderImpl<T>) -> Result<Option<T::T>> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    column.read_records(1, Some(&mut levels), None, &mut values).map_err(bad_table)?;
    Ok(values.pop())
}

fn required<V>(value: Option<V>) -> Result<V> {
    value.ok_or_else(|| wrong("a value that is missing"))
}

fn bytes(column: ColumnReader) -> Result<ByteArray> {
    match column {
        ColumnReader::ByteArrayColumnReader(column) => required(value(column)?),
        _ => Err(wrong("a column of text")),
    }
}

fn string(column: ColumnReader) -> Result<String> {
    String::from_utf8(bytes(column)?.data().to_vec()).map_err(|_| wrong("a text"))
}

fn integer(column: ColumnReader) -> Result<i64> {
    match column {
        ColumnReader::Int64ColumnReader(column) => required(value(column)?),
        _ => Err(wrong("a column of whole numbers")),
    }
}

fn double(column: ColumnReader) -> Result<Option<f64>> {
    match column {
        ColumnReader::DoubleColumnReader(column) => value(column),
        _ => Err(wrong("a column of numbers")),
    }
}

fn wrong(what: &str) -> Error {
    Error::BadTable { reason: format!("{what} is not what a fleet's store has there") }
}
