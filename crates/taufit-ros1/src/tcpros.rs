//! TCPROS: each end sends a header of named fields, then messages, each behind its length in four bytes.

use crate::Deadline;
use crate::deadline::{protocol_error, read_exact, write_all};
use std::io;
use std::net::TcpStream;

/// Longest header \[bytes\]: it contains the definition of the message.
const MAX_HEADER_BYTES: usize = 1024 * 1024;

/// Longest message \[bytes\]: a trajectory of one hour at 50 points per second has 30 million.
const MAX_MESSAGE_BYTES: usize = 64 * 1024 * 1024;

/// Checksum that matches every type.
const ANY_CHECKSUM: &str = "*";

/// Header that each end of a connection sends first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConnectionHeader {
    fields: Vec<(String, String)>,
}

impl ConnectionHeader {
    /// Header with these fields.
    pub(crate) fn new(fields: &[(&str, &str)]) -> Self {
        let owned = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { fields: owned.collect() }
    }

    /// Header that refuses a connection with a reason.
    pub(crate) fn refusal(reason: &impl ToString) -> Self {
        Self::new(&[("error", &reason.to_string())])
    }

    /// Value of a field; empty if absent.
    pub(crate) fn get(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// Name of the sending node.
    pub(crate) fn caller(&self) -> &str {
        match self.get("callerid") {
            "" => "a node without a name",
            name => name,
        }
    }

    /// Type and checksum, for messages.
    pub(crate) fn type_text(&self) -> String {
        format!("{} ({})", self.get("type"), self.get("md5sum"))
    }

    /// Whether its checksum is this one, or matches every type.
    pub(crate) fn has_checksum(&self, md5: &str) -> bool {
        [md5, ANY_CHECKSUM].contains(&self.get("md5sum"))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (name, value) in &self.fields {
            let field = format!("{name}={value}");
            bytes.extend((field.len() as u32).to_le_bytes());
            bytes.extend(field.as_bytes());
        }
        bytes
    }

    /// Header of the bytes after its length.
    pub(crate) fn parse(bytes: &[u8]) -> io::Result<Self> {
        let mut fields = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (length, after) = rest
                .split_first_chunk::<4>()
                .ok_or_else(|| protocol_error("a truncated header"))?;
            let length = u32::from_le_bytes(*length) as usize;
            let (field, after) = after.split_at_checked(length).ok_or_else(|| {
                protocol_error(format!("a field of {length} bytes in {}", bytes.len()))
            })?;
            let field = String::from_utf8_lossy(field);
            let (name, value) = field
                .split_once('=')
                .ok_or_else(|| protocol_error(format!("a field {field:?}")))?;
            fields.push((name.to_owned(), value.to_owned()));
            rest = after;
        }
        Ok(Self { fields })
    }

    /// Writes the header.
    pub(crate) fn write(&self, stream: &mut TcpStream, deadline: &Deadline) -> io::Result<()> {
        write_all(stream, &framed(&self.to_bytes())?, deadline)
    }

    /// Reads the header of the other end.
    pub(crate) fn read(stream: &mut TcpStream, deadline: &Deadline) -> io::Result<Self> {
        let length = read_length(stream, "header", MAX_HEADER_BYTES, deadline)?;
        Self::parse(&read_exact(stream, length, deadline)?)
    }
}

/// Message with its length in front.
pub(crate) fn framed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= MAX_MESSAGE_BYTES);
    let length =
        length.ok_or_else(|| protocol_error(format!("a message of {} bytes", bytes.len())))?;
    Ok([&length.to_le_bytes()[..], bytes].concat())
}

/// Next message: `first` limits the wait for its first byte, `rest` the reception of the others.
pub(crate) fn read_message(
    stream: &mut TcpStream,
    first: &Deadline,
    rest: impl Fn() -> Deadline,
) -> io::Result<Vec<u8>> {
    let begin = read_exact(stream, 1, first)?;
    let deadline = rest();
    let end = read_exact(stream, 3, &deadline)?;
    let length = length_of(&[begin, end].concat(), "message", MAX_MESSAGE_BYTES)?;
    read_exact(stream, length, &deadline)
}

fn read_length(
    stream: &mut TcpStream,
    what: &str,
    max_bytes: usize,
    deadline: &Deadline,
) -> io::Result<usize> {
    length_of(&read_exact(stream, 4, deadline)?, what, max_bytes)
}

fn length_of(bytes: &[u8], what: &str, max_bytes: usize) -> io::Result<usize> {
    let bytes = bytes.try_into().map_err(|_| protocol_error("a truncated length"))?;
    let length = u32::from_le_bytes(bytes) as usize;
    match length <= max_bytes {
        true => Ok(length),
        false => {
            Err(protocol_error(format!("a {what} of {length} bytes, at most {max_bytes} are read")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_were_written() {
        let header =
            ConnectionHeader::new(&[("md5sum", "*"), ("message_definition", "a=b\nc"), ("e", "")]);
        assert_eq!(ConnectionHeader::parse(&header.to_bytes()).unwrap(), header);
        assert_eq!(&header.to_bytes()[..12], b"\x08\0\0\0md5sum=*");
        assert!(header.has_checksum("anything") && header.get("message_definition") == "a=b\nc");
        assert!(!ConnectionHeader::new(&[("md5sum", "1")]).has_checksum("2"));
        assert_eq!(ConnectionHeader::default().caller(), "a node without a name");
    }

    #[test]
    fn truncated_or_malformed_headers_are_refused() {
        let whole =
            ConnectionHeader::new(&[("topic", "/joint_states"), ("type", "a/B")]).to_bytes();
        let boundary = 4 + "topic=/joint_states".len();
        for length in 1..whole.len() {
            assert_eq!(
                ConnectionHeader::parse(&whole[..length]).is_ok(),
                length == boundary,
                "{length}"
            );
        }
        assert!(ConnectionHeader::parse(&[0xff; 8]).is_err());
        assert!(ConnectionHeader::parse(b"\x03\0\0\0abc").unwrap_err().to_string().contains("abc"));
    }

    #[test]
    fn lengths_are_bounded() {
        let error = length_of(&[0, 0, 0, 0x80], "message", MAX_MESSAGE_BYTES).unwrap_err();
        assert!(error.to_string().contains("2147483648"), "{error}");
        assert_eq!(length_of(&[7, 0, 0, 0], "message", MAX_MESSAGE_BYTES).unwrap(), 7);
        assert_eq!(framed(b"ab").unwrap(), b"\x02\0\0\0ab");
    }
}
