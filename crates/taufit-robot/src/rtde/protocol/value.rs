//! Values of fields.

use super::MalformedPacket;
use super::byte_reader::ByteReader;

/// Type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldType {
    Bool,
    Uint8,
    Uint32,
    Uint64,
    Int32,
    Double,
    Vector3,
    Vector6,
    Vector6Int32,
    Vector6Uint32,
}

impl FieldType {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Bool, "BOOL"),
        (Self::Uint8, "UINT8"),
        (Self::Uint32, "UINT32"),
        (Self::Uint64, "UINT64"),
        (Self::Int32, "INT32"),
        (Self::Double, "DOUBLE"),
        (Self::Vector3, "VECTOR3D"),
        (Self::Vector6, "VECTOR6D"),
        (Self::Vector6Int32, "VECTOR6INT32"),
        (Self::Vector6Uint32, "VECTOR6UINT32"),
    ];

    /// Name in the protocol.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| *name)
    }

    /// Type of a name.
    pub(crate) fn of(name: &str) -> Result<Self, MalformedPacket> {
        let known = Self::ALL.iter().find(|(_, n)| *n == name);
        known.map(|(kind, _)| *kind).ok_or_else(|| MalformedPacket::Type { name: name.to_owned() })
    }

    /// Reads a value of this type.
    pub(super) fn read(self, bytes: &mut ByteReader<'_>) -> Result<RtdeValue, MalformedPacket> {
        Ok(match self {
            Self::Bool => RtdeValue::Bool(bytes.u8()? != 0),
            Self::Uint8 => RtdeValue::Uint8(bytes.u8()?),
            Self::Uint32 => RtdeValue::Uint32(bytes.u32()?),
            Self::Uint64 => RtdeValue::Uint64(bytes.u64()?),
            Self::Int32 => RtdeValue::Int32(bytes.i32()?),
            Self::Double => RtdeValue::Double(bytes.f64()?),
            Self::Vector3 => RtdeValue::Vector3(bytes.many(ByteReader::f64)?),
            Self::Vector6 => RtdeValue::Vector6(bytes.many(ByteReader::f64)?),
            Self::Vector6Int32 => RtdeValue::Vector6Int32(bytes.many(ByteReader::i32)?),
            Self::Vector6Uint32 => RtdeValue::Vector6Uint32(bytes.many(ByteReader::u32)?),
        })
    }
}

/// Value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RtdeValue {
    Bool(bool),
    Uint8(u8),
    Uint32(u32),
    Uint64(u64),
    Int32(i32),
    Double(f64),
    Vector3([f64; 3]),
    Vector6([f64; 6]),
    Vector6Int32([i32; 6]),
    Vector6Uint32([u32; 6]),
}

impl RtdeValue {
    /// Type of the value.
    pub(crate) fn field_type(self) -> FieldType {
        match self {
            Self::Bool(_) => FieldType::Bool,
            Self::Uint8(_) => FieldType::Uint8,
            Self::Uint32(_) => FieldType::Uint32,
            Self::Uint64(_) => FieldType::Uint64,
            Self::Int32(_) => FieldType::Int32,
            Self::Double(_) => FieldType::Double,
            Self::Vector3(_) => FieldType::Vector3,
            Self::Vector6(_) => FieldType::Vector6,
            Self::Vector6Int32(_) => FieldType::Vector6Int32,
            Self::Vector6Uint32(_) => FieldType::Vector6Uint32,
        }
    }

    /// Appends the bytes of the value.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Bool(value) => out.push(u8::from(value)),
            Self::Uint8(value) => out.push(value),
            Self::Uint32(value) => out.extend(value.to_be_bytes()),
            Self::Uint64(value) => out.extend(value.to_be_bytes()),
            Self::Int32(value) => out.extend(value.to_be_bytes()),
            Self::Double(value) => out.extend(value.to_be_bytes()),
            Self::Vector3(values) => out.extend(values.iter().flat_map(|v| v.to_be_bytes())),
            Self::Vector6(values) => out.extend(values.iter().flat_map(|v| v.to_be_bytes())),
            Self::Vector6Int32(values) => out.extend(values.iter().flat_map(|v| v.to_be_bytes())),
            Self::Vector6Uint32(values) => out.extend(values.iter().flat_map(|v| v.to_be_bytes())),
        }
    }
}
