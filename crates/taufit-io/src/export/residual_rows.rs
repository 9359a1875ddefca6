//! The rows of a table of residuals, put together to stretches again.

use super::residuals::{LEADING, OF_A_JOINT, bad_table};
use crate::error::{Error, Result};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::file::reader::RowGroupReader;
use taufit::study::Series;

/// How many rows are decoded at once.
const BATCH: usize = 4096;

/// A group of rows, by columns.
pub(super) struct Rows {
    logs: Vec<String>,
    stretches: Vec<i32>,
    validation: Vec<bool>,
    t_s: Vec<f64>,
    /// Columns of all joints, one joint after the other.
    joints: Vec<Vec<f64>>,
}

impl Rows {
    /// Decodes a group of the table.
    pub(super) fn read(group: &dyn RowGroupReader, n_joints: usize) -> Result<Self> {
        let column = |k: usize| group.get_column_reader(k).map_err(bad_table);
        let (
            ColumnReader::ByteArrayColumnReader(mut logs),
            ColumnReader::Int32ColumnReader(mut stretches),
        ) = (column(0)?, column(1)?)
        else {
            return Err(wrong("log or stretch"));
        };
        let ColumnReader::BoolColumnReader(mut validation) = column(2)? else {
            return Err(wrong("validation"));
        };
        let numbers = |k: usize| match column(k)? {
            ColumnReader::DoubleColumnReader(mut numbers) => all(&mut numbers),
            _ => Err(wrong("a column of numbers")),
        };
        let names = all(&mut logs)?;
        let name = |bytes: &parquet::data_type::ByteArray| {
            String::from_utf8_lossy(bytes.data()).into_owned()
        };
        let last = LEADING + n_joints * OF_A_JOINT.len();
        let rows = Self {
            logs: names.iter().map(name).collect(),
            stretches: all(&mut stretches)?,
            validation: all(&mut validation)?,
            t_s: numbers(LEADING - 1)?,
            joints: (LEADING..last).map(numbers).collect::<Result<_>>()?,
        };
        rows.check()?;
        Ok(rows)
    }

    /// Refuses columns of unequal length.
    fn check(&self) -> Result<()> {
        let n = self.t_s.len();
        let leading = [self.logs.len(), self.stretches.len(), self.validation.len()];
        let lengths = leading.into_iter().chain(self.joints.iter().map(Vec::len));
        match lengths.into_iter().find(|length| *length != n) {
            None => Ok(()),
            Some(other) => {
                Err(Error::BadTable { reason: format!("columns of {n} and of {other} rows") })
            }
        }
    }

    /// The rows `from .. to`, which are one stretch.
    fn stretch(&self, from: usize, to: usize) -> Series {
        let channels = |what: usize| -> Vec<f64> {
            let of_a_joint = self.joints.chunks(OF_A_JOINT.len());
            of_a_joint.flat_map(|columns| &columns[what][from..to]).copied().collect()
        };
        Series {
            source: self.logs[from].clone(),
            validation: self.validation[from],
            t_s: self.t_s[from..to].to_vec(),
            q: channels(0),
            qd: channels(1),
            measured: channels(2),
            predicted: channels(3),
            feasible: channels(4),
            nominal: channels(5),
        }
    }
}

/// The stretches of all groups, in order.
pub(super) fn stretches(groups: Vec<Rows>) -> Vec<Series> {
    let mut series = Vec::new();
    for rows in groups {
        let places: Vec<usize> = (0..rows.t_s.len()).collect();
        for run in places.chunk_by(|a, b| rows.stretches[*a] == rows.stretches[*b]) {
            series.push(rows.stretch(run[0], run[0] + run.len()));
        }
    }
    series
}

fn all<T: DataType>(reader: &mut ColumnReaderImpl<T>) -> Result<Vec<T::T>> {
    let mut values = Vec::new();
    loop {
        let (n_rows, _, _) =
            reader.read_records(BATCH, None, None, &mut values).map_err(bad_table)?;
        if n_rows == 0 {
            return Ok(values);
        }
    }
}

fn wrong(what: &str) -> Error {
    Error::BadTable { reason: format!("{what} is not what a table of residuals has there") }
}
