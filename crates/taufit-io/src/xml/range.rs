//! Where elements and attributes stand in the text, in bytes, for those who change it.

use super::Element;
use std::ops::Range;

impl Element<'_, '_> {
    /// The whole element, from `<` to the last `>`.
    pub(crate) fn range(self) -> Range<usize> {
        self.node.range()
    }

    /// `name="value"`.
    pub(crate) fn attribute_range(self, name: &str) -> Option<Range<usize>> {
        self.node.attribute_node(name).map(|a| a.range())
    }

    /// Where the last attribute ends, if there is any.
    pub(crate) fn attributes_end(self) -> Option<usize> {
        self.node.attributes().map(|a| a.range().end).max()
    }

    /// Where the first thing inside begins, be it white space: just behind the opening tag.
    pub(crate) fn content_start(self) -> Option<usize> {
        self.node.first_child().map(|child| child.range().start)
    }
}
