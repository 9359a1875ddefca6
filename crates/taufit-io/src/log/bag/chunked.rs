//! Files of records in compressed chunks: MCAP and ROS 1 bags.

use super::bag_file::{LogTopic, Message, ReadFailure};
use super::fields::DecodeError;
use super::record_file::RecordFile;
use super::record_file::{Block, MessageLocation};
use crate::error::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Record layout of a chunked file format.
pub(super) trait ChunkFormat: Default {
    /// Loads the next record of interest into the block, unpacked. An error is one behind which the file cannot be
    /// read any further.
    fn load(&mut self, file: &mut RecordFile, block: &mut Block) -> Result<ChunkStep, DecodeError>;

    /// Takes one record from the block: a channel to be remembered, or a message on one.
    fn next_in_block(
        &mut self,
        block: &mut Block,
        channels: &mut TopicChannels,
    ) -> Result<Option<MessageLocation>, DecodeError>;

    /// Goes to where the file repeats all its channels, if it does.
    fn seek_index(&mut self, file: &mut RecordFile) -> Result<(), DecodeError>;
}

/// Result of a step through a file.
pub(super) enum ChunkStep {
    /// Records in the block.
    Records,
    /// A chunk that cannot be unpacked; the file goes on behind it.
    Damaged {
        reason: DecodeError,
        /// Time that the chunk covers, as it states \[s\].
        span_s: f64,
    },
    /// The end of the data.
    End,
}

/// Damaged chunks of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DamagedChunks {
    pub(super) count: u64,
    /// Byte at which the first of them begins.
    pub(super) byte: u64,
    /// Defect of the first.
    pub(super) reason: String,
    /// Time that they cover \[s\].
    pub(super) lost_s: f64,
}

/// A file, read up to the message that was asked for last; messages are in the order of the file.
pub(super) struct ChunkedFile<F> {
    path: PathBuf,
    file: RecordFile,
    block: Block,
    channels: TopicChannels,
    format: F,
    current: Option<MessageLocation>,
    pub(super) broken: Option<ReadFailure>,
    pub(super) damage: Option<DamagedChunks>,
}

impl<F: ChunkFormat> ChunkedFile<F> {
    /// Opens a file to read the messages of these topics.
    pub(super) fn open(path: &Path, wanted: &[String]) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: RecordFile::open(path)?,
            block: Block::default(),
            channels: TopicChannels { by_id: BTreeMap::new(), wanted: wanted.to_vec() },
            format: F::default(),
            current: None,
            broken: None,
            damage: None,
        })
    }

    /// All topics: from the index at the end, or from the whole file where there is none.
    pub(super) fn topics(path: &Path) -> Result<Vec<LogTopic>> {
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
            self.broken = Some(ReadFailure { byte: Some(self.file.record_start()), reason });
        });
        self.current = found.ok().flatten();
        self.current.is_some()
    }

    /// The message to which the file was advanced.
    pub(super) fn message(&self) -> Option<Message<'_>> {
        self.current.as_ref().map(|found| self.block.message(found))
    }

    fn find(&mut self) -> Result<Option<MessageLocation>, DecodeError> {
        loop {
            if let Some(found) = self.take_from_block()? {
                return Ok(Some(found));
            }
            match self.format.load(&mut self.file, &mut self.block)? {
                ChunkStep::Records => {}
                ChunkStep::Damaged { reason, span_s } => self.pass_over(reason, span_s),
                ChunkStep::End => return Ok(None),
            }
        }
    }

    /// The next message of the block on a topic asked for; channels before it are remembered.
    fn take_from_block(&mut self) -> Result<Option<MessageLocation>, DecodeError> {
        while !self.block.is_done() {
            let found = self.format.next_in_block(&mut self.block, &mut self.channels)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Counts a damaged chunk; its channels are taken from the index at the end of the file.
    fn pass_over(&mut self, reason: DecodeError, span_s: f64) {
        self.block.refill();
        let byte = self.file.record_start();
        let damage = self.damage.get_or_insert_with(|| {
            let index = Self::open(&self.path, &[]).ok();
            let index = index.and_then(|mut file| file.read_index().ok().map(|()| file.channels));
            self.channels.add(index.map(|channels| channels.by_id).unwrap_or_default());
            DamagedChunks { count: 0, byte, reason, lost_s: 0.0 }
        });
        damage.count += 1;
        damage.lost_s += span_s;
    }

    /// Remembers the channels of the index. A damaged chunk there ends it: passing over one reads the index.
    fn read_index(&mut self) -> Result<(), DecodeError> {
        self.format.seek_index(&mut self.file)?;
        loop {
            self.take_from_block()?;
            match self.format.load(&mut self.file, &mut self.block)? {
                ChunkStep::Records => {}
                ChunkStep::Damaged { reason, .. } => return Err(reason),
                ChunkStep::End => return Ok(()),
            }
        }
    }
}

/// Channels found so far.
pub(super) struct TopicChannels {
    by_id: BTreeMap<u32, TopicChannel>,
    wanted: Vec<String>,
}

/// A channel: messages of one publisher on one topic.
pub(super) struct TopicChannel {
    pub(super) topic: LogTopic,
    /// Index of its topic among those asked for.
    pub(super) wanted: Option<usize>,
}

impl TopicChannels {
    /// Adds the channels that were not met yet.
    fn add(&mut self, others: BTreeMap<u32, TopicChannel>) {
        for (id, channel) in others {
            if !self.by_id.contains_key(&id) {
                self.insert(id, channel.topic);
            }
        }
    }

    pub(super) fn insert(&mut self, id: u32, topic: LogTopic) {
        let wanted = self.wanted.iter().position(|name| *name == topic.name);
        self.by_id.insert(id, TopicChannel { topic, wanted });
    }

    pub(super) fn get(&self, id: u32) -> Result<&TopicChannel, DecodeError> {
        self.by_id.get(&id).ok_or_else(|| format!("a message on channel {id}, which is not there"))
    }
}
