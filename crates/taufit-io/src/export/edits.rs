//! Replacements in a text that leave every other byte alone.

use std::ops::Range;

/// What is to change, in any order; ranges do not overlap.
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
