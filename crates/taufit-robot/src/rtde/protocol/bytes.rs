//! Numbers from a slice that may be too short.

use super::Malformed;

/// A slice that is read from its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a> {
    what: &'static str,
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// Of something that is called `what`.
    pub(super) fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, rest: bytes }
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], Malformed> {
        let missing = n.saturating_sub(self.rest.len());
        let (taken, rest) = (self.rest.split_at_checked(n))
            .ok_or(Malformed::TooShort { what: self.what, missing })?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let what = self.what;
        self.take(N)?.try_into().map_err(|_| Malformed::TooShort { what, missing: N })
    }

    pub(super) fn u8(&mut self) -> Result<u8, Malformed> {
        self.array().map(u8::from_be_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_be_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_be_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_be_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, Malformed> {
        self.array().map(i32::from_be_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, Malformed> {
        self.array().map(f64::from_be_bytes)
    }

    /// `N` of the same kind.
    pub(super) fn many<T: Copy + Default, const N: usize>(
        &mut self,
        one: impl Fn(&mut Self) -> Result<T, Malformed>,
    ) -> Result<[T; N], Malformed> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = one(self)?;
        }
        Ok(values)
    }

    /// A text after its length in one byte.
    pub(super) fn short_text(&mut self) -> Result<String, Malformed> {
        let length = self.u8()?;
        text(self.take(usize::from(length))?)
    }

    /// All that is left, as text.
    pub(super) fn text(&mut self) -> Result<String, Malformed> {
        text(std::mem::take(&mut self.rest))
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Refuses bytes that nobody has read.
    pub(super) fn finish(self) -> Result<(), Malformed> {
        match self.rest.len() {
            0 => Ok(()),
            excess => Err(Malformed::TooLong { what: self.what, excess }),
        }
    }
}

fn text(bytes: &[u8]) -> Result<String, Malformed> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Malformed::Text)
}
