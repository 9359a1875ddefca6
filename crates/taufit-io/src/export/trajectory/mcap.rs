//! One message in an MCAP file, without chunks: <https://mcap.dev/spec>.

use super::PlannedMotion;
use super::cdr::joint_trajectory;
use super::joint_trajectory::{SCHEMA, TOPIC, TYPE_NAME};

const MAGIC: &[u8] = b"\x89MCAP0\r\n";

const HEADER: u8 = 0x01;
const FOOTER: u8 = 0x02;
const SCHEMA_RECORD: u8 = 0x03;
const CHANNEL: u8 = 0x04;
const MESSAGE: u8 = 0x05;
const STATISTICS: u8 = 0x0b;
const DATA_END: u8 = 0x0f;

/// Number of the schema and of the channel.
const ID: u16 = 1;
/// When the message is said to be logged: a plan has no date \[ns\].
const LOGGED_NS: u64 = 0;

pub(super) fn render_mcap(motion: &PlannedMotion<'_>) -> Vec<u8> {
    let described = [schema(), channel()].concat();
    let mut file = MAGIC.to_vec();
    file.extend(Record::new(HEADER).text("ros2").text("taufit").finish());
    file.extend(&described);
    file.extend(message(&joint_trajectory(motion)));
    let crc = crc32fast::hash(&file);
    file.extend(Record::new(DATA_END).bytes(&crc.to_le_bytes()).finish());
    // The summary says again what there is, so that readers need not go through the data.
    let summary_start = file.len() as u64;
    file.extend(&described);
    file.extend(statistics());
    file.extend(footer(&file[summary_start as usize..], summary_start));
    file.extend(MAGIC);
    file
}

fn schema() -> Vec<u8> {
    Record::new(SCHEMA_RECORD).u16(ID).text(TYPE_NAME).text("ros2msg").text(SCHEMA).finish()
}

fn channel() -> Vec<u8> {
    // Subscribers that come late get the message too.
    let qos = "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n";
    let metadata = Record::default().text("offered_qos_profiles").text(qos).content;
    Record::new(CHANNEL).u16(ID).u16(ID).text(TOPIC).text("cdr").block(&metadata).finish()
}

fn message(data: &[u8]) -> Vec<u8> {
    let sequence = 0;
    Record::new(MESSAGE).u16(ID).u32(sequence).u64(LOGGED_NS).u64(LOGGED_NS).bytes(data).finish()
}

fn statistics() -> Vec<u8> {
    let (n_messages, n_schemas, n_channels, n_others) = (1, 1, 1, 0);
    let per_channel = Record::default().u16(ID).u64(n_messages).content;
    Record::new(STATISTICS)
        .u64(n_messages)
        .u16(n_schemas)
        .u32(n_channels)
        // Attachments, metadata, chunks.
        .u32(n_others)
        .u32(n_others)
        .u32(n_others)
        .u64(LOGGED_NS)
        .u64(LOGGED_NS)
        .block(&per_channel)
        .finish()
}

/// The checksum of the summary covers the footer up to itself.
fn footer(summary: &[u8], summary_start: u64) -> Vec<u8> {
    const LENGTH: u64 = 8 + 8 + 4;
    let no_offsets = 0;
    let places = Record::default().u64(summary_start).u64(no_offsets).content;
    let head = [&[FOOTER][..], &LENGTH.to_le_bytes(), &places].concat();
    let crc = crc32fast::hash(&[summary, &head].concat());
    [&head[..], &crc.to_le_bytes()].concat()
}

/// A record in the making.
#[derive(Default)]
struct Record {
    code: u8,
    content: Vec<u8>,
}

impl Record {
    fn new(code: u8) -> Self {
        Self { code, content: Vec::new() }
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.content.extend(bytes);
        self
    }

    fn u16(self, x: u16) -> Self {
        self.bytes(&x.to_le_bytes())
    }

    fn u32(self, x: u32) -> Self {
        self.bytes(&x.to_le_bytes())
    }

    fn u64(self, x: u64) -> Self {
        self.bytes(&x.to_le_bytes())
    }

    /// Bytes with their length before them.
    fn block(self, bytes: &[u8]) -> Self {
        self.u32(u32::try_from(bytes.len()).unwrap_or(u32::MAX)).bytes(bytes)
    }

    fn text(self, text: &str) -> Self {
        self.block(text.as_bytes())
    }

    fn finish(self) -> Vec<u8> {
        let length = (self.content.len() as u64).to_le_bytes();
        [&[self.code][..], &length, &self.content].concat()
    }
}
