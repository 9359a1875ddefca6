//! Files of records that are packed in chunks, which MCAP files and ROS 1 bags both are.

use super::block::{Block, Found};
use super::fields::Mismatch;
use super::record_file::RecordFile;
use super::topic::{Break, Message, Topic};
use crate::error::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What one format does in its own way.
pub(super) trait ChunkFormat: Default {
    /// Loads the next record of interest into the block, unpacked. An error is one behind which the file cannot be
    /// read any further.
    fn load(&mut self, file: &mut RecordFile, block: &mut Block) -> Result<Load, Mismatch>;

    /// Takes one record from the block: a channel to be remembered, or a message on one.
    fn next_in_block(
        &mut self,
        block: &mut Block,
        channels: &mut Channels,
    ) -> Result<Option<Found>, Mismatch>;

    /// Goes to where the file repeats all its channels, if it does.
    fn seek_index(&mut self, file: &mut RecordFile) -> Result<(), Mismatch>;
}

/// Result of a step through a file.
pub(super) enum Load {
    /// Records in the block.
    Records,
    /// A chunk that cannot be unpacked; the file goes on behind it.
    Damaged {
        reason: Mismatch,
        /// Time that the chunk covers, as it states \[s\].
        span_s: f64,
    },
    /// The end of the data.
    End,
}

/// Damaged chunks of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Damage {
    pub(super) count: u64,
    /// Where the first of them begins.
    pub(super) byte: u64,
    /// What is wrong with the first.
    pub(super) reason: String,
    /// Time that they cover \[s\].
    pub(super) lost_s: f64,
}

/// A file, read up to the message that was asked for last; messages are in the order of the file.
pub(super) struct ChunkedFile<F> {
    path: PathBuf,
    file: RecordFile,
    block: Block,
    channels: Channels,
    format: F,
    current: Option<Found>,
    pub(super) broken: Option<Break>,
    pub(super) damage: Option<Damage>,
}

impl<F: ChunkFormat> ChunkedFile<F> {
    /// Opens a file to read the messages of these topics.
    pub(super) fn open(path: &Path, wanted: &[String]) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: RecordFile::open(path)?,
            block: Block::default(),
            channels: Channels { by_id: BTreeMap::new(), wanted: wanted.to_vec() },
            format: F::default(),
            current: None,
            broken: None,
            damage: None,
        })
    }

    /// All topics: from the index at the end, or from the whole file where there is none.
    pub(super) fn topics(path: &Path) -> Result<Vec<Topic>> {
        let mut file = Self::open(path, &[])?;
        if file.read_index().is_err() || file.channels.by_id.is_empty() {
            file = Self::open(path, &[])?;
            while file.advance() {}
        }
        Ok(file.channels.by_id.into_values().map(|channel| channel.topic).collect())
    }

    /// Goes to the next message on a topic asked for; false at the end, or where the file breaks.
    pub(super) fn advance(&mut self) -> bool {
        if self.broken.is_some() {
            return false;
        }
        let found = self.find().map_err(|reason| {
            self.broken = Some(Break { byte: Some(self.file.record_start()), reason });
        });
        self.current = found.ok().flatten();
        self.current.is_some()
    }

    /// The message to which the file was advanced.
    pub(super) fn message(&self) -> Option<Message<'_>> {
        self.current.as_ref().map(|found| self.block.message(found))
    }

    fn find(&mut self) -> Result<Option<Found>, Mismatch> {
        loop {
            while !self.block.is_done() {
                if let Some(found) =
                    self.format.next_in_block(&mut self.block, &mut self.channels)?
                {
                    return Ok(Some(found));
                }
            }
            match self.format.load(&mut self.file, &mut self.block)? {
                Load::Records => {}
                Load::Damaged { reason, span_s } => self.pass_over(reason, span_s),
                Load::End => return Ok(None),
            }
        }
    }

    /// Notes a damaged chunk. What it said about channels is taken from the index at the end of the file.
    fn pass_over(&mut self, reason: Mismatch, span_s: f64) {
        self.block.refill();
        let byte = self.file.record_start();
        let damage = self.damage.get_or_insert_with(|| {
            let index = Self::open(&self.path, &[]).ok();
            let index = index.and_then(|mut file| file.read_index().ok().map(|()| file.channels));
            self.channels.add(index.map(|channels| channels.by_id).unwrap_or_default());
            Damage { count: 0, byte, reason, lost_s: 0.0 }
        });
        damage.count += 1;
        damage.lost_s += span_s;
    }

    fn read_index(&mut self) -> Result<(), Mismatch> {
        self.format.seek_index(&mut self.file)?;
        self.find().map(|_| ())
    }
}

/// The channels that were met.
pub(super) struct Channels {
    by_id: BTreeMap<u32, Channel>,
    wanted: Vec<String>,
}

/// A channel: messages of one publisher on one topic.
pub(super) struct Channel {
    pub(super) topic: Topic,
    /// Index of its topic among those asked for.
    pub(super) wanted: Option<usize>,
}

impl Channels {
    /// Adds the channels that were not met yet.
    fn add(&mut self, others: BTreeMap<u32, Channel>) {
        for (id, channel) in others {
            if !self.by_id.contains_key(&id) {
                self.insert(id, channel.topic);
            }
        }
    }

    pub(super) fn insert(&mut self, id: u32, topic: Topic) {
        let wanted = self.wanted.iter().position(|name| *name == topic.name);
        self.by_id.insert(id, Channel { topic, wanted });
    }

    pub(super) fn get(&self, id: u32) -> Result<&Channel, Mismatch> {
        self.by_id.get(&id).ok_or_else(|| format!("a message on channel {id}, which is not there"))
    }
}
