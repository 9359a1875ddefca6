//! What fields hold.

use super::Malformed;
use super::bytes::Bytes;

/// The type of a field.
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

    /// As the protocol calls it.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| *name)
    }

    /// The type of a name.
    pub(crate) fn of(name: &str) -> Result<Self, Malformed> {
        let known = Self::ALL.iter().find(|(_, n)| *n == name);
        known.map(|(kind, _)| *kind).ok_or_else(|| Malformed::Type { name: name.to_owned() })
    }

    /// A value of this type.
    pub(super) fn read(self, bytes: &mut Bytes<'_>) -> Result<Value, Malformed> {
        Ok(match self {
            Self::Bool => Value::Bool(bytes.u8()? != 0),
            Self::Uint8 => Value::Uint8(bytes.u8()?),
            Self::Uint32 => Value::Uint32(bytes.u32()?),
            Self::Uint64 => Value::Uint64(bytes.u64()?),
            Self::Int32 => Value::Int32(bytes.i32()?),
            Self::Double => Value::Double(bytes.f64()?),
            Self::Vector3 => Value::Vector3(bytes.many(Bytes::f64)?),
            Self::Vector6 => Value::Vector6(bytes.many(Bytes::f64)?),
            Self::Vector6Int32 => Value::Vector6Int32(bytes.many(Bytes::i32)?),
            Self::Vector6Uint32 => Value::Vector6Uint32(bytes.many(Bytes::u32)?),
        })
    }
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
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

impl Value {
    /// Its type.
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

    /// Adds its bytes.
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
