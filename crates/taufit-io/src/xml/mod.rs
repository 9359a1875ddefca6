//! XML, read with care: bounded size, no entities, errors that say where.

mod document;
mod element;
mod guard;
mod numbers;
mod range;

pub(crate) use document::{parse, root_tag};
pub(crate) use element::Element;
