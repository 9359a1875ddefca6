//! Changes of numbers in a YAML file of nested keys that leave every other byte alone.
//!
//! Only what parameter files of ROS are made of is understood: block mappings, `key: value # comment`.
//! A key that is written in another way counts as missing.

use super::number::number;
use super::patch::Edits;
use crate::error::{Error, Position, Result};
use std::ops::Range;

/// Name of the file in messages.
const ELEMENT: &str = "physical_parameters.yaml";

/// A number and the keys that lead to it.
struct YamlEntry {
    /// The keys, with points in between.
    path: String,
    value: Range<usize>,
}

/// Text with planned changes.
pub(super) struct YamlPatch<'t> {
    text: &'t str,
    entries: Vec<YamlEntry>,
    edits: Edits,
}

impl<'t> YamlPatch<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, entries: entries(text), edits: Edits::default() }
    }

    /// The number at a path.
    pub(super) fn number(&self, path: &str) -> Result<f64> {
        const SHOWN: usize = 80;
        let value = self.find(path)?;
        let text = self.text.get(value.clone()).unwrap_or_default();
        text.parse().map_err(|_| Error::BadValue {
            element: ELEMENT.to_owned(),
            attribute: path.to_owned(),
            text: text.chars().take(SHOWN).collect(),
            expected: "a number".to_owned(),
            position: Position::at(self.text, value.start),
        })
    }

    /// The numbers at several paths.
    pub(super) fn numbers<const N: usize>(&self, paths: &[String; N]) -> Result<[f64; N]> {
        let mut values = [0.0; N];
        for (value, path) in values.iter_mut().zip(paths) {
            *value = self.number(path)?;
        }
        Ok(values)
    }

    /// Puts another number at a path.
    pub(super) fn set(&mut self, path: &str, value: f64) -> Result<()> {
        let range = self.find(path)?;
        self.edits.replace(range, yaml_number(value));
        Ok(())
    }

    /// Puts other numbers at several paths.
    pub(super) fn set_all<const N: usize>(
        &mut self,
        paths: &[String; N],
        values: [f64; N],
    ) -> Result<()> {
        paths.iter().zip(values).try_for_each(|(path, value)| self.set(path, value))
    }

    /// The text with all changes made.
    pub(super) fn apply(self) -> String {
        self.edits.apply(self.text)
    }

    fn find(&self, path: &str) -> Result<Range<usize>> {
        let entry = self.entries.iter().find(|entry| entry.path == path);
        entry.map(|entry| entry.value.clone()).ok_or_else(|| Error::Missing {
            element: ELEMENT.to_owned(),
            what: format!("key {path:?}"),
            position: None,
        })
    }
}

/// YAML 1.1, which ROS reads, takes `1e-7` for a word: a number has a point, and an exponent a sign.
pub(super) fn yaml_number(x: f64) -> String {
    let text = number(x);
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{mantissa}{point}e{sign}{exponent}")
}

/// Every `key: value` with the keys that it stands under.
fn entries(text: &str) -> Vec<YamlEntry> {
    let mut entries = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let Some((indent, key, after)) = key_of(line) else { continue };
        open.retain(|(outer, _)| *outer < indent);
        open.push((indent, key));
        let rest = line.get(after..).unwrap_or_default();
        let value = rest.split('#').next().unwrap_or_default().trim();
        if !value.is_empty() {
            let at = line_start + after + rest.find(value).unwrap_or_default();
            let path = open.iter().map(|(_, key)| *key).collect::<Vec<_>>().join(".");
            entries.push(YamlEntry { path, value: at..at + value.len() });
        }
    }
    entries
}

/// Indentation, key, and where its value begins.
fn key_of(line: &str) -> Option<(usize, &str, usize)> {
    let body = line.trim_start_matches(' ');
    let (key, _) = body.split_once(':')?;
    let is_key = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let indent = line.len() - body.len();
    (!key.is_empty() && key.chars().all(is_key)).then_some((indent, key, indent + key.len() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# masses\r\na:\r\n  b_mass: 1.5  # of b\r\n  c:\r\n    x: 2\r\nd: -3e-4\r\n";

    #[test]
    fn numbers_are_found_by_their_keys() {
        let patch = YamlPatch::new(TEXT);
        assert_eq!(patch.number("a.b_mass"), Ok(1.5));
        assert_eq!(patch.number("a.c.x"), Ok(2.0));
        assert_eq!(patch.number("d"), Ok(-3e-4));
        assert_eq!(patch.number("x").unwrap_err().code(), "E033");
    }

    #[test]
    fn numbers_are_numbers_to_yaml() {
        let texts = [1e-7, -2.5e-6, 3e21, 0.25, 0.0].map(yaml_number);
        assert_eq!(texts, ["1.0e-7", "-2.5e-6", "3.0e+21", "0.25", "0.0"]);
    }

    #[test]
    fn only_the_number_changes() {
        let mut patch = YamlPatch::new(TEXT);
        patch.set("a.c.x", 7.25).unwrap();
        patch.set("a.b_mass", 0.5).unwrap();
        assert_eq!(patch.apply(), TEXT.replace("1.5 ", "0.5 ").replace("x: 2", "x: 7.25"));
    }
}
