//! Files of a bag in any format: topics, messages, and failures of reading.

use super::chunked::{ChunkedFile, DamagedChunks};
use super::db3::Db3File;
use super::mcap::Mcap;
use super::ros1_bag::Ros1Bag;
use crate::error::Result;
use crate::log::format::LogFormat;
use std::path::Path;

/// File of a bag in any format, read on demand.
pub(super) enum BagFile {
    Mcap(ChunkedFile<Mcap>),
    Ros1(ChunkedFile<Ros1Bag>),
    Db3(Box<Db3File>),
}

impl BagFile {
    /// Opens a file to read the messages of these topics.
    pub(super) fn open(path: &Path, format: LogFormat, wanted: &[String]) -> Result<Self> {
        match format {
            LogFormat::Db3 => Db3File::open(path, wanted).map(Box::new).map(Self::Db3),
            LogFormat::Bag => ChunkedFile::open(path, wanted).map(Self::Ros1),
            _ => ChunkedFile::open(path, wanted).map(Self::Mcap),
        }
    }

    /// All topics of a file.
    pub(super) fn topics(path: &Path, format: LogFormat) -> Result<Vec<LogTopic>> {
        match format {
            LogFormat::Db3 => Db3File::topics(path),
            LogFormat::Bag => ChunkedFile::<Ros1Bag>::topics(path),
            _ => ChunkedFile::<Mcap>::topics(path),
        }
    }

    /// Goes to the next message on a topic asked for; false at the end, or where the file breaks.
    pub(super) fn advance(&mut self) -> bool {
        match self {
            Self::Mcap(file) => file.advance(),
            Self::Ros1(file) => file.advance(),
            Self::Db3(file) => file.advance(),
        }
    }

    /// The message to which the file was advanced.
    pub(super) fn message(&self) -> Option<Message<'_>> {
        match self {
            Self::Mcap(file) => file.message(),
            Self::Ros1(file) => file.message(),
            Self::Db3(file) => file.message(),
        }
    }

    /// Damaged chunks that were passed over.
    pub(super) fn damage(&self) -> Option<&DamagedChunks> {
        match self {
            Self::Mcap(file) => file.damage.as_ref(),
            Self::Ros1(file) => file.damage.as_ref(),
            Self::Db3(_) => None,
        }
    }

    /// Failure that ended the file, if any.
    pub(super) fn broken(&self) -> Option<&ReadFailure> {
        match self {
            Self::Mcap(file) => file.broken.as_ref(),
            Self::Ros1(file) => file.broken.as_ref(),
            Self::Db3(file) => file.broken.as_ref(),
        }
    }
}

/// Encoding of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// ROS 2.
    Cdr,
    /// ROS 1.
    Ros1,
    Json,
    Other,
}

impl Encoding {
    /// By its name in a file.
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"cdr" => Self::Cdr,
            b"ros1" => Self::Ros1,
            b"json" => Self::Json,
            _ => Self::Other,
        }
    }
}

/// A topic of a bag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogTopic {
    pub(super) name: String,
    /// Type of its messages, such as `sensor_msgs/msg/JointState`.
    pub(super) message_type: String,
    pub(super) encoding: Encoding,
}

impl LogTopic {
    /// Whether its type is that of joint states, in ROS 1 or 2.
    pub(super) fn is_joint_state(&self) -> bool {
        let last = self.message_type.rsplit(['/', '.', ':']).next();
        self.encoding != Encoding::Other && last == Some("JointState")
    }
}

/// A message on one of the topics that were asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a> {
    /// Index among the topics asked for.
    pub(super) topic: usize,
    pub(super) encoding: Encoding,
    /// Log time \[ns\].
    pub(super) log_ns: i64,
    pub(super) data: &'a [u8],
}

/// Failure that ends the reading of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadFailure {
    /// Bytes from the beginning of the file; unknown for a database.
    pub(super) byte: Option<u64>,
    pub(super) reason: String,
}
