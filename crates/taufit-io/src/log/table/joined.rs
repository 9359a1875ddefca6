//! Tables of one recording side by side: `q.csv+tau.csv`, row by row.
//!
//! A file that holds one kind of channel often states it by its name only. A column whose own name means nothing
//! therefore gets the name of its file in front: `joint1` in `tau.csv` is `tau.joint1`, the second column of a `q.csv`
//! without header is `q[2]`.

use super::arrays::read_arrays;
use super::csv::{CsvRows, open_part};
use super::memory::MemoryRows;
use super::unreadable;
use crate::error::{Error, Result};
use crate::log::columns::Column;
use crate::log::columns::choice::choose;
use crate::log::columns::column_names::meaning;
use crate::log::columns::heading::Heading;
use crate::log::columns::time_column;
use crate::log::format::LogFormat;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::{LogRows, OpenedLog};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use taufit::Warning;

/// Largest difference of stamps of one row, relative to the step from row to row.
const SAME_STAMP: f64 = 0.5;

/// Name in messages of the way of giving several files.
const SETTING: &str = "files joined by +";

/// The files that a name with `+` stands for, where no file has that very name.
pub(crate) fn parts_of(path: &Path) -> Option<Vec<PathBuf>> {
    let text = path.to_str().filter(|text| text.contains('+') && !path.exists())?;
    Some(text.split('+').map(PathBuf::from).collect())
}

/// Rows of several files, which must have as many each.
pub(in crate::log) struct JoinedRows<'a> {
    parts: Vec<JoinedFile<'a>>,
    /// For every column in use its file and its place in the row of that file.
    sources: Vec<(usize, usize)>,
    /// Stamp of the first file in the row before.
    last_stamp: Option<f64>,
    n_rows: u64,
}

struct JoinedFile<'a> {
    path: PathBuf,
    names: Vec<String>,
    rows: FileRows<'a>,
    /// Columns in use, and the row of them.
    used: Vec<Column>,
    row: Vec<f64>,
    /// Place of its stamps in the row, if it has any that count.
    time: Option<usize>,
}

enum FileRows<'a> {
    Csv(Box<CsvRows<'a>>),
    Memory(MemoryRows),
}

/// Opens the files, and decides over all their columns which is what.
pub(in crate::log) fn open_joined(
    paths: &[PathBuf],
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let open = |path: &PathBuf| JoinedFile::open(path).map_err(|error| error.in_file(path));
    let mut parts: Vec<JoinedFile<'static>> = paths.iter().map(open).collect::<Result<_>>()?;
    let names: Vec<String> = parts.iter().flat_map(|part| part.names.clone()).collect();
    let choice = choose(&names, joints, options)?;
    let sources = choice.columns.used().filter_map(|column| source(&mut parts, column)).collect();
    for part in &mut parts {
        part.begin(options.rate_hz.is_none());
    }
    let rows = JoinedRows { parts, sources, last_stamp: None, n_rows: 0 };
    Ok(OpenedLog::of_table(choice, LogRows::Joined(Box::new(rows))))
}

/// File and place of a column, which is marked as used.
fn source(parts: &mut [JoinedFile<'_>], column: &Column) -> Option<(usize, usize)> {
    let mut index = column.index;
    for (number, part) in parts.iter_mut().enumerate() {
        if index < part.names.len() {
            return Some((number, part.place(index)));
        }
        index -= part.names.len();
    }
    None
}

/// Names of all columns of the files.
pub(in crate::log) fn joined_names(paths: &[PathBuf]) -> Result<Vec<String>> {
    let names = |path: &PathBuf| {
        let part = JoinedFile::open(path).map_err(|error| error.in_file(path));
        part.map(|part| part.names)
    };
    Ok(paths.iter().map(names).collect::<Result<Vec<_>>>()?.concat())
}

impl JoinedFile<'static> {
    fn open(path: &Path) -> Result<Self> {
        let (rows, names) = match LogFormat::of(path)? {
            LogFormat::Csv => {
                let (rows, names) = open_part(File::open(path).map_err(unreadable)?)?;
                (FileRows::Csv(Box::new(rows)), names)
            }
            format @ (LogFormat::Npz | LogFormat::Mat) => {
                let table = Arc::new(read_arrays(path, format)?);
                let names = table.names.clone();
                (FileRows::Memory(MemoryRows::new(table, std::iter::empty())), names)
            }
            other => {
                let reason =
                    format!("CSV, .npz and .mat files can be joined, this is {}", other.name());
                return Err(Error::LogSetting { setting: SETTING, reason });
            }
        };
        let names = with_stem(path, names);
        Ok(Self {
            path: path.to_owned(),
            names,
            rows,
            used: Vec::new(),
            row: Vec::new(),
            time: None,
        })
    }
}

impl JoinedFile<'_> {
    /// The place of a column in the row; it is in use from now on.
    fn place(&mut self, index: usize) -> usize {
        if let Some(place) = self.used.iter().position(|column| column.index == index) {
            return place;
        }
        let name = self.names.get(index).cloned().unwrap_or_default();
        self.used.push(Column { index, name, scale: 1.0 });
        self.used.len() - 1
    }

    /// All columns in use are known; stamps are compared if they count.
    fn begin(&mut self, with_stamps: bool) {
        if with_stamps && let Ok((column, _)) = time_column(&self.names, None) {
            self.time = Some(self.place(column.index));
        }
        match &mut self.rows {
            FileRows::Csv(rows) => rows.use_columns(self.used.iter()),
            FileRows::Memory(rows) => rows.use_columns(self.used.iter()),
        }
    }

    /// Reads a row; false after the last.
    fn advance(&mut self) -> Result<bool> {
        let read = match &mut self.rows {
            FileRows::Csv(rows) => rows.next_row(&mut self.row),
            FileRows::Memory(rows) => Ok(rows.next_row(&mut self.row)),
        };
        read.map(|number| number.is_some()).map_err(|error| error.in_file(&self.path))
    }

    fn stamp(&self) -> Option<f64> {
        self.row.get(self.time?).copied()
    }
}

impl JoinedRows<'_> {
    /// The numbers in use of the next row of all files, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        let mut more = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            more.push(part.advance()?);
        }
        if more.contains(&false) {
            return if more.contains(&true) { Err(self.unequal(&more)) } else { Ok(None) };
        }
        self.n_rows += 1;
        self.compare_stamps()?;
        let number =
            |&(part, place): &(usize, usize)| self.parts.get(part)?.row.get(place).copied();
        row.clear();
        row.extend(self.sources.iter().map(|source| number(source).unwrap_or(f64::NAN)));
        Ok(Some(self.n_rows))
    }

    /// Warnings at the end of the log, file by file.
    pub(in crate::log) fn warnings(&self, last_t_s: f64) -> Vec<Warning> {
        let warning = |part: &JoinedFile<'_>| match &part.rows {
            FileRows::Csv(rows) => rows.warning(last_t_s),
            FileRows::Memory(_) => None,
        };
        self.parts.iter().filter_map(warning).collect()
    }

    fn unequal(&self, more: &[bool]) -> Error {
        let name = |of: bool| {
            let found = self.parts.iter().zip(more).find(|(_, more)| **more == of);
            found.map(|(part, _)| part.path.display().to_string()).unwrap_or_default()
        };
        let reason =
            format!("{} ends after row {}, {} goes on", name(false), self.n_rows, name(true));
        Error::LogSetting { setting: SETTING, reason }
    }

    /// Rows of one recording have the same stamps in all files.
    fn compare_stamps(&mut self) -> Result<()> {
        let mut stamps = self.parts.iter().filter_map(|part| Some((part.stamp()?, &part.path)));
        let Some((first, first_path)) = stamps.next() else { return Ok(()) };
        let step = self.last_stamp.map(|last| (first - last).abs()).filter(|step| *step > 0.0);
        let other =
            step.and_then(|step| stamps.find(|(t, _)| (t - first).abs() > SAME_STAMP * step));
        if let Some((stamp, path)) = other {
            let reason = format!(
                "row {}: {} says t = {first}, {} says {stamp}; their rows do not belong together",
                self.n_rows,
                first_path.display(),
                path.display()
            );
            return Err(Error::LogSetting { setting: SETTING, reason });
        }
        self.last_stamp = Some(first);
        Ok(())
    }
}

/// Names with that of the file in front, where they mean nothing on their own.
fn with_stem(path: &Path, names: Vec<String>) -> Vec<String> {
    let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = stem.split('.').next().unwrap_or_default().to_owned();
    let name = |name: String| match meaning(&Heading::new(&name, &[]).words) {
        Some(_) => name,
        None => match name.strip_prefix("column ") {
            Some(number) => format!("{stem}[{number}]"),
            None => format!("{stem}.{name}"),
        },
    };
    names.into_iter().map(name).collect()
}
