//! Records of force sensors: columns of a table, or a topic of a bag.

use super::bag::read_wrench_topic;
use super::columns::wrench::wrench_columns;
use super::columns::{Column, time_column};
use super::format::LogFormat;
use super::options::{LogOptions, TimeUnit};
use super::table::csv::{CsvRows, open_rows};
use super::table::memory::{MemoryLogs, MemoryRows};
use super::table::time::StampConverter;
use super::table::unreadable;
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use taufit::Warning;
use taufit::diagnostics::name_list;
use taufit::recording::WrenchRecording;

/// Samples of a force record that are used: nine minutes at 500 Hz.
pub(super) const MAX_FORCES: usize = 1 << 18;

/// Statements about a force record that it lacks.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WrenchOptions {
    /// The topic of a bag, where several hold wrenches.
    pub topic: Option<String>,
    /// The unit of the time stamps, against the header.
    pub time_unit: Option<TimeUnit>,
    /// Records in memory, by the names that stand for them where a path is expected.
    #[serde(skip)]
    pub memory: MemoryLogs,
}

/// Force record, with warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedWrench {
    /// The numbers.
    pub recording: WrenchRecording,
    /// Warnings of the reader.
    pub warnings: Vec<Warning>,
}

/// The record of a force sensor in a CSV file (columns `fx fy fz mx my mz`, as many as there are) or a bag
/// (`geometry_msgs/WrenchStamped`).
///
/// The columns may stand beside those of the joints, at a higher rate than the sensor's: lines without
/// forces are left out, and of values that are merely repeated the first counts.
pub fn read_wrench(path: impl AsRef<Path>, options: &WrenchOptions) -> Result<LoadedWrench> {
    let path = path.as_ref();
    let source = path.display().to_string();
    read_any(path, source, options).map_err(|error| error.in_file(path))
}

/// The warning about a record that may go on behind its last sample.
pub(super) fn forces_cut(t_s: &[f64]) -> Option<Warning> {
    let last_t_s = t_s.last().copied().filter(|_| t_s.len() >= MAX_FORCES)?;
    Some(ReadWarning::ForcesCut { n_samples: t_s.len(), last_t_s }.into())
}

fn read_any(path: &Path, source: String, options: &WrenchOptions) -> Result<LoadedWrench> {
    if let Some(table) = options.memory.get(path) {
        let rows = MemoryRows::new(Arc::clone(table), std::iter::empty());
        return read_rows(WrenchRows::Memory(rows), table.names(), source, options);
    }
    match LogFormat::of(path)? {
        LogFormat::Csv => {
            let file = File::open(path).map_err(unreadable)?;
            let (rows, names) = open_rows(file, &LogOptions::default())?;
            read_rows(WrenchRows::Csv(Box::new(rows)), &names, source, options)
        }
        LogFormat::Parquet | LogFormat::Npz | LogFormat::Mat | LogFormat::Joined => {
            Err(Error::WrenchFormat)
        }
        format => read_wrench_topic(path, format, source, options),
    }
}

/// Rows of a table.
enum WrenchRows {
    Csv(Box<CsvRows<'static>>),
    Memory(MemoryRows),
}

impl WrenchRows {
    fn use_columns<'c>(&mut self, used: impl Iterator<Item = &'c Column>) {
        match self {
            Self::Csv(rows) => rows.use_columns(used),
            Self::Memory(rows) => rows.use_columns(used),
        }
    }

    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        match self {
            Self::Csv(rows) => rows.next_row(row),
            Self::Memory(rows) => Ok(rows.next_row(row)),
        }
    }
}

fn read_rows(
    mut rows: WrenchRows,
    names: &[String],
    source: String,
    options: &WrenchOptions,
) -> Result<LoadedWrench> {
    let columns = wrench_columns(names);
    if columns.iter().all(Option::is_none) {
        return Err(Error::NoWrench { available: name_list(names) });
    }
    let (time, unit_s) = time_column(names, options.time_unit)?;
    let used: Vec<_> = columns.iter().flatten().cloned().collect();
    rows.use_columns(std::iter::once(&time).chain(&used));
    let (mut clock, mut t_s, mut row) = (StampConverter::new(unit_s), Vec::new(), Vec::new());
    let mut channels = vec![Vec::new(); used.len()];
    while t_s.len() < MAX_FORCES && rows.next_row(&mut row)?.is_some() {
        let Some((stamp, values)) = row.split_first() else { continue };
        // Between two samples of a slower sensor there is nothing.
        if values.iter().any(|value| value.is_nan()) {
            continue;
        }
        t_s.push(clock.seconds(*stamp));
        let scaled = values.iter().zip(&used).map(|(value, column)| value * column.scale);
        channels.iter_mut().zip(scaled).for_each(|(channel, value)| channel.push(value));
    }
    if t_s.is_empty() {
        return Err(Error::EmptyLog { what: "columns of forces without numbers" });
    }
    let mut channels = channels.into_iter();
    let channels = columns.map(|column| column.and_then(|_| channels.next()));
    let cut = forces_cut(&t_s);
    let recording = WrenchRecording { source, frame: None, t_s, channels }.without_repeats();
    let warnings = clock.warning.take().into_iter().chain(cut).collect();
    Ok(LoadedWrench { recording, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_is_cut_has_a_warning() {
        let t_s: Vec<f64> = (0..MAX_FORCES).map(|k| 0.002 * k as f64).collect();
        let cut = forces_cut(&t_s).unwrap();
        assert_eq!(cut.code(), "W063");
        assert!(cut.to_string().contains("262144 samples"), "{cut}");
        assert!(forces_cut(&t_s[1..]).is_none());
    }
}
