//! Bounds-checked reading of numbers.

use super::MalformedPacket;

/// Slice that is read from its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'a> {
    what: &'static str,
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// Reader of the content of `what`.
    pub(super) fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, rest: bytes }
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], MalformedPacket> {
        let missing = n.saturating_sub(self.rest.len());
        let (taken, rest) = (self.rest.split_at_checked(n))
            .ok_or(MalformedPacket::TooShort { what: self.what, missing })?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], MalformedPacket> {
        let what = self.what;
        self.take(N)?.try_into().map_err(|_| MalformedPacket::TooShort { what, missing: N })
    }

    pub(super) fn u8(&mut self) -> Result<u8, MalformedPacket> {
        self.array().map(u8::from_be_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, MalformedPacket> {
        self.array().map(u16::from_be_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, MalformedPacket> {
        self.array().map(u32::from_be_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, MalformedPacket> {
        self.array().map(u64::from_be_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, MalformedPacket> {
        self.array().map(i32::from_be_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, MalformedPacket> {
        self.array().map(f64::from_be_bytes)
    }

    /// Array of `N` elements.
    pub(super) fn many<T: Copy + Default, const N: usize>(
        &mut self,
        one: impl Fn(&mut Self) -> Result<T, MalformedPacket>,
    ) -> Result<[T; N], MalformedPacket> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = one(self)?;
        }
        Ok(values)
    }

    /// String behind its length in one byte.
    pub(super) fn short_text(&mut self) -> Result<String, MalformedPacket> {
        let length = self.u8()?;
        text(self.take(usize::from(length))?)
    }

    /// Remaining bytes as a string.
    pub(super) fn text(&mut self) -> Result<String, MalformedPacket> {
        text(std::mem::take(&mut self.rest))
    }

    /// Whether no bytes remain.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Refuses remaining bytes.
    pub(super) fn finish(self) -> Result<(), MalformedPacket> {
        match self.rest.len() {
            0 => Ok(()),
            excess => Err(MalformedPacket::TooLong { what: self.what, excess }),
        }
    }
}

fn text(bytes: &[u8]) -> Result<String, MalformedPacket> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| MalformedPacket::Text)
}
