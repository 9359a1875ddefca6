//! Messages of at most half a second, written in one piece.

use super::mcap::{Code, Records};
use crate::error::{Error, Result};

/// How strongly chunks are packed: the fastest setting.
const ZSTD_LEVEL: i32 = 1;

/// How a reader is told that chunks are packed.
pub(super) const COMPRESSION: &str = "zstd";

/// Longest time in a chunk \[ns\]: what a crash can cost. With whatever else may be late, that is
/// still less than a second.
const LONGEST_NS: u64 = 500_000_000;

/// Largest chunk before it is packed \[bytes\].
const LARGEST_BYTES: usize = 4 << 20;

/// Where a message is: its time \[ns\], and its place in the unpacked chunk.
type Place = (u64, u64);

/// The chunk that is being filled.
#[derive(Debug)]
pub(super) struct Chunk {
    records: Records,
    first_ns: u64,
    last_ns: u64,
    /// Per channel.
    places: Vec<Vec<Place>>,
}

/// Where a chunk is in the file.
#[derive(Clone, Debug)]
pub(super) struct ChunkPlace {
    pub(super) first_ns: u64,
    pub(super) last_ns: u64,
    pub(super) start: u64,
    pub(super) length: u64,
    /// Where the index of each channel is; channels without messages are left out.
    pub(super) indexes: Vec<(u16, u64)>,
    pub(super) index_length: u64,
    pub(super) packed_bytes: u64,
    pub(super) unpacked_bytes: u64,
}

impl Chunk {
    pub(super) fn new(n_channels: usize) -> Self {
        let places = vec![Vec::new(); n_channels];
        Self { records: Records::default(), first_ns: u64::MAX, last_ns: 0, places }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.records.0.is_empty()
    }

    /// Whether a message of this time belongs into the next chunk.
    pub(super) fn is_full_at(&self, now_ns: u64) -> bool {
        let span_ns = now_ns.saturating_sub(self.first_ns.min(now_ns));
        !self.is_empty() && (span_ns >= LONGEST_NS || self.records.0.len() >= LARGEST_BYTES)
    }

    pub(super) fn push(&mut self, channel: u16, sequence: u32, t_ns: u64, data: &[u8]) {
        self.first_ns = self.first_ns.min(t_ns);
        self.last_ns = self.last_ns.max(t_ns);
        self.places[usize::from(channel)].push((t_ns, self.records.0.len() as u64));
        self.records.message(channel, sequence, t_ns, data);
    }

    /// The bytes of the chunk and of its indexes, for a file that is `at` bytes long; empty afterwards.
    pub(super) fn take(&mut self, at: u64) -> Result<(Vec<u8>, ChunkPlace)> {
        let content = &self.records.0;
        let packed = zstd::bulk::compress(content, ZSTD_LEVEL)
            .map_err(|error| Error::LogUnwritable { reason: error.to_string() })?;
        let mut out = Records::default();
        out.add(Code::Chunk, |record| {
            record.u64(self.first_ns);
            record.u64(self.last_ns);
            record.u64(content.len() as u64);
            record.u32(crc32fast::hash(content));
            record.text(COMPRESSION);
            record.u64(packed.len() as u64);
            record.bytes(&packed);
        });
        let length = out.0.len() as u64;
        let indexes = self.add_indexes(&mut out, at);
        let place = ChunkPlace {
            first_ns: self.first_ns,
            last_ns: self.last_ns,
            start: at,
            length,
            indexes,
            index_length: out.0.len() as u64 - length,
            packed_bytes: packed.len() as u64,
            unpacked_bytes: content.len() as u64,
        };
        self.clear();
        Ok((out.0, place))
    }

    fn add_indexes(&self, out: &mut Records, at: u64) -> Vec<(u16, u64)> {
        let mut indexes = Vec::new();
        for (channel, places) in (0..).zip(&self.places).filter(|(_, p)| !p.is_empty()) {
            indexes.push((channel, at + out.0.len() as u64));
            out.add(Code::MessageIndex, |record| {
                record.u16(channel);
                record.sized(|list| {
                    for (t_ns, offset) in places {
                        list.u64(*t_ns);
                        list.u64(*offset);
                    }
                });
            });
        }
        indexes
    }

    fn clear(&mut self) {
        self.records.0.clear();
        self.places.iter_mut().for_each(Vec::clear);
        (self.first_ns, self.last_ns) = (u64::MAX, 0);
    }
}
