//! Torques over time as a Parquet table: a row per sample and log, a group of columns per joint.
//!
//! `stretch` counts stretches without gap; `log` and `validation` say what a row belongs to. Columns of
//! a joint are `q.`, `qd.`, `tau_meas.`, `tau_pred.`, `tau_physical.`, `tau_nominal.` and `residual.`
//! (measured less predicted) with its name behind, in SI units.

use super::residual_rows::ResidualRows;
use crate::error::{Error, Result};
use crate::parquet_file::{ParquetFile, bad_table};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use taufit::diagnostics::InputError;
use taufit::study::Series;

/// Columns of a joint, in their order.
pub(super) const OF_A_JOINT: [&str; 7] =
    ["q", "qd", "tau_meas", "tau_pred", "tau_physical", "tau_nominal", "residual"];
/// Columns before those of the joints.
pub(super) const LEADING: usize = 4;

/// The table, complete with its footer.
pub fn write_residuals(joints: &[String], series: &[Series]) -> Result<Vec<u8>> {
    series.iter().try_for_each(|stretch| check(stretch, joints.len()))?;
    written(joints, series).map_err(bad_table)
}

/// Refuses channels of unequal length.
fn check(stretch: &Series, n_joints: usize) -> Result<()> {
    let Series { t_s, q, qd, measured, predicted, feasible, nominal, .. } = stretch;
    let expected = n_joints * t_s.len();
    for channels in [q, qd, measured, predicted, feasible, nominal] {
        let found = channels.len();
        if found != expected {
            let what = "a channel of torques over time";
            return Err(
                taufit::Error::from(InputError::LengthMismatch { what, expected, found }).into()
            );
        }
    }
    Ok(())
}

fn written(joints: &[String], series: &[Series]) -> Result<Vec<u8>, ParquetError> {
    let compression = Compression::ZSTD(ZstdLevel::default());
    let properties = WriterProperties::builder().set_compression(compression).build();
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema(joints)?), Arc::new(properties))?;
    // A group per stretch, so that no more than one is held twice.
    for (number, stretch) in (0_i32..).zip(series) {
        let n = stretch.t_s.len();
        let mut group = writer.next_row_group()?;
        column::<ByteArrayType>(&mut group, &vec![ByteArray::from(stretch.source.as_str()); n])?;
        column::<Int32Type>(&mut group, &vec![number; n])?;
        column::<BoolType>(&mut group, &vec![stretch.validation; n])?;
        column::<DoubleType>(&mut group, &stretch.t_s)?;
        for joint in 0..joints.len() {
            let part = |x: &[f64]| x[joint * n..(joint + 1) * n].to_vec();
            let (measured, predicted) = (part(&stretch.measured), part(&stretch.predicted));
            let residual = measured.iter().zip(&predicted).map(|(tau, fit)| tau - fit).collect();
            let (q, qd) = (part(&stretch.q), part(&stretch.qd));
            let (physical, nominal) = (part(&stretch.feasible), part(&stretch.nominal));
            for values in [q, qd, measured, predicted, physical, nominal, residual] {
                column::<DoubleType>(&mut group, &values)?;
            }
        }
        group.close()?;
    }
    writer.into_inner()
}

fn schema(joints: &[String]) -> Result<Type, ParquetError> {
    let required = |name: &str, physical, meaning: Option<LogicalType>| {
        let column = Type::primitive_type_builder(name, physical).with_logical_type(meaning);
        column.with_repetition(Repetition::REQUIRED).build()
    };
    let mut fields = vec![
        required("log", Physical::BYTE_ARRAY, Some(LogicalType::String))?,
        required("stretch", Physical::INT32, None)?,
        required("validation", Physical::BOOLEAN, None)?,
        required("t_s", Physical::DOUBLE, None)?,
    ];
    for joint in joints {
        for what in OF_A_JOINT {
            fields.push(required(&format!("{what}.{joint}"), Physical::DOUBLE, None)?);
        }
    }
    let fields = fields.into_iter().map(Arc::new).collect();
    Type::group_type_builder("residuals").with_fields(fields).build()
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, None, None)?;
        column.close()?;
    }
    Ok(())
}

/// The stretches of a table that [`write_residuals`] made.
pub fn read_residuals(path: impl AsRef<Path>) -> Result<Vec<Series>> {
    let path = path.as_ref();
    let unreadable = |error: std::io::Error| Error::Unreadable { reason: error.to_string() };
    File::open(path).map_err(unreadable).and_then(table).map_err(|error| error.in_file(path))
}

fn table(file: File) -> Result<Vec<Series>> {
    let file = ParquetFile::open(file)?;
    let columns = file.schema().num_columns();
    let n_joints = columns.saturating_sub(LEADING) / OF_A_JOINT.len();
    if columns != LEADING + n_joints * OF_A_JOINT.len() {
        let reason = format!("{columns} columns are not those of a table of residuals");
        return Err(Error::BadTable { reason });
    }
    let (mut n_rows, mut series) = (0, Vec::new());
    for group in 0..file.n_groups() {
        let Some(rows) = ResidualRows::read(&file, group, n_joints, n_rows)? else { continue };
        n_rows += rows.len();
        series.push(rows.into_stretch());
    }
    Ok(series)
}
