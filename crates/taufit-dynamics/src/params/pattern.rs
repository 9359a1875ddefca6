//! Names of parameters as users write them: `Izz1`, `Izz[forearm]`, `Ixy*`, `*1`, `fc[elbow]`.

use super::Layout;
use crate::diagnostics::{Error, ModelError, Result, suggest};

impl Layout {
    /// The columns that a pattern names: a symbol or `*`, then a number, `*`, or a name in brackets.
    pub fn select(&self, pattern: &str) -> Result<Vec<usize>> {
        let (symbol, owner) = split(pattern.trim());
        let hits = |column: &usize| {
            let (name, number) = self.owner(*column);
            let symbol_fits = symbol == "*" || symbol == self.params()[*column].symbol();
            symbol_fits && (owner == "*" || owner == name || owner == number.to_string())
        };
        let columns: Vec<usize> = (0..self.n_params()).filter(hits).collect();
        if columns.is_empty() { Err(self.no_such(pattern)) } else { Ok(columns) }
    }

    /// The columns of a comma-separated list of patterns, ascending, each once.
    pub fn select_list(&self, list: &str) -> Result<Vec<usize>> {
        let mut columns = Vec::new();
        for pattern in list.split(',').filter(|p| !p.trim().is_empty()) {
            columns.extend(self.select(pattern)?);
        }
        columns.sort_unstable();
        columns.dedup();
        Ok(columns)
    }

    fn no_such(&self, pattern: &str) -> Error {
        let names: Vec<String> =
            (0..self.n_params()).flat_map(|c| [self.name(c), self.long_name(c)]).collect();
        ModelError::NoSuchParameter {
            pattern: pattern.to_owned(),
            suggestion: suggest(pattern, names.iter().map(String::as_str)),
            example_link: self.owner(0).0.to_owned(),
        }
        .into()
    }
}

/// `Izz1` → (`Izz`, `1`); `Izz[forearm]` → (`Izz`, `forearm`); `Ixy*` → (`Ixy`, `*`); `*1` → (`*`, `1`).
fn split(pattern: &str) -> (&str, &str) {
    if let Some((symbol, rest)) = pattern.split_once('[') {
        return (symbol, rest.strip_suffix(']').unwrap_or(rest));
    }
    let start = usize::from(pattern.starts_with('*'));
    let end = pattern[start..].find(|c: char| c == '*' || c.is_ascii_digit());
    let at = end.map_or(pattern.len(), |k| start + k);
    (&pattern[..at.max(start)], &pattern[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;
    use crate::params::LayoutSettings;

    fn layout() -> Layout {
        Layout::new(&catalog::robot("ur5").unwrap(), &LayoutSettings::default())
    }

    fn names(pattern: &str) -> Vec<String> {
        let layout = layout();
        layout.select_list(pattern).unwrap().into_iter().map(|c| layout.name(c)).collect()
    }

    #[test]
    fn patterns_name_single_parameters_kinds_and_links() {
        assert_eq!(names("Izz3"), ["Izz3"]);
        assert_eq!(names("Izz[link3]"), ["Izz3"]);
        assert_eq!(names("m*"), ["m1", "m2", "m3", "m4", "m5", "m6"]);
        assert_eq!(names("*1").len(), 13);
        assert_eq!(names("fc[joint2], fc2 ,Ia6"), ["Ia6", "fc2"]);
    }

    #[test]
    fn a_pattern_that_names_nothing_suggests_what_may_be_meant() {
        let error = layout().select("Izz7").unwrap_err();
        assert_eq!(error.code(), "E022");
        assert!(error.to_string().contains("did you mean \"Izz"), "{error}");
        assert!(layout().select("").is_err());
        assert!(layout().select("é*").is_err());
    }
}
