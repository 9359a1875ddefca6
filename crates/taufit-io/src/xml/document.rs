//! XML documents of bounded size, parsed into a tree of elements.

use super::Element;
use crate::error::{Error, Position, Result};
use crate::limits::{MAX_ATTRIBUTES, MAX_XML_NODES};
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
    check_attribute_counts(text)?;
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

/// Message of the parser without its own " at 3:7"; the position is a field of the error.
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

/// Refuses elements with more attributes than any format has: the parser looks for duplicates by
/// comparing all pairs, so that one tag of a megabyte would keep it busy for hours.
fn check_attribute_counts(text: &str) -> Result<()> {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = rest.get(start..).unwrap_or_default();
        rest = match skipped_whole(rest) {
            Some(after) => after,
            None => after_tag(rest)?,
        };
    }
    Ok(())
}

/// Text after a comment, a CDATA section or a processing instruction; `None` at an ordinary tag.
fn skipped_whole(text: &str) -> Option<&str> {
    let pairs = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (open, close) = pairs.into_iter().find(|(open, _)| text.starts_with(open))?;
    let body = text.get(open.len()..).unwrap_or_default();
    Some(body.find(close).and_then(|end| body.get(end..)).unwrap_or_default())
}

/// Text after the tag that begins here; its quoted values are counted.
fn after_tag(text: &str) -> Result<&str> {
    let mut values = 0;
    let mut quote = None;
    for (i, c) in text.bytes().enumerate() {
        match (quote, c) {
            (None, b'"' | b'\'') => quote = Some(c),
            (Some(open), _) if open == c => {
                quote = None;
                values += 1;
            }
            (None, b'>') => return Ok(text.get(i..).unwrap_or_default()),
            _ => {}
        }
        if values > MAX_ATTRIBUTES {
            let what = "attributes in one XML element";
            return Err(Error::TooMany { what, limit: MAX_ATTRIBUTES });
        }
    }
    Ok("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_in_comments_and_sections_do_not_count() {
        let many = "'a' ".repeat(2 * MAX_ATTRIBUTES);
        let text = format!("<?xml {many}?><!-- {many} > --><a b='>'>{many}<![CDATA[<{many}]]></a>");
        assert_eq!(check_attribute_counts(&text), Ok(()));
    }

    #[test]
    fn a_tag_full_of_attributes_is_refused() {
        let text = format!("<a {}/>", "b='1' ".repeat(MAX_ATTRIBUTES + 1));
        let limit = MAX_ATTRIBUTES;
        let what = "attributes in one XML element";
        assert_eq!(check_attribute_counts(&text), Err(Error::TooMany { what, limit }));
    }
}
