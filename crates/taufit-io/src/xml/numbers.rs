//! Numbers in attributes.

use super::Element;
use crate::error::{Error, Result};

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

    /// An attribute that says something else than it may.
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
