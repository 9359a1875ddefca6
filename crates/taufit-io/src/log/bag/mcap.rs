//! MCAP: a code and a length before every record.

use super::bag_file::{Encoding, LogTopic};
use super::chunked::{ChunkFormat, ChunkStep, TopicChannels};
use super::fields::{DecodeError, Fields, text};
use super::files::BagFiles;
use super::record_file::RecordFile;
use super::record_file::{Block, MessageLocation};
use super::unpack::unpack;
use crate::error::Result;
use crate::log::format::LogFormat;
use std::collections::HashMap;
use std::path::Path;
use taufit::recording::EffortKind;

pub(super) const FOOTER: u8 = 0x02;
const SCHEMA: u8 = 0x03;
const CHANNEL: u8 = 0x04;
pub(super) const MESSAGE: u8 = 0x05;
pub(super) const CHUNK: u8 = 0x06;
pub(super) const METADATA: u8 = 0x0c;
pub(super) const DATA_END: u8 = 0x0f;

/// First and last bytes of the file.
pub(super) const MAGIC: &[u8] = b"\x89MCAP0\r\n";

/// Code and length of a record.
pub(super) const HEAD_BYTES: usize = 9;

/// The footer with its head, and the magic after it.
const TAIL_BYTES: u64 = 9 + 20 + 8;

#[derive(Default)]
pub(super) struct Mcap {
    schemas: HashMap<u16, String>,
    /// The record as it stands in the file.
    record: Vec<u8>,
}

impl ChunkFormat for Mcap {
    fn load(&mut self, file: &mut RecordFile, block: &mut Block) -> Result<ChunkStep, DecodeError> {
        if file.at() == 0 {
            file.expect(MAGIC)?;
        }
        loop {
            file.begin_record();
            if file.is_at_end() {
                return Err("the file was not closed".to_owned());
            }
            self.record.clear();
            file.append(HEAD_BYTES as u64, &mut self.record)?;
            let (code, length) = head(&self.record)?;
            match code {
                DATA_END | FOOTER => return Ok(ChunkStep::End),
                CHUNK => {
                    self.record.clear();
                    file.append(length, &mut self.record)?;
                    return Ok(unpack_chunk(&self.record, block.refill()).map_or_else(
                        |reason| ChunkStep::Damaged { reason, span_s: span_s(&self.record) },
                        |()| ChunkStep::Records,
                    ));
                }
                SCHEMA | CHANNEL | MESSAGE => {
                    let block = block.refill();
                    block.extend_from_slice(&self.record);
                    return file.append(length, block).map(|()| ChunkStep::Records);
                }
                _ => file.skip(length)?,
            }
        }
    }

    fn next_in_block(
        &mut self,
        block: &mut Block,
        channels: &mut TopicChannels,
    ) -> Result<Option<MessageLocation>, DecodeError> {
        let (code, length) = head(block.rest())?;
        let record = block.take(HEAD_BYTES, length)?;
        let mut fields = Fields::packed(block.bytes(&record));
        match code {
            SCHEMA => {
                let (id, name) = (fields.u16()?, text(fields.text()?));
                self.schemas.insert(id, name);
                Ok(None)
            }
            CHANNEL => {
                let (id, schema) = (fields.u16()?, fields.u16()?);
                let (name, encoding) = (text(fields.text()?), Encoding::of(fields.text()?));
                let message_type = self.schemas.get(&schema).cloned().unwrap_or_default();
                channels.insert(u32::from(id), LogTopic { name, message_type, encoding });
                Ok(None)
            }
            MESSAGE => {
                let (id, _sequence, log_ns) = (fields.u16()?, fields.u32()?, fields.u64()?);
                let _published_ns = fields.u64()?;
                let channel = channels.get(u32::from(id))?;
                Ok(channel.wanted.map(|topic| MessageLocation {
                    topic,
                    encoding: channel.topic.encoding,
                    log_ns: log_ns.try_into().unwrap_or(i64::MAX),
                    data: record.start + fields.at()..record.end,
                }))
            }
            _ => Ok(None),
        }
    }

    /// Seeks the summary, whose offset is in the footer.
    fn seek_index(&mut self, file: &mut RecordFile) -> Result<(), DecodeError> {
        let footer = file.length().checked_sub(TAIL_BYTES).ok_or("too short for a footer")?;
        file.seek(footer)?;
        self.record.clear();
        file.append(TAIL_BYTES, &mut self.record)?;
        let mut fields = Fields::packed(&self.record);
        let (code, _) = head(fields.take(HEAD_BYTES)?)?;
        let summary = fields.u64()?;
        if code != FOOTER || summary < MAGIC.len() as u64 || summary > footer {
            return Err("there is no summary".to_owned());
        }
        file.seek(summary)
    }
}

/// Code and length of the record that begins here.
pub(super) fn head(bytes: &[u8]) -> Result<(u8, u64), DecodeError> {
    let mut fields = Fields::packed(bytes);
    let code = fields.take(1)?.first().copied().unwrap_or_default();
    Ok((code, fields.u64()?))
}

/// Time that a chunk covers, as it states \[s\]; zero where that cannot be.
fn span_s(record: &[u8]) -> f64 {
    // No chunk holds an hour: a number of a damaged head is no time.
    const LONGEST_NS: u64 = 3_600_000_000_000;
    let mut fields = Fields::packed(record);
    let ends = fields.u64().and_then(|first_ns| Ok((first_ns, fields.u64()?)));
    let span_ns = ends.ok().and_then(|(first_ns, last_ns)| last_ns.checked_sub(first_ns));
    span_ns.filter(|span_ns| *span_ns < LONGEST_NS).unwrap_or(0) as f64 * 1e-9
}

fn unpack_chunk(record: &[u8], block: &mut Vec<u8>) -> Result<(), DecodeError> {
    let mut fields = Fields::packed(record);
    let (_first_ns, _last_ns) = (fields.u64()?, fields.u64()?);
    let (size, crc) = (fields.u64()?, fields.u32()?);
    let compression = fields.text()?;
    let length = fields.u64()?.try_into().unwrap_or(usize::MAX);
    unpack(compression, fields.take(length)?, size, block)?;
    // Zero means that the writer did not compute it.
    let found = if crc == 0 { 0 } else { crc32fast::hash(block) };
    match found == crc {
        true => Ok(()),
        false => Err(format!("a chunk is damaged: checksum {found:08x} instead of {crc:08x}")),
    }
}

/// Kind of effort stated in the metadata of a recording by taufit; `None` where it is not stated, or differs between files.
pub(super) fn stated_effort_kind(files: &BagFiles) -> Result<Option<EffortKind>> {
    let mut stated = Vec::new();
    for (path, format) in files {
        stated.push(if *format == LogFormat::Mcap { of_file(path)? } else { None });
    }
    stated.dedup();
    Ok(if let [only] = stated[..] { only } else { None })
}

/// Kind of effort in one file; a damaged file states none, and is reported when its messages are read.
fn of_file(path: &Path) -> Result<Option<EffortKind>> {
    let mut file = RecordFile::open(path)?;
    Ok(search(&mut file).unwrap_or_default())
}

fn search(file: &mut RecordFile) -> Result<Option<EffortKind>, DecodeError> {
    file.expect(MAGIC)?;
    let mut record = Vec::new();
    loop {
        record.clear();
        file.append(HEAD_BYTES as u64, &mut record)?;
        match head(&record)? {
            (METADATA, length) => {
                record.clear();
                file.append(length, &mut record)?;
                if let Some(kind) = in_metadata(&record)? {
                    return Ok(Some(kind));
                }
            }
            (CHUNK | MESSAGE | DATA_END | FOOTER, _) => return Ok(None),
            (_, length) => file.skip(length)?,
        }
    }
}

fn in_metadata(record: &[u8]) -> Result<Option<EffortKind>, DecodeError> {
    let mut fields = Fields::packed(record);
    if fields.text()? != b"taufit" {
        return Ok(None);
    }
    let _map_bytes = fields.u32()?;
    while !fields.rest().is_empty() {
        match (fields.text()?, fields.text()?) {
            (b"effort", b"torque") => return Ok(Some(EffortKind::Torque)),
            (b"effort", b"current") => return Ok(Some(EffortKind::Current)),
            _ => {}
        }
    }
    Ok(None)
}
