//! TCPROS: a header of named fields from either end, then one message after the other, each behind its
//! length in four bytes.

use super::patience::{Patience, lie, read_exact, write_all};
use std::io;
use std::net::TcpStream;

/// The longest header \[bytes\]: definitions of messages are in it.
const LONGEST_HEADER: usize = 1024 * 1024;

/// The longest message \[bytes\]: an hour of trajectory at 50 points per second is 30 million.
const LONGEST_MESSAGE: usize = 64 * 1024 * 1024;

/// A checksum that fits all.
pub(crate) const ANY: &str = "*";

/// What the two ends tell each other first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Header {
    fields: Vec<(String, String)>,
}

impl Header {
    /// With these fields.
    pub(crate) fn new(fields: &[(&str, &str)]) -> Self {
        let owned = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self { fields: owned.collect() }
    }

    /// A header that says no, and why.
    pub(crate) fn refusal(why: &impl ToString) -> Self {
        Self::new(&[("error", &why.to_string())])
    }

    /// A field; empty if absent.
    pub(crate) fn get(&self, name: &str) -> &str {
        let found = self.fields.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// Who speaks.
    pub(crate) fn caller(&self) -> &str {
        match self.get("callerid") {
            "" => "somebody without a name",
            name => name,
        }
    }

    /// Its type and checksum, as people are told them.
    pub(crate) fn kind(&self) -> String {
        format!("{} ({})", self.get("type"), self.get("md5sum"))
    }

    /// Whether its checksum is this one, or fits all.
    pub(crate) fn fits(&self, md5: &str) -> bool {
        [md5, ANY].contains(&self.get("md5sum"))
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

    fn parse(bytes: &[u8]) -> io::Result<Self> {
        let mut fields = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (length, after) =
                rest.split_first_chunk::<4>().ok_or_else(|| lie("a header that is cut"))?;
            let length = u32::from_le_bytes(*length) as usize;
            let (field, after) = after
                .split_at_checked(length)
                .ok_or_else(|| lie(format!("a field of {length} bytes in {}", bytes.len())))?;
            let field = String::from_utf8_lossy(field);
            let (name, value) =
                field.split_once('=').ok_or_else(|| lie(format!("a field {field:?}")))?;
            fields.push((name.to_owned(), value.to_owned()));
            rest = after;
        }
        Ok(Self { fields })
    }

    /// Sends it.
    pub(crate) fn write(&self, stream: &mut TcpStream, patience: &Patience) -> io::Result<()> {
        write_all(stream, &framed(&self.to_bytes())?, patience)
    }

    /// The header of the other end.
    pub(crate) fn read(stream: &mut TcpStream, patience: &Patience) -> io::Result<Self> {
        let length = read_length(stream, "header", LONGEST_HEADER, patience)?;
        Self::parse(&read_exact(stream, length, patience)?)
    }
}

/// Bytes behind their length.
pub(crate) fn framed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= LONGEST_MESSAGE);
    let length = length.ok_or_else(|| lie(format!("a message of {} bytes", bytes.len())))?;
    Ok([&length.to_le_bytes()[..], bytes].concat())
}

/// The next message. Its first byte may come late, the rest must not.
pub(crate) fn read_message(
    stream: &mut TcpStream,
    first: &Patience,
    rest: impl Fn() -> Patience,
) -> io::Result<Vec<u8>> {
    let begin = read_exact(stream, 1, first)?;
    let patience = rest();
    let end = read_exact(stream, 3, &patience)?;
    let length = length_of(&[begin, end].concat(), "message", LONGEST_MESSAGE)?;
    read_exact(stream, length, &patience)
}

fn read_length(
    stream: &mut TcpStream,
    what: &str,
    longest: usize,
    patience: &Patience,
) -> io::Result<usize> {
    length_of(&read_exact(stream, 4, patience)?, what, longest)
}

fn length_of(bytes: &[u8], what: &str, longest: usize) -> io::Result<usize> {
    let bytes = bytes.try_into().map_err(|_| lie("a length that is cut"))?;
    let length = u32::from_le_bytes(bytes) as usize;
    match length <= longest {
        true => Ok(length),
        false => Err(lie(format!("a {what} of {length} bytes, at most {longest} are read"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_go_there_and_back() {
        let header = Header::new(&[("md5sum", "*"), ("message_definition", "a=b\nc"), ("e", "")]);
        assert_eq!(Header::parse(&header.to_bytes()).unwrap(), header);
        assert_eq!(&header.to_bytes()[..12], b"\x08\0\0\0md5sum=*");
        assert!(header.fits("anything") && header.get("message_definition") == "a=b\nc");
        assert!(!Header::new(&[("md5sum", "1")]).fits("2"));
        assert_eq!(Header::default().caller(), "somebody without a name");
    }

    #[test]
    fn headers_that_are_cut_or_lie_are_refused() {
        let whole = Header::new(&[("topic", "/joint_states"), ("type", "a/B")]).to_bytes();
        let boundary = 4 + "topic=/joint_states".len();
        for length in 1..whole.len() {
            assert_eq!(Header::parse(&whole[..length]).is_ok(), length == boundary, "{length}");
        }
        assert!(Header::parse(&[0xff; 8]).is_err());
        assert!(Header::parse(b"\x03\0\0\0abc").unwrap_err().to_string().contains("abc"));
    }

    #[test]
    fn lengths_are_bounded() {
        let lie = length_of(&[0, 0, 0, 0x80], "message", LONGEST_MESSAGE).unwrap_err();
        assert!(lie.to_string().contains("2147483648"), "{lie}");
        assert_eq!(length_of(&[7, 0, 0, 0], "message", LONGEST_MESSAGE).unwrap(), 7);
        assert_eq!(framed(b"ab").unwrap(), b"\x02\0\0\0ab");
    }
}
