//! Numbers and texts one after the other in the bytes of a record or a message.

/// Description of a decoding error.
pub(crate) type DecodeError = String;

/// Bytes as text; invalid UTF-8 is replaced.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reads field by field. Records and ROS 1 messages are packed and little-endian; CDR aligns every
/// number to its size, counted from after its own header, and may be big-endian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    max_alignment: usize,
    is_big_endian: bool,
}

impl<'a> Fields<'a> {
    /// Packed, little-endian.
    pub(crate) fn packed(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, max_alignment: 1, is_big_endian: false }
    }

    /// A message in CDR: its first four bytes say which one.
    pub(crate) fn cdr(message: &'a [u8]) -> Result<Self, DecodeError> {
        let Some((header, bytes)) = message.split_at_checked(4) else {
            return Err(format!("{} bytes are no CDR message", message.len()));
        };
        let (max_alignment, is_big_endian) = match header {
            [0, 0, ..] => (8, true),
            [0, 1, ..] => (8, false),
            [0, 6, ..] => (4, true),
            [0, 7, ..] => (4, false),
            other => return Err(format!("{other:02x?} is no header of plain CDR")),
        };
        Ok(Self { bytes, at: 0, max_alignment, is_big_endian })
    }

    /// Offset of the next field \[bytes\].
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Bytes that are not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The bytes from a place to where reading has come.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// The next bytes, whatever they are.
    #[inline]
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], DecodeError> {
        let rest = self.rest();
        let taken = rest.get(..n).ok_or_else(|| too_short(n, rest.len()))?;
        self.at += n;
        Ok(taken)
    }

    #[inline]
    fn number<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        self.align(N);
        let mut number = [0; N];
        number.copy_from_slice(self.take(N)?);
        if self.is_big_endian {
            number.reverse();
        }
        Ok(number)
    }

    fn align(&mut self, size: usize) {
        self.at = self.at.next_multiple_of(size.min(self.max_alignment));
    }

    pub(crate) fn u16(&mut self) -> Result<u16, DecodeError> {
        self.number().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, DecodeError> {
        self.number().map(u32::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Result<i32, DecodeError> {
        self.number().map(i32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, DecodeError> {
        self.number().map(u64::from_le_bytes)
    }

    pub(crate) fn double(&mut self) -> Result<f64, DecodeError> {
        self.number().map(f64::from_le_bytes)
    }

    /// A length, then so many bytes; CDR counts a zero at the end of texts.
    pub(crate) fn text(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.u32()? as usize;
        let text = self.take(length)?;
        Ok(text.strip_suffix(b"\0").unwrap_or(text))
    }

    /// A length, then so many doubles.
    pub(crate) fn doubles(&mut self, values: &mut Vec<f64>) -> Result<(), DecodeError> {
        let n = self.u32()? as usize;
        values.clear();
        if n == 0 {
            return Ok(());
        }
        self.align(8);
        let size = n.checked_mul(8).ok_or_else(|| format!("{n} numbers in one message"))?;
        let is_big_endian = self.is_big_endian;
        let double = |bytes: &[u8]| {
            let bytes = bytes.try_into().unwrap_or_default();
            if is_big_endian { f64::from_be_bytes(bytes) } else { f64::from_le_bytes(bytes) }
        };
        values.extend(self.take(size)?.chunks_exact(8).map(double));
        Ok(())
    }

    /// Skips the given bytes if they come next; they include their length.
    pub(crate) fn skip_if(&mut self, known: &[u8]) -> bool {
        let is_known = !known.is_empty() && self.rest().starts_with(known);
        if is_known {
            self.at += known.len();
        }
        is_known
    }
}

/// Error for a message that is too short; not inlined.
#[cold]
fn too_short(wanted: usize, left: usize) -> DecodeError {
    format!("{wanted} bytes wanted, {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdr_aligns_from_after_its_header() {
        let mut bytes = vec![0, 1, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0];
        bytes.extend(2.5_f64.to_le_bytes());
        let mut fields = Fields::cdr(&bytes).unwrap();
        let mut values = Vec::new();
        assert_eq!(fields.u32(), Ok(7));
        fields.doubles(&mut values).unwrap();
        assert_eq!((values.as_slice(), fields.rest()), (&[2.5][..], &[][..]));
    }

    #[test]
    fn cdr_may_be_big_endian_or_aligned_to_four() {
        let mut big = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
        big.splice(4..12, [0, 0, 0, 1, 0, 0, 0, 0]);
        let mut fields = Fields::cdr(&big).unwrap();
        assert_eq!(fields.u32(), Ok(1));
        let mut second = vec![0, 7, 0, 0, 1, 0, 0, 0];
        second.extend(2.5_f64.to_le_bytes());
        let mut values = Vec::new();
        Fields::cdr(&second).unwrap().doubles(&mut values).unwrap();
        assert_eq!(values, [2.5]);
    }

    #[test]
    fn lengths_beyond_the_end_are_refused_without_allocating() {
        let bytes = [0xff; 12];
        let mut values = Vec::new();
        assert!(Fields::packed(&bytes).doubles(&mut values).is_err());
        assert!(Fields::packed(&bytes).text().is_err());
        assert_eq!(values.capacity(), 0);
        assert!(Fields::cdr(&[0, 1]).is_err() && Fields::cdr(&[9, 9, 0, 0]).is_err());
    }
}
