//! Logs as tables of numbers: CSV and its relatives, plain or gzipped.
//!
//! The way of a file: `bytes` unpacks it, `lines` cuts it, `preamble` finds the header, `heading` and
//! `lexicon` understand the names, `choice` (with `mapping` for what the user says) decides which
//! column is what, `rows` reads the numbers. Only the columns in use are kept, as numbers, and never
//! more than one line of text.

mod bytes;
mod choice;
mod column_map;
mod dialect;
mod effort;
mod heading;
mod joint_columns;
mod lexicon;
mod limits;
mod lines;
mod mapping;
mod options;
mod preamble;
mod role;
mod rows;
mod time;

pub use column_map::{Column, ColumnMap};
pub use limits::{MAX_LOG_BYTES, MAX_LOG_NUMBERS};
pub use options::{LogOptions, TimeUnit};

use crate::error::{Error, Result};
use lines::Lines;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::Recording;

/// A log in the order of the robot's joints, and what was doubtful on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedLog {
    /// The numbers.
    pub recording: Recording,
    /// Which column became what.
    pub columns: ColumnMap,
    /// The doubts of the reader.
    pub warnings: Vec<Warning>,
}

/// The log in a CSV file (`.csv`, `.csv.gz`, `.txt`, ...), matched to the joints of a robot.
///
/// Separators are commas, semicolons, tabs or blanks; gzip is recognised by its first bytes. Time
/// stamps and numbers are as in the file, in SI units: nothing is sorted, resampled or filtered.
pub fn read_log(path: impl AsRef<Path>, robot: &Robot, options: &LogOptions) -> Result<LoadedLog> {
    let path = path.as_ref();
    let read = || {
        let file = File::open(path).map_err(bytes::unreadable)?;
        if file.metadata().map_err(bytes::unreadable)?.is_dir() {
            return Err(Error::Unreadable { reason: "it is a directory".to_owned() });
        }
        parse_log(file, &path.display().to_string(), robot, options)
    };
    read().map_err(|error: Error| error.in_file(path))
}

/// The log in any stream of bytes; `source` is what the recording will be called.
pub fn parse_log(
    stream: impl Read,
    source: &str,
    robot: &Robot,
    options: &LogOptions,
) -> Result<LoadedLog> {
    let joints: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let mut lines = Lines::new(bytes::unpacked(stream)?);
    let preamble = preamble::read_preamble(&mut lines, &joints, options)?;
    let chosen = choice::choose(&preamble, &joints, options)?;
    let rows = rows::read_rows(&mut lines, &preamble, &chosen)?;
    let warnings = [preamble.warnings, chosen.warnings, rows.warnings].concat();
    let recording = Recording {
        source: source.to_owned(),
        joints,
        t_s: rows.t_s,
        q: rows.q,
        qd: rows.qd,
        effort: rows.effort,
        effort_kind: chosen.columns.effort_kind,
    };
    recording.check()?;
    Ok(LoadedLog { recording, columns: chosen.columns, warnings })
}
