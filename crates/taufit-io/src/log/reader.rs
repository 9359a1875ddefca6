//! Reader of logs of any format, chunk by chunk.

use super::bag::{open_bag, open_folder};
use super::format::LogFormat;
use super::joint_names::JointNames;
use super::options::LogOptions;
use super::stream::{OpenedLog, Stream};
use super::table::arrays::open_arrays;
use super::table::csv::open_csv;
use super::table::joined::{open_joined, parts_of};
use super::table::memory::open_table;
use super::table::unreadable;
use crate::error::Result;
use crate::limits::{MAX_LOG_NUMBERS, check_log_size};
use crate::log::columns::ColumnMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::Recording;

/// Log that is read on demand, in chunks.
///
/// ```no_run
/// # use taufit_io::{LogOptions, LogReader, read_robot};
/// let robot = read_robot("arm.urdf")?.robot;
/// let mut log = LogReader::open("run.mcap", &robot, &LogOptions::default())?;
/// while let Some(part) = log.next_chunk(10_000)? {
///     println!("{} samples from t = {} s", part.n_samples(), part.t_s[0]);
/// }
/// # Ok::<(), taufit_io::Error>(())
/// ```
pub struct LogReader {
    path: PathBuf,
    stream: Stream<'static>,
}

impl LogReader {
    /// Opens a log and matches it to the joints of a robot, by name.
    ///
    /// The first bytes of the file give its format, its extension where they do not. Formats: CSV
    /// and relatives (plain or gzipped), Parquet, NumPy's `.npz`, MATLAB's `.mat`, MCAP, rosbag2 (`.db3`, or the
    /// folder), ROS 1 bags. Tables of one recording are joined by `q.csv+tau.csv`. A name in
    /// [`LogOptions::memory`] stands for its table.
    pub fn open(path: impl AsRef<Path>, robot: &Robot, options: &LogOptions) -> Result<Self> {
        Self::with_joints(path.as_ref(), Some(&JointNames::of(robot)), options)
    }

    /// Opens a log without a robot: joints are named and ordered as in the log.
    pub fn open_unmatched(path: impl AsRef<Path>, options: &LogOptions) -> Result<Self> {
        Self::with_joints(path.as_ref(), None, options)
    }

    fn with_joints(path: &Path, joints: Option<&JointNames>, options: &LogOptions) -> Result<Self> {
        let opening = open_any(path, joints, options).and_then(|o| o.convert(joints, options));
        let opening = opening.map_err(|error| error.in_file(path))?;
        let stream = Stream::new(path.display().to_string(), opening);
        Ok(Self { path: path.to_owned(), stream })
    }

    /// Leaves out velocities.
    #[must_use]
    pub fn without_velocities(mut self) -> Self {
        self.stream.keeps_velocities = false;
        self
    }

    /// Columns or channels by quantity.
    pub fn columns(&self) -> &ColumnMap {
        &self.stream.columns
    }

    /// The joints, in the order of the channels.
    pub fn joints(&self) -> &[String] {
        &self.stream.joints
    }

    /// The next samples, at most so many; `None` after the last. Bags are in the order of their
    /// stamps, tables in the order of the file.
    pub fn next_chunk(&mut self, max_samples: usize) -> Result<Option<Recording>> {
        self.stream.next_chunk(max_samples).map_err(|error| error.in_file(&self.path))
    }

    /// Warnings so far; complete once [`Self::next_chunk`] has returned `None`.
    pub fn warnings(&self) -> &[Warning] {
        &self.stream.warnings
    }

    /// The rest of the log in one piece, up to [`MAX_LOG_NUMBERS`].
    pub(super) fn whole(mut self) -> Result<(Recording, Stream<'static>)> {
        let recording = whole(&mut self.stream).map_err(|error| error.in_file(&self.path))?;
        Ok((recording, self.stream))
    }
}

/// A stream in one piece, up to [`MAX_LOG_NUMBERS`].
pub(super) fn whole(stream: &mut Stream) -> Result<Recording> {
    stream.whole(|numbers, samples| {
        check_log_size("numbers", numbers, MAX_LOG_NUMBERS, ("sample", samples))
    })
}

fn open_any(
    path: &Path,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    if let Some(table) = options.memory.get(path) {
        return open_table(table, joints, options);
    }
    match LogFormat::of(path)? {
        LogFormat::Csv => open_csv(File::open(path).map_err(unreadable)?, joints, options),
        LogFormat::Parquet => open_parquet(path, joints, options),
        LogFormat::Joined => open_joined(&parts_of(path).unwrap_or_default(), joints, options),
        LogFormat::Folder => open_folder(path, joints, options),
        format @ (LogFormat::Npz | LogFormat::Mat) => open_arrays(path, format, joints, options),
        format => open_bag(vec![(path.to_owned(), format)], joints, options),
    }
}

#[cfg(feature = "parquet")]
fn open_parquet(
    path: &Path,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let file = File::open(path).map_err(unreadable)?;
    super::table::parquet::open_parquet(file, joints, options)
}

#[cfg(not(feature = "parquet"))]
fn open_parquet(_: &Path, _: Option<&JointNames>, _: &LogOptions) -> Result<OpenedLog<'static>> {
    Err(crate::Error::NotBuiltIn { format: "Parquet", feature: "parquet" })
}
