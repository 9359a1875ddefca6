//! Values of parameters and results.

use crate::deadline::protocol_error;
use std::collections::BTreeMap;
use std::io;

/// XML-RPC value of the types that ROS uses.
#[derive(Clone, Debug, PartialEq)]
pub enum XmlRpcValue {
    /// `i4` or `int`.
    Int(i32),
    /// `boolean`.
    Bool(bool),
    /// `string`.
    Text(String),
    /// `double`.
    Double(f64),
    /// `array`.
    Array(Vec<XmlRpcValue>),
    /// `struct`: values by name, such as the parameters of a name space.
    Struct(BTreeMap<String, XmlRpcValue>),
}

impl XmlRpcValue {
    /// Array of strings.
    pub(crate) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::Array(texts.into_iter().map(|text| Self::Text(text.into())).collect())
    }

    /// Name of its type, for messages.
    fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "an integer",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a string",
            Self::Double(_) => "a double",
            Self::Array(_) => "an array",
            Self::Struct(_) => "a struct",
        }
    }

    /// String, or an error for another type.
    pub fn text(&self) -> io::Result<&str> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(protocol_error(format!("{} where a string was expected", other.kind()))),
        }
    }

    /// Integer, or an error for another type.
    pub(crate) fn int(&self) -> io::Result<i32> {
        match self {
            Self::Int(number) => Ok(*number),
            Self::Bool(flag) => Ok(i32::from(*flag)),
            other => Err(protocol_error(format!("{} where an integer was expected", other.kind()))),
        }
    }

    /// Elements of an array, or an error for another type.
    pub(crate) fn array(&self) -> io::Result<&[Self]> {
        match self {
            Self::Array(values) => Ok(values),
            other => Err(protocol_error(format!("{} where an array was expected", other.kind()))),
        }
    }

    /// Strings of an array, or an error for another type.
    pub(crate) fn text_list(&self) -> io::Result<Vec<String>> {
        self.array()?.iter().map(|value| value.text().map(str::to_owned)).collect()
    }
}

impl From<&str> for XmlRpcValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for XmlRpcValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i32> for XmlRpcValue {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl From<Vec<XmlRpcValue>> for XmlRpcValue {
    fn from(values: Vec<XmlRpcValue>) -> Self {
        Self::Array(values)
    }
}
