//! From text to a tree of elements.

use super::{Element, guard};
use crate::error::{Error, Position, Result};
use crate::limits::MAX_XML_NODES;
use crate::text_file::without_bom;
use roxmltree::{Document, ParsingOptions, TextPos};

/// Parses a document and hands its root element to `read`, if it has the expected name.
///
/// Document types are refused: nothing in a robot needs entities, and they can expand without end.
pub(crate) fn parse<T>(
    text: &str,
    root: &'static str,
    read: impl FnOnce(Element<'_, '_>) -> Result<T>,
) -> Result<T> {
    let document = document(without_bom(text))?;
    let element = Element::new(document.root_element());
    if element.tag() != root {
        let found = element.tag().to_owned();
        let expected = match root {
            "robot" => "<robot>",
            "COLLADA" => "<COLLADA>",
            _ => "<mujoco>",
        };
        return Err(Error::WrongRoot { found, expected, position: element.position() });
    }
    read(element)
}

/// The name of the root element.
pub(crate) fn root_tag(text: &str) -> Result<(String, Position)> {
    let document = document(without_bom(text))?;
    let root = Element::new(document.root_element());
    Ok((root.tag().to_owned(), root.position()))
}

fn document(text: &str) -> Result<Document<'_>> {
    guard::check_attribute_counts(text)?;
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MAX_XML_NODES, ..Default::default() };
    Document::parse_with_options(text, options).map_err(|error| syntax_error(text, &error))
}

fn syntax_error(text: &str, error: &roxmltree::Error) -> Error {
    use roxmltree::Error as Xml;
    let position = position(error.pos());
    let syntax = |reason: String, position| Error::Syntax { format: "XML", reason, position };
    match error {
        Xml::NodesLimitReached => {
            Error::TooMany { what: "XML nodes", limit: MAX_XML_NODES as usize }
        }
        Xml::DtdDetected => {
            syntax("it declares a document type, which is not read for safety".to_owned(), position)
        }
        Xml::UnknownNamespace(prefix, _) if prefix == "xacro" => {
            Error::Xacro { found: "an element with the prefix xacro:".to_owned(), position }
        }
        Xml::NoRootNode => syntax("it has no element at all".to_owned(), position),
        // The parser gives no place for a text that stops too early: it is the end.
        Xml::UnclosedRootNode | Xml::UnexpectedEndOfStream => {
            syntax("the text ends in the middle, is the file complete?".to_owned(), end_of(text))
        }
        other => syntax(without_place(&other.to_string()), position),
    }
}

/// The parser's message without its own " at 3:7", which the error says in words.
fn without_place(message: &str) -> String {
    message.rsplit_once(" at ").map_or(message, |(before, _)| before).to_owned()
}

fn end_of(text: &str) -> Position {
    let last = text.lines().last().unwrap_or_default();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position { line: count(text.lines().count().max(1)), column: count(last.chars().count() + 1) }
}

pub(super) fn position(place: TextPos) -> Position {
    Position { line: place.row, column: place.col }
}
