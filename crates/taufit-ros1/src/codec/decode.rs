//! Deserialisation of messages.

use super::{CodecError, unsupported};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Message of all the bytes.
pub(crate) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, CodecError> {
    let mut decoder = Decoder { rest: bytes };
    let message = M::deserialize(&mut decoder)?;
    match decoder.rest.len() {
        0 => Ok(message),
        n => Err(CodecError(format!("{n} of {} bytes are left over", bytes.len()))),
    }
}

struct Decoder<'a> {
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], CodecError> {
        let left = self.rest.len();
        let (taken, rest) = self
            .rest
            .split_at_checked(n)
            .ok_or_else(|| CodecError(format!("{n} bytes expected, {left} left")))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], CodecError> {
        let mut number = [0; N];
        number.copy_from_slice(self.take(N)?);
        Ok(number)
    }

    /// Length of a sequence or string, at most the number of bytes left.
    fn length(&mut self) -> Result<usize, CodecError> {
        let n = u32::from_le_bytes(self.number()?) as usize;
        let left = self.rest.len();
        if n > left {
            return Err(CodecError(format!(
                "length {n} of a sequence or string, with {left} bytes left"
            )));
        }
        Ok(n)
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident($type:ty))*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
            visitor.$visit(<$type>::from_le_bytes(self.number()?))
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = CodecError;

    numbers! {
        deserialize_i8 visit_i8(i8) deserialize_i16 visit_i16(i16)
        deserialize_i32 visit_i32(i32) deserialize_i64 visit_i64(i64)
        deserialize_u8 visit_u8(u8) deserialize_u16 visit_u16(u16)
        deserialize_u32 visit_u32(u32) deserialize_u64 visit_u64(u64)
        deserialize_f32 visit_f32(f32) deserialize_f64 visit_f64(f64)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, CodecError> {
        Err(unsupported("fields of this kind"))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        match self.number::<1>()? {
            [0] => visitor.visit_bool(false),
            [1] => visitor.visit_bool(true),
            [other] => Err(CodecError(format!("{other} is not a boolean"))),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        let n = self.length()?;
        let text = str::from_utf8(self.take(n)?);
        visitor.visit_borrowed_str(text.map_err(|error| CodecError(error.to_string()))?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        let left = self.length()?;
        visitor.visit_seq(Parts { decoder: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        visitor.visit_seq(Parts { decoder: self, left: fields.len() })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodecError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, CodecError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf option tuple tuple_struct map enum identifier ignored_any
    }
}

/// Fields of a message, or elements of a sequence.
struct Parts<'a, 'de> {
    decoder: &'a mut Decoder<'de>,
    left: usize,
}

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = CodecError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CodecError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.decoder).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}
