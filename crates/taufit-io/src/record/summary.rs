//! What stands at the end of a file that was closed: everything that is in it, and where.

use super::chunk::{COMPRESSION, ChunkPlace};
use super::mcap::{Code, MAGIC, Records};

/// Where a record outside the chunks is.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) name: String,
    pub(super) start: u64,
    pub(super) length: u64,
    /// Type and size, of attachments.
    pub(super) media_type: &'static str,
    pub(super) data_bytes: u64,
}

/// What is in the file so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    /// Records of schemas and channels, as they stand at the beginning.
    pub(crate) schemas: Vec<u8>,
    pub(crate) channels: Vec<u8>,
    pub(crate) n_schemas: u16,
    /// Messages per channel.
    pub(crate) counts: Vec<u64>,
    pub(super) chunks: Vec<ChunkPlace>,
    pub(super) attachments: Vec<Placed>,
    pub(super) metadata: Vec<Placed>,
}

/// The end of a file that is `at` bytes long: end of data, summary, footer.
pub(crate) fn ending(contents: &Contents, at: u64) -> Vec<u8> {
    let mut out = Records::default();
    out.add(Code::DataEnd, |record| record.u32(0));
    let summary = out.0.len();
    let mut groups = Vec::new();
    let mut group = |out: &mut Records, code: Code, write: &dyn Fn(&mut Records)| {
        let start = out.0.len();
        write(out);
        groups.push((code, at + start as u64, (out.0.len() - start) as u64));
    };
    group(&mut out, Code::Schema, &|out| out.bytes(&contents.schemas));
    group(&mut out, Code::Channel, &|out| out.bytes(&contents.channels));
    group(&mut out, Code::ChunkIndex, &|out| chunk_indexes(contents, out));
    group(&mut out, Code::AttachmentIndex, &|out| attachment_indexes(contents, out));
    group(&mut out, Code::MetadataIndex, &|out| metadata_indexes(contents, out));
    group(&mut out, Code::Statistics, &|out| statistics(contents, out));
    let offsets = out.0.len();
    for (code, start, length) in groups.into_iter().filter(|(_, _, length)| *length > 0) {
        out.add(Code::SummaryOffset, |record| {
            record.bytes(&[code as u8]);
            record.u64(start);
            record.u64(length);
        });
    }
    footer(&mut out, at, (summary, offsets));
    out.bytes(MAGIC);
    out.0
}

/// The checksum covers the summary and the footer up to the checksum itself.
fn footer(out: &mut Records, at: u64, (summary, offsets): (usize, usize)) {
    out.add(Code::Footer, |record| {
        record.u64(at + summary as u64);
        record.u64(at + offsets as u64);
        record.u32(0);
    });
    // The length of the footer is known only now, so the checksum comes last.
    let crc_at = out.0.len() - 4;
    let crc = crc32fast::hash(&out.0[summary..crc_at]);
    out.0[crc_at..].copy_from_slice(&crc.to_le_bytes());
}

fn chunk_indexes(contents: &Contents, out: &mut Records) {
    for chunk in &contents.chunks {
        out.add(Code::ChunkIndex, |record| {
            record.u64(chunk.first_ns);
            record.u64(chunk.last_ns);
            record.u64(chunk.start);
            record.u64(chunk.length);
            record.sized(|map| {
                for (channel, offset) in &chunk.indexes {
                    map.u16(*channel);
                    map.u64(*offset);
                }
            });
            record.u64(chunk.index_length);
            record.text(COMPRESSION);
            record.u64(chunk.packed_bytes);
            record.u64(chunk.unpacked_bytes);
        });
    }
}

fn attachment_indexes(contents: &Contents, out: &mut Records) {
    for placed in &contents.attachments {
        out.add(Code::AttachmentIndex, |record| {
            record.u64(placed.start);
            record.u64(placed.length);
            record.u64(0);
            record.u64(0);
            record.u64(placed.data_bytes);
            record.text(&placed.name);
            record.text(placed.media_type);
        });
    }
}

fn metadata_indexes(contents: &Contents, out: &mut Records) {
    for placed in &contents.metadata {
        out.add(Code::MetadataIndex, |record| {
            record.u64(placed.start);
            record.u64(placed.length);
            record.text(&placed.name);
        });
    }
}

fn statistics(contents: &Contents, out: &mut Records) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let first_ns = contents.chunks.iter().map(|chunk| chunk.first_ns).min().unwrap_or(0);
    let last_ns = contents.chunks.iter().map(|chunk| chunk.last_ns).max().unwrap_or(0);
    out.add(Code::Statistics, |record| {
        record.u64(contents.counts.iter().sum());
        record.u16(contents.n_schemas);
        record.u32(count(contents.counts.len()));
        record.u32(count(contents.attachments.len()));
        record.u32(count(contents.metadata.len()));
        record.u32(count(contents.chunks.len()));
        record.u64(first_ns);
        record.u64(last_ns);
        record.sized(|map| {
            for (channel, n) in (0..).zip(&contents.counts) {
                map.u16(channel);
                map.u64(*n);
            }
        });
    });
}
