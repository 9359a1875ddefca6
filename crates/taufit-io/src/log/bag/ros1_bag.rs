//! ROS 1 bags, version 2.0: every record has named header fields, then data.

use super::bag_file::{Encoding, LogTopic};
use super::chunked::{ChunkFormat, ChunkStep, TopicChannels};
use super::fields::{DecodeError, Fields, text};
use super::joint_state::nanoseconds_of;
use super::record_file::RecordFile;
use super::record_file::{Block, MessageLocation};
use super::unpack::unpack;

const MESSAGE: u8 = 0x02;
const BAG: u8 = 0x03;
const CHUNK: u8 = 0x05;
const CONNECTION: u8 = 0x07;

/// The first line.
const VERSION: &[u8] = b"#ROSBAG V2.0\n";

/// A length before a header or before data.
const LENGTH_BYTES: u64 = 4;

#[derive(Default)]
pub(super) struct Ros1Bag {
    /// Offset of the index \[bytes\]; zero in a bag that was not closed.
    index: u64,
    /// Header of the record with its length, and the length of its data; data of a chunk.
    record: Vec<u8>,
}

impl ChunkFormat for Ros1Bag {
    fn load(&mut self, file: &mut RecordFile, block: &mut Block) -> Result<ChunkStep, DecodeError> {
        if file.at() == 0 {
            file.expect(VERSION)?;
        }
        while !file.is_at_end() {
            file.begin_record();
            self.record.clear();
            let header_length = append_length(file, &mut self.record)?;
            file.append(header_length, &mut self.record)?;
            let data_length = append_length(file, &mut self.record)?;
            let header = RecordHeader::first_in(&self.record)?;
            match header.code()? {
                CHUNK => {
                    let size = u64::from(header.u32("size")?);
                    let compression = header.get("compression")?.to_vec();
                    self.record.clear();
                    file.append(data_length, &mut self.record)?;
                    unpack(&compression, &self.record, size, block.refill())?;
                    return Ok(ChunkStep::Records);
                }
                MESSAGE | CONNECTION => {
                    let block = block.refill();
                    block.extend_from_slice(&self.record);
                    return file.append(data_length, block).map(|()| ChunkStep::Records);
                }
                BAG => {
                    self.index = header.u64("index_pos")?;
                    file.skip(data_length)?;
                }
                _ => file.skip(data_length)?,
            }
        }
        file.begin_record();
        match self.index == 0 || self.index > file.length() {
            true => Err("the bag was not closed".to_owned()),
            false => Ok(ChunkStep::End),
        }
    }

    fn next_in_block(
        &mut self,
        block: &mut Block,
        channels: &mut TopicChannels,
    ) -> Result<Option<MessageLocation>, DecodeError> {
        let header = take_counted(block)?;
        let data = take_counted(block)?;
        let header = RecordHeader(block.bytes(&header));
        match header.code()? {
            CONNECTION => {
                let (id, name) = (header.u32("conn")?, text(header.get("topic")?));
                let message_type = text(RecordHeader(block.bytes(&data)).get("type")?);
                channels.insert(id, LogTopic { name, message_type, encoding: Encoding::Ros1 });
                Ok(None)
            }
            MESSAGE => {
                let wanted = channels.get(header.u32("conn")?)?.wanted;
                let mut time = Fields::packed(header.get("time")?);
                let log_ns = nanoseconds_of(i64::from(time.u32()?), time.u32()?);
                let encoding = Encoding::Ros1;
                Ok(wanted.map(|topic| MessageLocation { topic, encoding, log_ns, data }))
            }
            _ => Ok(None),
        }
    }

    /// Seeks the index, whose offset is in the first record.
    fn seek_index(&mut self, file: &mut RecordFile) -> Result<(), DecodeError> {
        file.expect(VERSION)?;
        self.record.clear();
        let length = append_length(file, &mut self.record)?;
        file.append(length, &mut self.record)?;
        self.index = RecordHeader::first_in(&self.record)?.u64("index_pos")?;
        if self.index < file.at() || self.index >= file.length() {
            return Err("there is no index".to_owned());
        }
        file.seek(self.index)
    }
}

/// Reads a length, and keeps its bytes too.
fn append_length(file: &mut RecordFile, record: &mut Vec<u8>) -> Result<u64, DecodeError> {
    let before = record.len();
    file.append(LENGTH_BYTES, record)?;
    Fields::packed(record.get(before..).unwrap_or_default()).u32().map(u64::from)
}

/// Range of bytes that follow their length.
fn take_counted(block: &mut Block) -> Result<std::ops::Range<usize>, DecodeError> {
    let length = Fields::packed(block.rest()).u32()?;
    block.take(LENGTH_BYTES as usize, u64::from(length))
}

/// Fields of the form `name=value`, each with its length in front.
#[derive(Clone, Copy)]
struct RecordHeader<'a>(&'a [u8]);

impl<'a> RecordHeader<'a> {
    /// The header at the beginning of a record, after its length.
    fn first_in(record: &'a [u8]) -> Result<Self, DecodeError> {
        let mut fields = Fields::packed(record);
        let length = fields.u32()? as usize;
        fields.take(length).map(Self)
    }

    fn get(&self, name: &str) -> Result<&'a [u8], DecodeError> {
        let mut fields = Fields::packed(self.0);
        while !fields.rest().is_empty() {
            let length = fields.u32()? as usize;
            let field = fields.take(length)?;
            let value = field.strip_prefix(name.as_bytes()).and_then(|v| v.strip_prefix(b"="));
            if let Some(value) = value {
                return Ok(value);
            }
        }
        Err(format!("a record without {name:?}"))
    }

    fn code(&self) -> Result<u8, DecodeError> {
        Ok(self.get("op")?.first().copied().unwrap_or_default())
    }

    fn u32(&self, name: &str) -> Result<u32, DecodeError> {
        Fields::packed(self.get(name)?).u32()
    }

    fn u64(&self, name: &str) -> Result<u64, DecodeError> {
        Fields::packed(self.get(name)?).u64()
    }
}
