//! XML element with its place in the text, typed attributes, and errors that name it.

use super::document::position;
use crate::error::{Error, Position, Result};
use roxmltree::Node;
use std::ops::Range;

/// An element of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Element<'a, 'input> {
    pub(super) node: Node<'a, 'input>,
}

impl<'a, 'input> Element<'a, 'input> {
    pub(super) fn new(node: Node<'a, 'input>) -> Self {
        Self { node }
    }

    /// Its name, without prefix.
    pub(crate) fn tag(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The address that its prefix stands for.
    pub(crate) fn namespace(self) -> Option<&'a str> {
        self.node.tag_name().namespace()
    }

    /// The element that holds all others.
    pub(crate) fn root(self) -> Self {
        Self::new(self.node.document().root_element())
    }

    /// Position of its beginning.
    pub(crate) fn position(self) -> Position {
        position(self.node.document().text_pos_at(self.node.range().start))
    }

    /// Position of an attribute; that of the element if it has none of this name.
    pub(crate) fn attribute_position(self, name: &str) -> Position {
        let start = self.node.attribute_node(name).map(|a| a.range().start);
        start.map_or_else(|| self.position(), |at| position(self.node.document().text_pos_at(at)))
    }

    /// `joint "elbow"`, or `<mass> of link "forearm"` for an element without a name of its own.
    pub(crate) fn label(self) -> String {
        if let Some(name) = self.attribute("name") {
            return format!("{} {name:?}", self.tag());
        }
        let named = self.node.ancestors().skip(1).find(|n| n.has_attribute("name"));
        match named.map(Self::new) {
            Some(owner) => format!("<{}> of {}", self.tag(), owner.label()),
            None => format!("<{}>", self.tag()),
        }
    }

    /// The elements directly inside.
    pub(crate) fn elements(self) -> impl DoubleEndedIterator<Item = Self> {
        self.node.children().filter(Node::is_element).map(Self::new)
    }

    /// The elements of this name directly inside.
    pub(crate) fn children(self, tag: &'static str) -> impl DoubleEndedIterator<Item = Self> {
        self.elements().filter(move |e| e.tag() == tag)
    }

    /// The first element of this name directly inside.
    pub(crate) fn child(self, tag: &'static str) -> Option<Self> {
        self.children(tag).next()
    }

    /// The first element of this name directly inside, which must be there.
    pub(crate) fn required_child(self, tag: &'static str) -> Result<Self> {
        self.child(tag).ok_or_else(|| self.missing(format!("element <{tag}>")))
    }

    /// Every element below, itself first.
    pub(crate) fn descendants(self) -> impl Iterator<Item = Self> {
        self.node.descendants().filter(Node::is_element).map(Self::new)
    }

    /// The text inside.
    pub(crate) fn text(self) -> Option<&'a str> {
        self.node.text()
    }

    /// Names and values of its attributes.
    pub(crate) fn attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.node.attributes().map(|a| (a.name(), a.value()))
    }

    /// An attribute.
    pub(crate) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// An attribute that must be there.
    pub(crate) fn required(self, name: &str) -> Result<&'a str> {
        self.attribute(name).ok_or_else(|| self.missing(format!("attribute {name:?}")))
    }

    pub(crate) fn missing(self, what: String) -> Error {
        Error::Missing { element: self.label(), what, position: Some(self.position()) }
    }

    pub(crate) fn unsupported(self, what: &'static str) -> Error {
        Error::Unsupported { element: self.label(), what, position: self.position() }
    }
}

impl Element<'_, '_> {
    /// The whole element, from `<` to the last `>`.
    pub(crate) fn range(self) -> Range<usize> {
        self.node.range()
    }

    /// `name="value"`.
    pub(crate) fn attribute_range(self, name: &str) -> Option<Range<usize>> {
        self.node.attribute_node(name).map(|a| a.range())
    }

    /// Offset of the end of the last attribute \[bytes\].
    pub(crate) fn attributes_end(self) -> Option<usize> {
        self.node.attributes().map(|a| a.range().end).max()
    }

    /// Offset of the content, after the opening tag \[bytes\].
    pub(crate) fn content_start(self) -> Option<usize> {
        self.node.first_child().map(|child| child.range().start)
    }
}

impl Element<'_, '_> {
    /// A number, if the attribute is there. NaN and infinities are numbers here: the model knows
    /// where they are allowed.
    pub(crate) fn number(self, attribute: &str) -> Result<Option<f64>> {
        Ok(self.numbers::<1>(attribute)?.map(|[x]| x))
    }

    /// A number that must be there.
    pub(crate) fn required_number(self, attribute: &str) -> Result<f64> {
        self.required(attribute)?;
        Ok(self.number(attribute)?.unwrap_or_default())
    }

    /// Exactly `N` numbers between spaces, if the attribute is there.
    pub(crate) fn numbers<const N: usize>(self, attribute: &str) -> Result<Option<[f64; N]>> {
        self.attribute(attribute).map(|text| self.parse_numbers(attribute, text)).transpose()
    }

    /// Exactly `N` numbers in a text that stands for one of this element's attributes.
    pub(crate) fn parse_numbers<const N: usize>(
        self,
        attribute: &str,
        text: &str,
    ) -> Result<[f64; N]> {
        let found = self.parse_number_list(attribute, text)?;
        found.as_slice().try_into().map_err(|_| {
            let plural = if N == 1 { "a number".to_owned() } else { format!("{N} numbers") };
            self.bad_value(attribute, text, plural)
        })
    }

    /// Any count of numbers.
    pub(crate) fn parse_number_list(self, attribute: &str, text: &str) -> Result<Vec<f64>> {
        text.split_ascii_whitespace()
            .map(|word| word.parse().map_err(|_| self.bad_value(attribute, text, "numbers")))
            .collect()
    }

    /// Error for an attribute with a value that is not allowed.
    pub(crate) fn bad_value(
        self,
        attribute: &str,
        text: &str,
        expected: impl Into<String>,
    ) -> Error {
        const SHOWN: usize = 80;
        Error::BadValue {
            element: self.label(),
            attribute: attribute.to_owned(),
            text: text.chars().take(SHOWN).collect(),
            expected: expected.into(),
            position: self.attribute_position(attribute),
        }
    }
}
