//! One text after the other over a connection: as much of HTTP as XML-RPC needs.

use super::super::patience::{Patience, lie, read_exact, read_some, write_all};
use std::io::{self, Error, ErrorKind};
use std::net::TcpStream;

/// The longest head \[bytes\].
const LONGEST_HEAD: usize = 16 * 1024;

/// The longest body \[bytes\]: the state of a large system is a few hundred thousand.
const LONGEST_BODY: usize = 8 * 1024 * 1024;

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// A request or a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HttpText {
    /// `POST / HTTP/1.1` or `HTTP/1.1 200 OK`.
    pub(super) first_line: String,
    fields: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl HttpText {
    fn field(&self, name: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the other end wants to say more on this connection.
    pub(super) fn stays(&self) -> bool {
        let wish = self.field("Connection").unwrap_or_default();
        let is_old = self.first_line.contains("HTTP/1.0");
        let says = |word: &str| wish.split(',').any(|said| said.trim().eq_ignore_ascii_case(word));
        if is_old { says("keep-alive") } else { !says("close") }
    }
}

/// Texts from a connection.
pub(super) struct HttpReader<'a> {
    stream: &'a mut TcpStream,
    /// What was read beyond the last text.
    ahead: Vec<u8>,
}

impl<'a> HttpReader<'a> {
    pub(super) fn new(stream: &'a mut TcpStream) -> Self {
        Self { stream, ahead: Vec::new() }
    }

    /// The connection, for answers.
    pub(super) fn stream(&mut self) -> &mut TcpStream {
        self.stream
    }

    /// The next text; none if the other end has hung up before it. Its first byte may come late, the
    /// rest must not.
    pub(super) fn next(
        &mut self,
        first: &Patience,
        rest: impl Fn() -> Patience,
    ) -> io::Result<Option<HttpText>> {
        let Some((head, patience)) = self.head(first, rest)? else { return Ok(None) };
        let (first_line, fields) = parse_head(&head)?;
        let mut text = HttpText { first_line, fields, body: Vec::new() };
        let n = body_length(&text)?;
        let taken = n.min(self.ahead.len());
        text.body = self.ahead.drain(..taken).collect();
        text.body.extend(read_exact(self.stream, n - taken, &patience)?);
        Ok(Some(text))
    }

    fn head(
        &mut self,
        first: &Patience,
        rest: impl Fn() -> Patience,
    ) -> io::Result<Option<(String, Patience)>> {
        let mut buffer = [0; 4096];
        let mut patience = None;
        loop {
            if let Some(at) = self.ahead.windows(END.len()).position(|window| window == END) {
                let head: Vec<u8> = self.ahead.drain(..at + END.len()).collect();
                let head = String::from_utf8(head).map_err(|_| lie("a head that is no text"))?;
                return Ok(Some((head, patience.unwrap_or_else(rest))));
            }
            if self.ahead.len() > LONGEST_HEAD {
                return Err(lie(format!("a head of more than {LONGEST_HEAD} bytes")));
            }
            let n = read_some(self.stream, &mut buffer, patience.as_ref().unwrap_or(first))?;
            match (n, self.ahead.is_empty()) {
                (0, true) => return Ok(None),
                (0, false) => {
                    return Err(Error::new(ErrorKind::UnexpectedEof, "it hung up in a head"));
                }
                _ => self.ahead.extend_from_slice(&buffer[..n]),
            }
            patience.get_or_insert_with(&rest);
        }
    }
}

type Head = (String, Vec<(String, String)>);

fn parse_head(head: &str) -> io::Result<Head> {
    let mut lines = head.trim_end().split("\r\n");
    let first_line = lines.next().unwrap_or_default().to_owned();
    let fields = lines.map(|line| {
        let (name, value) =
            line.split_once(':').ok_or_else(|| lie(format!("{line:?} in a head")))?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    Ok((first_line, fields.collect::<io::Result<_>>()?))
}

fn body_length(text: &HttpText) -> io::Result<usize> {
    if text.field("Transfer-Encoding").is_some() {
        return Err(lie("a body in pieces, which XML-RPC does not allow"));
    }
    let said = text.field("Content-Length").ok_or_else(|| lie("a head without Content-Length"))?;
    let n = said.parse::<usize>().ok().filter(|n| *n <= LONGEST_BODY);
    n.ok_or_else(|| lie(format!("a body of {said} bytes, at most {LONGEST_BODY} are read")))
}

/// Sends a text behind its first line.
pub(super) fn write_text(
    stream: &mut TcpStream,
    head: &str,
    body: &str,
    patience: &Patience,
) -> io::Result<()> {
    let whole =
        format!("{head}\r\nContent-Type: text/xml\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    write_all(stream, whole.as_bytes(), patience)
}

#[cfg(test)]
mod tests {
    use super::super::super::patience::Over;
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;
    use std::time::Duration;

    /// What is made of these bytes, sent in two pieces.
    fn read(bytes: &[u8], split: usize) -> io::Result<Vec<HttpText>> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut near, _) = listener.accept().unwrap();
        far.write_all(&bytes[..split]).unwrap();
        let rest = bytes[split..].to_vec();
        let writer = std::thread::spawn(move || drop(far.write_all(&rest)));
        let patience = || Patience::new(Duration::from_secs(5), &Over::default());
        let mut reader = HttpReader::new(&mut near);
        let texts = std::iter::from_fn(|| reader.next(&patience(), patience).transpose());
        let texts = texts.collect();
        writer.join().unwrap();
        texts
    }

    #[test]
    fn texts_come_one_after_the_other_wherever_they_are_cut() {
        let bytes = b"POST /RPC2 HTTP/1.1\r\nHost: a\r\ncontent-length: 3\r\n\r\nabc\
                      POST / HTTP/1.0\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n\
                      HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nxy";
        for split in [0, 1, 30, 55, 60, bytes.len()] {
            let texts = read(bytes, split).unwrap();
            let bodies: Vec<&[u8]> = texts.iter().map(|text| &text.body[..]).collect();
            assert_eq!(bodies, [&b"abc"[..], b"", b"xy"], "{split}");
            let stays: Vec<bool> = texts.iter().map(HttpText::stays).collect();
            assert_eq!(stays, [true, true, false]);
            assert_eq!(texts[2].first_line, "HTTP/1.1 200 OK");
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        let refused = |bytes: &[u8]| read(bytes, bytes.len()).unwrap_err().to_string();
        assert!(refused(b"POST / HTTP/1.1\r\n\r\n").contains("Content-Length"));
        let long = b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n";
        assert!(refused(long).contains("at most"));
        assert!(refused(b"a\r\nContent-Length: -1\r\n\r\n").contains("at most"));
        assert!(refused(b"a\r\nTransfer-Encoding: chunked\r\n\r\n").contains("pieces"));
        assert!(refused(b"a\r\nContent-Length: 5\r\n\r\nabc").contains("hung up"));
        assert!(refused(b"POST / HT").contains("hung up"));
        assert!(refused(&[b'x'; 20_000]).contains("head of more than"));
    }
}
