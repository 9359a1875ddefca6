//! Logs of robots: CSV and Parquet tables, MCAP files, rosbag2 databases, ROS 1 bags.
//!
//! The way of a log: `format` tells what it is; `table` or `bag` reads its records, `columns` decides
//! which column of a table is what; `stream` brings the numbers into SI units and order and keeps
//! count of what is odd; `reader` hands them out chunk by chunk. Only the channels in use are kept.

pub(crate) mod bag;
mod column_map;
mod columns;
mod conversion;
mod events;
mod format;
mod joint_names;
mod limits;
mod oddities;
mod options;
mod reader;
mod samples;
mod stream;
pub(crate) mod table;
mod wrench;

pub use column_map::{Column, ColumnMap};
pub use events::read_phases;
pub use limits::{MAX_LOG_BYTES, MAX_LOG_NUMBERS, MAX_LOG_SAMPLES};
pub use options::{AngleUnit, LogOptions, Negate, TimeUnit, VelocityUnit};
pub use reader::LogReader;
pub(crate) use table::Separator;
pub(crate) use table::joined::parts_of;
pub use wrench::{LoadedWrench, WrenchOptions, read_wrench};

use crate::error::Result;
use joint_names::JointNames;
use std::io::Read;
use std::path::Path;
use stream::Stream;
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

/// The same without a robot: joints are named and ordered as in the log.
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
