//! Records of MCAP as bytes: a code, a length, fields without gaps, little-endian.

use crate::ros::schema::Schema;

pub(crate) const MAGIC: &[u8] = b"\x89MCAP0\r\n";

/// The codes of the records that we write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    Header = 0x01,
    Footer = 0x02,
    Schema = 0x03,
    Channel = 0x04,
    Message = 0x05,
    Chunk = 0x06,
    MessageIndex = 0x07,
    ChunkIndex = 0x08,
    Attachment = 0x09,
    AttachmentIndex = 0x0a,
    Statistics = 0x0b,
    Metadata = 0x0c,
    MetadataIndex = 0x0d,
    SummaryOffset = 0x0e,
    DataEnd = 0x0f,
}

/// Records that are being written, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Records(pub(crate) Vec<u8>);

impl Records {
    /// Adds a record; its length is filled in when its fields are there.
    pub(crate) fn add(&mut self, code: Code, fields: impl FnOnce(&mut Self)) {
        self.0.push(code as u8);
        let length_at = self.0.len();
        self.u64(0);
        let start = self.0.len();
        fields(self);
        let length = (self.0.len() - start) as u64;
        self.0[length_at..start].copy_from_slice(&length.to_le_bytes());
    }

    /// The first record of a file.
    pub(crate) fn header(&mut self) {
        self.add(Code::Header, |record| {
            record.text("ros2");
            record.text(concat!("taufit ", env!("CARGO_PKG_VERSION")));
        });
    }

    /// A message type of ROS 2.
    pub(crate) fn schema(&mut self, id: u16, schema: &Schema) {
        self.add(Code::Schema, |record| {
            record.u16(id);
            record.text(schema.name);
            record.text("ros2msg");
            record.text(schema.definition);
        });
    }

    /// A topic, with the quality of service that a player should offer (YAML), if any.
    pub(crate) fn channel(&mut self, id: u16, schema: u16, topic: &str, qos: &str) {
        self.add(Code::Channel, |record| {
            record.u16(id);
            record.u16(schema);
            record.text(topic);
            record.text("cdr");
            record.map(&[("offered_qos_profiles", qos.to_owned())]);
        });
    }

    /// A message, said to be logged and sent at the same time.
    pub(crate) fn message(&mut self, channel: u16, sequence: u32, t_ns: u64, data: &[u8]) {
        self.add(Code::Message, |record| {
            record.u16(channel);
            record.u32(sequence);
            record.u64(t_ns);
            record.u64(t_ns);
            record.bytes(data);
        });
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Bytes after their length, 32 bits wide.
    pub(crate) fn text(&mut self, text: &str) {
        self.sized(|records| records.bytes(text.as_bytes()));
    }

    /// Names and values, after the length of all.
    pub(crate) fn map(&mut self, entries: &[(&str, String)]) {
        self.sized(|records| {
            for (key, value) in entries {
                records.text(key);
                records.text(value);
            }
        });
    }

    /// Fields after their length in bytes, 32 bits wide.
    pub(crate) fn sized(&mut self, fields: impl FnOnce(&mut Self)) {
        let length_at = self.0.len();
        self.u32(0);
        let start = self.0.len();
        fields(self);
        let length = u32::try_from(self.0.len() - start).unwrap_or(u32::MAX);
        self.0[length_at..start].copy_from_slice(&length.to_le_bytes());
    }
}
