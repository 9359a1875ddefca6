//! Reader of numbers from bytes, with checked lengths.

/// Description of a defect of a file.
pub(super) type ArrayError = String;

/// Bytes of an array, and where reading has come.
#[derive(Clone, Copy)]
pub(super) struct ArrayBytes<'a> {
    rest: &'a [u8],
    pub(super) is_big_endian: bool,
}

impl<'a> ArrayBytes<'a> {
    pub(super) fn new(bytes: &'a [u8], is_big_endian: bool) -> Self {
        Self { rest: bytes, is_big_endian }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], ArrayError> {
        let (taken, rest) = self
            .rest
            .split_at_checked(n)
            .ok_or_else(|| format!("{n} bytes are needed, {} are left", self.rest.len()))?;
        self.rest = rest;
        Ok(taken)
    }

    /// As many bytes as there are, up to `n`.
    pub(super) fn skip_up_to(&mut self, n: usize) {
        self.rest = self.rest.get(n..).unwrap_or_default();
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ArrayError> {
        let mut bytes: [u8; N] = self.take(N)?.try_into().map_err(|_| "too short".to_owned())?;
        if self.is_big_endian {
            bytes.reverse();
        }
        Ok(bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, ArrayError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, ArrayError> {
        self.array().map(u32::from_le_bytes)
    }

    /// A length that must fit into memory.
    pub(super) fn length(&mut self) -> Result<usize, ArrayError> {
        self.u32().map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// One number of a kind, as a double.
    pub(super) fn number(&mut self, kind: NumberFormat) -> Result<f64, ArrayError> {
        Ok(match kind {
            NumberFormat::Float(4) => f32::from_le_bytes(self.array()?).into(),
            NumberFormat::Float(_) => f64::from_le_bytes(self.array()?),
            NumberFormat::Signed(1) => i8::from_le_bytes(self.array()?).into(),
            NumberFormat::Signed(2) => i16::from_le_bytes(self.array()?).into(),
            NumberFormat::Signed(4) => i32::from_le_bytes(self.array()?).into(),
            NumberFormat::Signed(_) => i64::from_le_bytes(self.array()?) as f64,
            NumberFormat::Unsigned(1) => u8::from_le_bytes(self.array()?).into(),
            NumberFormat::Unsigned(2) => u16::from_le_bytes(self.array()?).into(),
            NumberFormat::Unsigned(4) => u32::from_le_bytes(self.array()?).into(),
            NumberFormat::Unsigned(_) => u64::from_le_bytes(self.array()?) as f64,
        })
    }
}

/// A kind of number, with its size in bytes: 4 or 8 for floats, 1, 2, 4 or 8 for integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    Float(usize),
    Signed(usize),
    Unsigned(usize),
}

impl NumberFormat {
    pub(super) fn size(self) -> usize {
        match self {
            Self::Float(n) | Self::Signed(n) | Self::Unsigned(n) => n,
        }
    }

    /// The numbers in bytes that hold exactly `count` of them.
    pub(super) fn all(
        self,
        bytes: &[u8],
        is_big_endian: bool,
        count: usize,
    ) -> Result<Vec<f64>, ArrayError> {
        if count.checked_mul(self.size()) != Some(bytes.len()) {
            return Err(format!("{count} numbers are stated, but there are {} bytes", bytes.len()));
        }
        let mut bytes = ArrayBytes::new(bytes, is_big_endian);
        (0..count).map(|_| bytes.number(self)).collect()
    }
}
