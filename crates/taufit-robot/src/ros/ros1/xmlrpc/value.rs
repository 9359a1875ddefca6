//! What is said in a call or an answer.

use super::super::patience::lie;
use std::collections::BTreeMap;
use std::io;

/// A value of XML-RPC, of the kinds that ROS uses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Int(i32),
    Bool(bool),
    Text(String),
    Double(f64),
    Array(Vec<Value>),
    /// Parameters in a name space; by name.
    Struct(BTreeMap<String, Value>),
}

impl Value {
    /// A list of texts.
    pub(crate) fn texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Self::Array(texts.into_iter().map(|text| Self::Text(text.into())).collect())
    }

    /// What it is, in a word.
    fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "a number",
            Self::Bool(_) => "yes or no",
            Self::Text(_) => "a text",
            Self::Double(_) => "a fraction",
            Self::Array(_) => "a list",
            Self::Struct(_) => "a struct",
        }
    }

    /// As a text.
    pub(crate) fn text(&self) -> io::Result<&str> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(lie(format!("{} where a text was expected", other.kind()))),
        }
    }

    /// As a number.
    pub(crate) fn int(&self) -> io::Result<i32> {
        match self {
            Self::Int(number) => Ok(*number),
            Self::Bool(flag) => Ok(i32::from(*flag)),
            other => Err(lie(format!("{} where a number was expected", other.kind()))),
        }
    }

    /// As a list.
    pub(crate) fn array(&self) -> io::Result<&[Self]> {
        match self {
            Self::Array(values) => Ok(values),
            other => Err(lie(format!("{} where a list was expected", other.kind()))),
        }
    }

    /// As a list of texts.
    pub(crate) fn text_list(&self) -> io::Result<Vec<String>> {
        self.array()?.iter().map(|value| value.text().map(str::to_owned)).collect()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Int(number)
    }
}

impl From<Vec<Value>> for Value {
    fn from(values: Vec<Value>) -> Self {
        Self::Array(values)
    }
}
