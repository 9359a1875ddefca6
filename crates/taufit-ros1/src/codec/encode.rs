//! Serialisation of messages.

use super::{CodecError, unsupported};
use serde::Serialize;
use serde::ser::{Impossible, SerializeSeq, SerializeStruct, Serializer};

/// Bytes of a message.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, CodecError> {
    let mut encoder = Encoder { bytes: Vec::new() };
    message.serialize(&mut encoder)?;
    Ok(encoder.bytes)
}

struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    fn length(&mut self, n: usize) -> Result<(), CodecError> {
        let n = u32::try_from(n).map_err(|_| CodecError(format!("{n} is too long")))?;
        self.bytes.extend(n.to_le_bytes());
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident($type:ty))*) => {
        $(fn $method(self, value: $type) -> Result<(), CodecError> {
            self.bytes.extend(value.to_le_bytes());
            Ok(())
        })*
    };
}

type Unsupported = Impossible<(), CodecError>;

/// Methods of a [`serde::Serializer`] for variants of enumerations, which messages do not have.
macro_rules! no_variants {
    ($($method:ident)*) => {$(
        fn $method(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Unsupported, CodecError> {
            Err(unsupported("enumerations"))
        }
    )*};
}

impl Serializer for &mut Encoder {
    type Ok = ();
    type Error = CodecError;
    type SerializeSeq = Self;
    type SerializeTuple = Unsupported;
    type SerializeTupleStruct = Unsupported;
    type SerializeTupleVariant = Unsupported;
    type SerializeMap = Unsupported;
    type SerializeStruct = Self;
    type SerializeStructVariant = Unsupported;

    numbers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_f32(f32) serialize_f64(f64)
    }

    fn serialize_bool(self, value: bool) -> Result<(), CodecError> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_str(self, text: &str) -> Result<(), CodecError> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), CodecError> {
        self.length(bytes.len())?;
        self.bytes.extend(bytes);
        Ok(())
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, CodecError> {
        self.length(length.ok_or_else(|| unsupported("sequences of unknown length"))?)?;
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Unsupported, CodecError> {
        Err(unsupported("tuples"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, CodecError> {
        Ok(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), CodecError> {
        value.serialize(self)
    }

    fn serialize_char(self, _: char) -> Result<(), CodecError> {
        Err(unsupported("single characters"))
    }

    fn serialize_none(self) -> Result<(), CodecError> {
        Err(unsupported("optional fields"))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), CodecError> {
        Err(unsupported("optional fields"))
    }

    fn serialize_unit(self) -> Result<(), CodecError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), CodecError> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), CodecError> {
        Err(unsupported("enumerations"))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), CodecError> {
        Err(unsupported("enumerations"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Unsupported, CodecError> {
        Err(unsupported("tuples"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Unsupported, CodecError> {
        Err(unsupported("maps"))
    }

    no_variants!(serialize_tuple_variant serialize_struct_variant);
}

impl SerializeSeq for &mut Encoder {
    type Ok = ();
    type Error = CodecError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodecError> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), CodecError> {
        Ok(())
    }
}

impl SerializeStruct for &mut Encoder {
    type Ok = ();
    type Error = CodecError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> Result<(), CodecError> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), CodecError> {
        Ok(())
    }
}
