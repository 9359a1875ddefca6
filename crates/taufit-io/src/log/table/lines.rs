//! Lines of a text, unpacked where it is gzipped, one at a time and of bounded length.

use crate::error::{Error, Result};
use crate::limits::{MAX_IDLE_BYTES, MAX_LINE_BYTES, MAX_LOG_BYTES, check_log_size};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// First characters of a comment.
const COMMENT_MARKS: [&[u8]; 3] = [b"#", b"%", b"//"];

/// One line, without its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::log) struct TextLine<'a> {
    /// Counted from 1.
    pub(in crate::log) number: u64,
    /// Its text; never blank.
    pub(in crate::log) text: &'a [u8],
    /// End of the line.
    pub(in crate::log) end: LineEnd,
}

/// End of a line; all but the last one are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::log) enum LineEnd {
    /// With a line feed.
    Closed,
    /// With the file.
    Open,
    /// With a packed stream that ends in the middle: the last number may lack digits.
    Torn,
}

impl<'a> TextLine<'a> {
    /// The text of a comment, without its mark.
    pub(in crate::log) fn comment(&self) -> Option<&'a [u8]> {
        COMMENT_MARKS.iter().find_map(|mark| self.text.strip_prefix(*mark))
    }
}

/// Reads line by line into one buffer.
pub(in crate::log) struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    number: u64,
    read_bytes: u64,
    /// Bytes of blank lines and comments.
    idle_bytes: u64,
    /// A packed stream ended in the middle.
    broken: bool,
}

impl<R: BufRead> Lines<R> {
    pub(in crate::log) fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), number: 0, read_bytes: 0, idle_bytes: 0, broken: false }
    }

    /// The number of the line that was read last.
    pub(in crate::log) fn number(&self) -> u64 {
        self.number
    }

    /// Whether a packed stream ended in the middle.
    pub(in crate::log) fn is_broken(&self) -> bool {
        self.broken
    }

    /// The next line that is not blank.
    pub(in crate::log) fn next_line(&mut self) -> Result<Option<TextLine<'_>>> {
        while self.fill()? {
            self.count_idle()?;
            if !self.buffer.trim_ascii().is_empty() {
                let end = match self.buffer.last() {
                    Some(b'\n') => LineEnd::Closed,
                    _ if self.broken => LineEnd::Torn,
                    _ => LineEnd::Open,
                };
                return Ok(Some(TextLine {
                    number: self.number,
                    text: trimmed(&self.buffer),
                    end,
                }));
            }
        }
        Ok(None)
    }

    /// Refuses a text that is blank lines and comments.
    fn count_idle(&mut self) -> Result<()> {
        let text = self.buffer.trim_ascii();
        if text.is_empty() || COMMENT_MARKS.iter().any(|mark| text.starts_with(mark)) {
            self.idle_bytes += self.buffer.len() as u64;
        }
        let (found, place) = (self.idle_bytes, ("line", self.number));
        check_log_size("bytes of blank lines and comments", found, MAX_IDLE_BYTES, place)
    }

    /// Reads one line with its end; false at the end of the text.
    fn fill(&mut self) -> Result<bool> {
        self.buffer.clear();
        if self.broken {
            return Ok(false);
        }
        let mut limited = self.reader.by_ref().take(MAX_LINE_BYTES + 1);
        match limited.read_until(b'\n', &mut self.buffer) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => self.broken = true,
            // Errors of the decompressor concern the data, not the disk.
            Err(error)
                if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::InvalidData) =>
            {
                return Err(damaged_gzip(&error));
            }
            other => drop(other.map_err(unreadable)?),
        }
        self.number += u64::from(!self.buffer.is_empty());
        self.check()?;
        if self.number == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
        }
        Ok(!self.buffer.is_empty())
    }

    /// Refuses what no log has: endless lines, endless files, bytes that are no text.
    fn check(&mut self) -> Result<()> {
        let length_bytes = self.buffer.len() as u64;
        self.read_bytes += length_bytes;
        check_log_size("bytes in one line", length_bytes, MAX_LINE_BYTES, ("line", self.number))?;
        check_log_size("bytes", self.read_bytes, MAX_LOG_BYTES, ("line", self.number))?;
        match self.buffer.iter().position(|&b| b == 0) {
            Some(at) => {
                let offset = self.read_bytes - length_bytes + at as u64;
                Err(Error::NotUtf8 { offset: usize::try_from(offset).unwrap_or(usize::MAX) })
            }
            None => Ok(()),
        }
    }
}

fn damaged_gzip(error: &std::io::Error) -> Error {
    Error::BrokenBag { format: "gzip", byte: None, reason: error.to_string() }
}

/// Without blanks and line ends around it; tabs stay, they may separate empty fields.
fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r' | b'\n' | b' '] | [b' ', rest @ ..] = text {
        text = rest;
    }
    text
}

/// First bytes of a gzip stream.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Size of the read buffer \[bytes\].
const CHUNK_BYTES: usize = 64 * 1024;

/// Text of a stream, unpacked if its first bytes are those of gzip.
pub(in crate::log) fn unpacked<'a>(stream: impl Read + 'a) -> Result<Box<dyn BufRead + 'a>> {
    let mut reader = BufReader::with_capacity(CHUNK_BYTES, stream);
    if reader.fill_buf().map_err(unreadable)?.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::with_capacity(CHUNK_BYTES, MultiGzDecoder::new(reader))));
    }
    Ok(Box::new(reader))
}

/// Error of the operating system or the decompressor.
pub(in crate::log) fn unreadable(error: io::Error) -> Error {
    Error::Unreadable { reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<(u64, String, LineEnd)> {
        let mut lines = Lines::new(text);
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            found.push((line.number, String::from_utf8_lossy(line.text).into(), line.end));
        }
        found
    }

    #[test]
    fn ends_marks_and_blank_lines_disappear() {
        let found = all(b"\xef\xbb\xbft,q\r\n\r\n  \n 1,\t2 \n3,4");
        let expected =
            [(1, "t,q", LineEnd::Closed), (4, "1,\t2", LineEnd::Closed), (5, "3,4", LineEnd::Open)];
        assert_eq!(found, expected.map(|(n, text, end)| (n, text.to_owned(), end)));
    }

    #[test]
    fn an_endless_line_is_refused_before_it_fills_the_memory() {
        let mut lines = Lines::new(std::io::BufReader::new(std::io::repeat(b'1')));
        assert_eq!(lines.next_line().unwrap_err().code(), "E056");
    }

    #[test]
    fn binary_files_and_other_encodings_are_refused() {
        let error = Lines::new(&b"t\0,\0q\0\n\0"[..]).next_line().unwrap_err();
        assert_eq!(error, Error::NotUtf8 { offset: 1 });
    }
}
