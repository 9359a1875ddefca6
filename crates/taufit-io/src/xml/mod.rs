//! XML of bounded size without entities, with errors that state the position.

mod document;
mod element;

pub(crate) use document::{parse, root_tag};
pub(crate) use element::Element;
