//! Messages of ROS 2 as bytes: little-endian CDR, numbers aligned to their size from the header's end.

/// Encapsulation header: plain CDR, little-endian.
const HEADER: [u8; 4] = [0, 1, 0, 0];

/// Message that is being encoded.
#[derive(Debug, Default)]
pub(crate) struct Cdr(Vec<u8>);

impl Cdr {
    /// Begins a new message in the same memory.
    pub(crate) fn restart(&mut self) -> &mut Self {
        self.0.clear();
        self.0.extend_from_slice(&HEADER);
        self
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Bytes after the header.
    pub(crate) fn body(&self) -> &[u8] {
        self.0.get(HEADER.len()..).unwrap_or_default()
    }

    fn align(&mut self, size: usize) {
        let written = self.0.len() - HEADER.len();
        self.0.resize(HEADER.len() + written.next_multiple_of(size), 0);
    }

    pub(crate) fn flag(&mut self, value: bool) -> &mut Self {
        self.0.push(value.into());
        self
    }

    pub(crate) fn u16(&mut self, value: u16) -> &mut Self {
        self.align(2);
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub(crate) fn u32(&mut self, value: u32) -> &mut Self {
        self.align(4);
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub(crate) fn i32(&mut self, value: i32) -> &mut Self {
        self.align(4);
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// With its length, and a zero at the end.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.length(text.len() + 1);
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(0);
        self
    }

    pub(crate) fn texts(&mut self, texts: &[String]) -> &mut Self {
        self.length(texts.len());
        for text in texts {
            self.text(text);
        }
        self
    }

    pub(crate) fn doubles(&mut self, values: &[f64]) -> &mut Self {
        self.length(values.len());
        values.iter().for_each(|value| {
            self.double(*value);
        });
        self
    }

    pub(crate) fn double(&mut self, value: f64) -> &mut Self {
        self.align(8);
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// Of a list that follows.
    pub(crate) fn length(&mut self, length: usize) {
        self.u32(u32::try_from(length).unwrap_or(u32::MAX));
    }
}
