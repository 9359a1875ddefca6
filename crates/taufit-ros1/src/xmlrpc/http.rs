//! HTTP messages from a stream, as far as XML-RPC needs HTTP.

use crate::Deadline;
use crate::deadline::{protocol_error, read_exact, read_some, write_all};
use std::io::{self, Error, ErrorKind};
use std::net::TcpStream;

/// Longest head of a message \[bytes\].
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Longest body \[bytes\]: the system state of a large graph has a few hundred thousand.
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// End of the head of a message.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// HTTP request or response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HttpMessage {
    /// `POST / HTTP/1.1` or `HTTP/1.1 200 OK`.
    pub(super) first_line: String,
    fields: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl HttpMessage {
    fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the connection stays open for further messages.
    pub(super) fn keeps_alive(&self) -> bool {
        let connection = self.field("Connection").unwrap_or_default();
        let is_old = self.first_line.contains("HTTP/1.0");
        let has_option =
            |word: &str| connection.split(',').any(|found| found.trim().eq_ignore_ascii_case(word));
        if is_old { has_option("keep-alive") } else { !has_option("close") }
    }
}

/// Reader of consecutive HTTP messages.
pub(super) struct HttpReader<'a> {
    stream: &'a mut TcpStream,
    /// Bytes read beyond the last message.
    ahead: Vec<u8>,
}

impl<'a> HttpReader<'a> {
    pub(super) fn new(stream: &'a mut TcpStream) -> Self {
        Self { stream, ahead: Vec::new() }
    }

    /// Stream, for responses.
    pub(super) fn stream(&mut self) -> &mut TcpStream {
        self.stream
    }

    /// Next message; none if the connection was closed before it. `first` limits the wait for its first
    /// byte, `rest` the reception of the others.
    pub(super) fn next(
        &mut self,
        first: &Deadline,
        rest: impl Fn() -> Deadline,
    ) -> io::Result<Option<HttpMessage>> {
        let Some((head, deadline)) = self.head(first, rest)? else { return Ok(None) };
        let (first_line, fields) = parse_head(&head)?;
        let mut message = HttpMessage { first_line, fields, body: Vec::new() };
        let n = body_length(&message)?;
        let taken = n.min(self.ahead.len());
        message.body = self.ahead.drain(..taken).collect();
        message.body.extend(read_exact(self.stream, n - taken, &deadline)?);
        Ok(Some(message))
    }

    fn head(
        &mut self,
        first: &Deadline,
        rest: impl Fn() -> Deadline,
    ) -> io::Result<Option<(String, Deadline)>> {
        let mut buffer = [0; 4096];
        let mut deadline = None;
        loop {
            if let Some(at) =
                self.ahead.windows(HEAD_END.len()).position(|window| window == HEAD_END)
            {
                let head: Vec<u8> = self.ahead.drain(..at + HEAD_END.len()).collect();
                let head = String::from_utf8(head)
                    .map_err(|_| protocol_error("a head that is not UTF-8"))?;
                return Ok(Some((head, deadline.unwrap_or_else(rest))));
            }
            if self.ahead.len() > MAX_HEAD_BYTES {
                return Err(protocol_error(format!("a head of more than {MAX_HEAD_BYTES} bytes")));
            }
            let n = read_some(self.stream, &mut buffer, deadline.as_ref().unwrap_or(first))?;
            match (n, self.ahead.is_empty()) {
                (0, true) => return Ok(None),
                (0, false) => {
                    return Err(Error::new(
                        ErrorKind::UnexpectedEof,
                        "connection closed within a head",
                    ));
                }
                _ => self.ahead.extend_from_slice(&buffer[..n]),
            }
            deadline.get_or_insert_with(&rest);
        }
    }
}

type Head = (String, Vec<(String, String)>);

fn parse_head(head: &str) -> io::Result<Head> {
    let mut lines = head.trim_end().split("\r\n");
    let first_line = lines.next().unwrap_or_default().to_owned();
    let fields = lines.map(|line| {
        let (name, value) =
            line.split_once(':').ok_or_else(|| protocol_error(format!("{line:?} in a head")))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    Ok((first_line, fields.collect::<io::Result<_>>()?))
}

fn body_length(message: &HttpMessage) -> io::Result<usize> {
    if message.field("Transfer-Encoding").is_some() {
        return Err(protocol_error("a chunked body, which XML-RPC does not allow"));
    }
    let found = message
        .field("Content-Length")
        .ok_or_else(|| protocol_error("a head without Content-Length"))?;
    let n = found.parse::<usize>().ok().filter(|n| *n <= MAX_BODY_BYTES);
    n.ok_or_else(|| {
        protocol_error(format!("a body of {found} bytes, at most {MAX_BODY_BYTES} are read"))
    })
}

/// Writes a message with this first line.
pub(super) fn write_message(
    stream: &mut TcpStream,
    head: &str,
    body: &str,
    deadline: &Deadline,
) -> io::Result<()> {
    let whole =
        format!("{head}\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    write_all(stream, whole.as_bytes(), deadline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;
    use std::io::Write;
    use std::net::TcpListener;
    use std::time::Duration;

    /// Messages read from bytes that are sent in two pieces.
    fn read(bytes: &[u8], split: usize) -> io::Result<Vec<HttpMessage>> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut near, _) = listener.accept().unwrap();
        far.write_all(&bytes[..split]).unwrap();
        let rest = bytes[split..].to_vec();
        let writer = std::thread::spawn(move || drop(far.write_all(&rest)));
        let deadline = || Deadline::new(Duration::from_secs(5), &StopFlag::default());
        let mut reader = HttpReader::new(&mut near);
        let messages = std::iter::from_fn(|| reader.next(&deadline(), deadline).transpose());
        let messages = messages.collect();
        writer.join().unwrap();
        messages
    }

    #[test]
    fn consecutive_messages_are_read_wherever_the_stream_is_split() {
        let bytes = b"POST /RPC2 HTTP/1.1\r\nHost: a\r\ncontent-length: 3\r\n\r\nabc\
                      POST / HTTP/1.0\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n\
                      HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nxy";
        for split in [0, 1, 30, 55, 60, bytes.len()] {
            let messages = read(bytes, split).unwrap();
            let bodies: Vec<&[u8]> = messages.iter().map(|message| &message.body[..]).collect();
            assert_eq!(bodies, [&b"abc"[..], b"", b"xy"], "{split}");
            let keeps_alive: Vec<bool> = messages.iter().map(HttpMessage::keeps_alive).collect();
            assert_eq!(keeps_alive, [true, true, false]);
            assert_eq!(messages[2].first_line, "HTTP/1.1 200 OK");
        }
    }

    #[test]
    fn malformed_messages_are_refused() {
        let refused = |bytes: &[u8]| read(bytes, bytes.len()).unwrap_err().to_string();
        assert!(refused(b"POST / HTTP/1.1\r\n\r\n").contains("Content-Length"));
        let long = b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n";
        assert!(refused(long).contains("at most"));
        assert!(refused(b"a\r\nContent-Length: -1\r\n\r\n").contains("at most"));
        assert!(refused(b"a\r\nTransfer-Encoding: chunked\r\n\r\n").contains("chunked"));
        assert!(refused(b"a\r\nContent-Length: 5\r\n\r\nabc").contains("connection closed"));
        assert!(refused(b"POST / HT").contains("connection closed"));
        assert!(refused(&[b'x'; 20_000]).contains("head of more than"));
    }
}
