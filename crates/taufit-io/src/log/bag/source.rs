//! One file of a bag, of any format.

use super::chunked::{ChunkedFile, Damage};
use super::db3::Db3File;
use super::mcap::Mcap;
use super::ros1_bag::Ros1Bag;
use super::topic::{Break, Message, Topic};
use crate::error::Result;
use crate::log::format::Format;
use std::path::Path;

/// A file, read up to the message that was asked for last.
pub(super) enum Source {
    Mcap(ChunkedFile<Mcap>),
    Ros1(ChunkedFile<Ros1Bag>),
    Db3(Box<Db3File>),
}

impl Source {
    /// Opens a file to read the messages of these topics.
    pub(super) fn open(path: &Path, format: Format, wanted: &[String]) -> Result<Self> {
        match format {
            Format::Db3 => Db3File::open(path, wanted).map(Box::new).map(Self::Db3),
            Format::Bag => ChunkedFile::open(path, wanted).map(Self::Ros1),
            _ => ChunkedFile::open(path, wanted).map(Self::Mcap),
        }
    }

    /// All topics of a file.
    pub(super) fn topics(path: &Path, format: Format) -> Result<Vec<Topic>> {
        match format {
            Format::Db3 => Db3File::topics(path),
            Format::Bag => ChunkedFile::<Ros1Bag>::topics(path),
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
    pub(super) fn damage(&self) -> Option<&Damage> {
        match self {
            Self::Mcap(file) => file.damage.as_ref(),
            Self::Ros1(file) => file.damage.as_ref(),
            Self::Db3(_) => None,
        }
    }

    /// Where the file breaks, if it does.
    pub(super) fn broken(&self) -> Option<&Break> {
        match self {
            Self::Mcap(file) => file.broken.as_ref(),
            Self::Ros1(file) => file.broken.as_ref(),
            Self::Db3(file) => file.broken.as_ref(),
        }
    }
}
