//! Changes of an XML text that leave every other byte alone.

use crate::text_file::without_bom;
use crate::xml::Element;
use std::ops::Range;

/// Text with planned changes.
pub(super) struct Patch<'t> {
    /// The text from which the elements were read: without its byte order mark.
    text: &'t str,
    /// The byte order mark, if there is one.
    mark: &'t str,
    newline: &'static str,
    edits: Edits,
}

impl<'t> Patch<'t> {
    pub(super) fn new(source: &'t str) -> Self {
        let text = without_bom(source);
        let mark = source.strip_suffix(text).unwrap_or_default();
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { text, mark, newline, edits: Edits::default() }
    }

    /// The text with all changes made.
    pub(super) fn apply(self) -> String {
        self.mark.to_owned() + &self.edits.apply(self.text)
    }

    /// Gives an attribute another value; adds it behind the others where it is missing.
    pub(super) fn set(&mut self, element: Element<'_, '_>, name: &str, value: &str) {
        match element.attribute_range(name) {
            Some(range) => {
                let inside = self.between_quotes(range);
                self.edits.replace(inside, value);
            }
            None => {
                let at = element.attributes_end().unwrap_or_else(|| self.tag_name_end(element));
                self.edits.insert(at, format!(" {name}=\"{value}\""));
            }
        }
    }

    /// Removes an attribute, with the space before it.
    pub(super) fn remove_attribute(&mut self, element: Element<'_, '_>, name: &str) {
        if let Some(range) = element.attribute_range(name) {
            let start = self.slice(0..range.start).trim_end().len();
            self.edits.replace(start..range.end, "");
        }
    }

    /// Removes an element, and its line if nothing else is before it.
    pub(super) fn remove(&mut self, element: Element<'_, '_>) {
        let range = element.range();
        let before = self.slice(0..range.start).trim_end_matches([' ', '\t']);
        let start = before
            .strip_suffix('\n')
            .map_or(range.start, |b| b.strip_suffix('\r').unwrap_or(b).len());
        self.edits.replace(start..range.end, "");
    }

    /// Inserts an element as the first child of its parent.
    pub(super) fn insert_first(&mut self, parent: Element<'_, '_>, new: &NewElement) {
        match parent.content_start() {
            Some(at) => self.edits.insert(at, self.on_a_line(parent, new)),
            None => self.insert_only(parent, new),
        }
    }

    /// Inserts an element as the last child of its parent.
    pub(super) fn insert_last(&mut self, parent: Element<'_, '_>, new: &NewElement) {
        if parent.content_start().is_none() {
            return self.insert_only(parent, new);
        }
        let Range { start, end } = parent.range();
        let closing = self.slice(start..end).rfind("</").map_or(end, |at| start + at);
        let at = self.slice(0..closing).trim_end().len();
        self.edits.insert(at, self.on_a_line(parent, new));
    }

    /// Puts an element into a parent that has no content, `<a/>` or `<a></a>`.
    fn insert_only(&mut self, parent: Element<'_, '_>, new: &NewElement) {
        let Range { start, end } = parent.range();
        let tag = self.slice(start + 1..self.tag_name_end(parent));
        let whole = self.slice(start..end);
        let opening =
            whole.strip_suffix("/>").or_else(|| whole.split("</").next()?.strip_suffix('>'));
        let closed = opening.unwrap_or(whole).trim_end().len();
        let line = self.on_a_line(parent, new);
        let (newline, indent) = (self.newline, self.indent(start));
        self.edits.replace(start + closed..end, format!(">{line}{newline}{indent}</{tag}>"));
    }

    /// The new element on lines of its own, indented like its new neighbours.
    fn on_a_line(&self, parent: Element<'_, '_>, new: &NewElement) -> String {
        const STEP: &str = "  ";
        let outer = self.indent(parent.range().start);
        let sibling = parent.elements().next().map(|e| self.indent(e.range().start));
        let indent = sibling
            .filter(|s| s.len() > outer.len())
            .map_or(format!("{outer}{STEP}"), str::to_owned);
        let step = indent.strip_prefix(outer).unwrap_or(STEP);
        let lines = new.lines(&indent, step).into_iter();
        lines.map(|line| format!("{}{line}", self.newline)).collect()
    }

    /// The white space at the beginning of the line that a byte is on.
    fn indent(&self, at: usize) -> &'t str {
        let before = self.slice(0..at);
        let line = before.rfind('\n').map_or(before, |newline| self.slice(newline + 1..at));
        let text = line.trim_start_matches([' ', '\t']);
        line.strip_suffix(text).unwrap_or_default()
    }

    fn tag_name_end(&self, element: Element<'_, '_>) -> usize {
        let Range { start, end } = element.range();
        let name_ends = |c: char| c.is_ascii_whitespace() || c == '/' || c == '>';
        let name = self.slice(start + 1..end).find(name_ends);
        name.map_or(end, |length| start + 1 + length)
    }

    /// The value of `name = "value"`.
    fn between_quotes(&self, attribute: Range<usize>) -> Range<usize> {
        let opening = self.slice(attribute.clone()).find(['"', '\'']);
        let start = opening.map_or(attribute.end, |at| attribute.start + at + 1);
        start..attribute.end.saturating_sub(1).max(start)
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }
}

/// An element to be put into the text.
pub(super) struct NewElement {
    pub(super) tag: &'static str,
    /// With a space before each: ` damping="1.0" friction="2.0"`.
    pub(super) attributes: String,
    /// Content, a line each.
    pub(super) inside: Vec<String>,
}

impl NewElement {
    /// An element with attributes only.
    pub(super) fn bare(tag: &'static str, attributes: &[(&str, String)]) -> Self {
        let attributes = attributes.iter().map(|(name, value)| format!(" {name}=\"{value}\""));
        Self { tag, attributes: attributes.collect(), inside: Vec::new() }
    }

    /// Its lines.
    pub(super) fn lines(&self, indent: &str, step: &str) -> Vec<String> {
        if self.inside.is_empty() {
            return vec![format!("{indent}{}", self.line())];
        }
        let opening = format!("{indent}<{}{}>", self.tag, self.attributes);
        let inside = self.inside.iter().map(|line| format!("{indent}{step}{line}"));
        let closing = format!("{indent}</{}>", self.tag);
        std::iter::once(opening).chain(inside).chain([closing]).collect()
    }

    /// Its text where it stands on one line.
    pub(super) fn line(&self) -> String {
        format!("<{}{}/>", self.tag, self.attributes)
    }
}

/// Replacements in any order; ranges do not overlap.
#[derive(Debug, Default)]
pub(super) struct Edits {
    list: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Puts another text in the place of a range of bytes.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.list.push((range, text.into()));
    }

    /// Puts a text before a byte.
    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// The text with all changes made.
    pub(super) fn apply(mut self, text: &str) -> String {
        // Stable: insertions at one place keep their order.
        self.list.sort_by_key(|(range, _)| range.start);
        let (mut result, mut done) = (String::with_capacity(text.len()), 0);
        for (range, replacement) in &self.list {
            result += text.get(done..range.start).unwrap_or_default();
            result += replacement;
            done = range.end;
        }
        result + text.get(done..).unwrap_or_default()
    }
}
