//! Format of a log, by its first bytes, else by its name.

use super::table::joined::parts_of;
use super::table::unreadable;
use crate::error::{Error, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A kind of log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// Text in columns, plain or gzipped.
    Csv,
    Parquet,
    Mcap,
    /// A database of rosbag2.
    Db3,
    /// A bag of ROS 1.
    Bag,
    /// A folder of rosbag2.
    Folder,
    /// An archive of NumPy.
    Npz,
    /// Variables of MATLAB, level 5.
    Mat,
    /// Tables side by side.
    Joined,
}

/// First bytes of the formats.
const MAGIC: [(&[u8], LogFormat); 5] = [
    (b"MATLAB 5.0 MAT", LogFormat::Mat),
    (b"PAR1", LogFormat::Parquet),
    (b"\x89MCAP", LogFormat::Mcap),
    (b"SQLite format 3\0", LogFormat::Db3),
    (b"#ROSBAG V", LogFormat::Bag),
];

/// First bytes of every zip archive, those of NumPy included.
const ZIP: &[u8] = b"PK\x03\x04";

/// First bytes of compression formats that are not read, with commands that unpack them.
const PACKED: [(&[u8], &str, &str); 6] = [
    (b"MATLAB 7.3 MAT", "MATLAB 7.3", "save('log.mat', '-v7') in MATLAB"),
    (b"\x89HDF\r\n", "HDF5", "write a CSV, Parquet or .npz table"),
    (b"\x28\xb5\x2f\xfd", "zstd", "zstd -d FILE"),
    (b"\xfd7zXZ\0", "xz", "xz -d FILE"),
    (b"BZh", "bzip2", "bunzip2 FILE"),
    (ZIP, "zip", "unzip FILE"),
];

/// File extensions and their formats.
const EXTENSIONS: [(&str, LogFormat); 7] = [
    ("npz", LogFormat::Npz),
    ("mat", LogFormat::Mat),
    ("parquet", LogFormat::Parquet),
    ("mcap", LogFormat::Mcap),
    ("db3", LogFormat::Db3),
    ("bag", LogFormat::Bag),
    ("active", LogFormat::Bag),
];

impl LogFormat {
    /// The kind of a file. Where the first bytes are ambiguous the extension decides, so that a damaged
    /// bag is not read as text.
    pub(super) fn of(path: &Path) -> Result<Self> {
        if parts_of(path).is_some() {
            return Ok(Self::Joined);
        }
        let mut file = File::open(path).map_err(unreadable)?;
        let kind = file.metadata().map_err(unreadable)?.file_type();
        if kind.is_dir() {
            return Ok(Self::Folder);
        }
        // What was read of a pipe would be missing later.
        if !kind.is_file() {
            return Ok(Self::Csv);
        }
        let mut first = Vec::new();
        file.by_ref().take(16).read_to_end(&mut first).map_err(unreadable)?;
        if first.starts_with(ZIP) && by_name(path) == Some(Self::Npz) {
            return Ok(Self::Npz);
        }
        if let Some((_, packing, advice)) = PACKED.iter().find(|(m, ..)| first.starts_with(m)) {
            return Err(Error::PackedLog { packing, advice });
        }
        let by_magic = MAGIC.iter().find(|(magic, _)| first.starts_with(magic));
        Ok(by_magic.map(|(_, format)| *format).or_else(|| by_name(path)).unwrap_or(Self::Csv))
    }

    /// Name of the format of a file that is a log by its first bytes or its extension, and nothing else.
    pub(crate) fn name_of_log(path: &Path) -> Option<&'static str> {
        // A pipe can be opened once: that is for its reader.
        if !path.is_file() {
            return None;
        }
        let name = path.to_string_lossy().to_ascii_lowercase();
        if [".csv", ".csv.gz", ".tsv"].iter().any(|end| name.ends_with(end)) {
            return Some(Self::Csv.name());
        }
        let format = Self::of(path).ok()?;
        (!matches!(format, Self::Csv | Self::Folder | Self::Joined)).then(|| format.name())
    }

    /// Its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Parquet => "Parquet",
            Self::Mcap => "MCAP",
            Self::Db3 => "rosbag2",
            Self::Bag => "ROS 1 bag",
            Self::Folder => "folder",
            Self::Npz => "NumPy",
            Self::Mat => "MATLAB",
            Self::Joined => "joined",
        }
    }
}

fn by_name(path: &Path) -> Option<LogFormat> {
    let extension = path.extension()?.to_str()?;
    let is = |(known, _): &&(&str, LogFormat)| extension.eq_ignore_ascii_case(known);
    EXTENSIONS.iter().find(is).map(|(_, format)| *format)
}
