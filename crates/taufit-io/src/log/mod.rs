//! Logs of robots: CSV and Parquet tables, MCAP files, rosbag2 databases, ROS 1 bags.
//!
//! In this order: `format` (kind of file), `table` or `bag` (records), `columns` (assignment of columns to quantities
//! and joints), `stream` (SI units, order of time, counts of irregularities), `reader` (chunks of samples). Only the
//! channels in use are kept.

pub(crate) mod bag;
mod column_list;
mod columns;
mod conversion;
mod events;
mod format;
mod interrupt;
mod joint_names;
mod options;
mod reader;
mod samples;
mod stream;
pub(crate) mod table;
mod wrench;

pub use crate::limits::{MAX_LOG_BYTES, MAX_LOG_NUMBERS, MAX_LOG_SAMPLES};
pub use column_list::read_column_names;
pub use columns::{Column, ColumnMap};
pub use events::read_phases;
pub(crate) use format::LogFormat;
pub use interrupt::Interrupt;
pub use joint_names::UNIVERSAL_ROBOTS;
pub use options::{AngleUnit, LogOptions, Negate, TimeUnit, VelocityUnit};
pub use reader::LogReader;
pub(crate) use table::Separator;
pub(crate) use table::joined::parts_of;
pub use table::memory::{MemoryLogs, MemoryTable};
pub use wrench::{LoadedWrench, WrenchOptions, read_wrench};

use crate::error::Result;
use joint_names::JointNames;
use std::io::Read;
use std::path::Path;
use stream::Stream;
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::Recording;

/// Log in the order of the robot's joints, with warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedLog {
    /// The numbers.
    pub recording: Recording,
    /// Columns by quantity.
    pub columns: ColumnMap,
    /// Warnings of the reader.
    pub warnings: Vec<Warning>,
}

impl LoadedLog {
    fn new(recording: Recording, stream: Stream) -> Self {
        Self { recording, columns: stream.columns, warnings: stream.warnings }
    }
}

/// The log in a file of any format that [`LogReader`] opens, whole, matched to the joints of a robot.
///
/// Numbers are as in the file, in SI units; nothing is resampled or filtered. Use [`LogReader`] for
/// logs of more than [`MAX_LOG_NUMBERS`].
pub fn read_log(path: impl AsRef<Path>, robot: &Robot, options: &LogOptions) -> Result<LoadedLog> {
    let (recording, stream) = LogReader::open(path, robot, options)?.whole()?;
    Ok(LoadedLog::new(recording, stream))
}

/// Reads a log without a robot: joints are named and ordered as in the log.
pub fn read_log_unmatched(path: impl AsRef<Path>, options: &LogOptions) -> Result<LoadedLog> {
    let (recording, stream) = LogReader::open_unmatched(path, options)?.whole()?;
    Ok(LoadedLog::new(recording, stream))
}

/// The log in any stream of text, as [`read_log`] reads a CSV file; `source` is what the recording
/// will be called.
pub fn parse_log(
    stream: impl Read,
    source: &str,
    robot: &Robot,
    options: &LogOptions,
) -> Result<LoadedLog> {
    let joints = JointNames::of(robot);
    let opening = table::csv::open_csv(stream, Some(&joints), options)?;
    let mut stream = Stream::new(source.to_owned(), opening.convert(Some(&joints), options)?);
    let recording = reader::whole(&mut stream)?;
    Ok(LoadedLog::new(recording, stream))
}
