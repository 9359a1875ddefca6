//! What must be known about a text before the parser sees it.

use crate::error::{Error, Result};
use crate::limits::MAX_ATTRIBUTES;

/// Refuses elements with more attributes than any format has: the parser looks for duplicates by
/// comparing all pairs, so that one tag of a megabyte would keep it busy for hours.
pub(super) fn check_attribute_counts(text: &str) -> Result<()> {
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

/// What follows a comment, a CDATA section or a processing instruction; `None` at an ordinary tag.
fn skipped_whole(text: &str) -> Option<&str> {
    let pairs = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (open, close) = pairs.into_iter().find(|(open, _)| text.starts_with(open))?;
    let body = text.get(open.len()..).unwrap_or_default();
    Some(body.find(close).and_then(|end| body.get(end..)).unwrap_or_default())
}

/// What follows the tag that begins here, counting its quoted values on the way.
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
