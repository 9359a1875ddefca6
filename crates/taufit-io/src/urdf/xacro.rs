//! Files that still have to go through xacro.

use crate::error::{Error, Result};
use crate::xml::Element;

/// Refuses a document with xacro elements or `${...}` in an attribute.
pub(super) fn refuse(root: Element<'_, '_>) -> Result<()> {
    for element in root.descendants() {
        let position = || element.position();
        if element.namespace().is_some_and(|n| n.contains("xacro")) {
            let found = format!("<xacro:{}>", element.tag());
            return Err(Error::Xacro { found, position: position() });
        }
        if let Some((name, value)) = element.attributes().find(|(_, v)| v.contains("${")) {
            const SHOWN: usize = 80;
            let value: String = value.chars().take(SHOWN).collect();
            let found = format!("{name} = {value:?}");
            return Err(Error::Xacro { found, position: position() });
        }
    }
    Ok(())
}
