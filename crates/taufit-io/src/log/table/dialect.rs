//! Separators and number formats of text tables.

/// Separator of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    /// Exactly one of this character.
    Char(u8),
    /// Any number of blanks.
    Blanks,
}

impl Separator {
    /// The separator of a line. Commas come last of the characters: beside a semicolon or a tab they
    /// are decimal commas.
    pub(crate) fn of(line: &[u8]) -> Self {
        let found = [b';', b'\t', b','].into_iter().find(|separator| line.contains(separator));
        found.map_or(Self::Blanks, Self::Char)
    }

    /// The fields, without blanks and quotes around them; quoted separators do not separate.
    pub(crate) fn split(self, line: &[u8]) -> Vec<&[u8]> {
        let mut quoted = false;
        let separates = |&byte: &u8| {
            quoted ^= byte == b'"';
            !quoted && self.is(byte)
        };
        // Most tables have no more columns, so that one allocation will do.
        let mut fields = Vec::with_capacity(32);
        fields.extend(line.split(separates).map(bare));
        if self == Self::Blanks {
            fields.retain(|field| !field.is_empty());
        }
        fields
    }

    fn is(self, byte: u8) -> bool {
        match self {
            Self::Char(separator) => byte == separator,
            Self::Blanks => byte.is_ascii_whitespace(),
        }
    }

    /// Number in a field; NaN where it is marked as absent.
    pub(crate) fn number(self, field: &[u8]) -> Option<f64> {
        let text = std::str::from_utf8(field).ok()?;
        let plain = text.parse().ok();
        plain.or_else(|| is_absent(text).then_some(f64::NAN)).or_else(|| self.decimal_comma(text))
    }

    fn decimal_comma(self, text: &str) -> Option<f64> {
        let possible = self != Self::Char(b',') && !text.contains('.');
        if possible { text.replacen(',', ".", 1).parse().ok() } else { None }
    }
}

/// Whether most fields are numbers: a line of data, not of names.
pub(in crate::log) fn is_data(separator: Separator, fields: &[&[u8]]) -> bool {
    let filled = fields.iter().filter(|field| !field.is_empty());
    let numbers = filled.clone().filter(|field| separator.number(field).is_some()).count();
    2 * numbers > filled.count()
}

/// Whether a field marks an absent number, as other programs write it.
fn is_absent(text: &str) -> bool {
    ["", "na", "n/a", "null", "none"].iter().any(|absent| text.eq_ignore_ascii_case(absent))
}

fn bare(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    let unquoted = field.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
    unquoted.map_or(field, <[u8]>::trim_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<String> {
        let fields = Separator::of(line.as_bytes()).split(line.as_bytes());
        fields.into_iter().map(|field| String::from_utf8_lossy(field).into()).collect()
    }

    #[test]
    fn every_separator_is_found() {
        for line in ["a,b,c", "a;b;c", "a\tb\tc", "a b   c", "\"a\", \"b\" , c", "a \t b\tc"] {
            assert_eq!(split(line), ["a", "b", "c"], "{line:?}");
        }
        assert_eq!(split("\"a,b\",,c"), ["a,b", "", "c"]);
        assert_eq!(split("0,5;1,5"), ["0,5", "1,5"]);
    }

    #[test]
    fn numbers_come_in_many_forms() {
        let semicolon = Separator::Char(b';');
        for (text, value) in [("-1.5e-3", -0.0015), ("2", 2.0), ("0,25", 0.25), ("+1E2", 100.0)] {
            assert_eq!(semicolon.number(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["nan", "NaN", "-nan", "", "null", "NA"] {
            assert!(semicolon.number(text.as_bytes()).is_some_and(f64::is_nan), "{text}");
        }
        for text in ["abc", "1.5.2", "1,5,2", "--", "0x10"] {
            assert_eq!(semicolon.number(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Separator::Char(b',').number(b"0,25"), None);
    }

    #[test]
    fn names_are_told_from_numbers() {
        let data = |line: &[u8]| is_data(Separator::of(line), &Separator::of(line).split(line));
        assert!(data(b"0,1.5,,nan"));
        assert!(data(b"0,1,base_link"));
        assert!(!data(b"t,q1,q2"));
        assert!(!data(b",,"));
    }
}
