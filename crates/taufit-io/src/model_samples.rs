//! Samples of a model as a table.
//!
//! ```text
//! q1,q2,M11,M12,M22,g1,g2
//! 0.1,-0.7,1.833,0.412,0.25,-3.1,0.84
//! ```
//!
//! `q` and `g` per joint, `M` per row and column, above the diagonal or all of it; from the tenth joint on
//! row and column stand apart, as in `M2_10`. Radians or metres, kg m² (kg m, kg), N m (N). The matrix or the
//! vector may be missing. Columns with other names are not looked at; lines that begin with `#` are comments.

use crate::error::{Error, Result};
use crate::log::Separator;
use crate::text_file::{read_text, without_bom};
use std::path::Path;
use taufit::methods::ModelSample;

/// Reads samples of a model with `n_dof` joints from a table.
pub fn read_model_samples(path: impl AsRef<Path>, n_dof: usize) -> Result<Vec<ModelSample>> {
    let path = path.as_ref();
    let read = || parse_model_samples(&read_text(path)?, n_dof);
    read().map_err(|error: Error| error.in_file(path))
}

/// Parses samples of a model from the text of the table.
pub fn parse_model_samples(text: &str, n_dof: usize) -> Result<Vec<ModelSample>> {
    let lines = without_bom(text).lines().enumerate().map(|(k, line)| (k + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let missing = |missing: Vec<String>| Error::SampleColumns { n_dof, missing };
    let (_, header) = lines.next().ok_or_else(|| missing(vec!["all".to_owned()]))?;
    let separator = Separator::of(header.as_bytes());
    let names: Vec<String> = separator.split(header.as_bytes()).into_iter().map(name).collect();
    let columns = ModelColumns::find(&names, n_dof).map_err(missing)?;
    let sample = |(line, text): (usize, &str)| -> Result<ModelSample> {
        let fields = separator.split(text.as_bytes());
        let broken = |column: usize| Error::SampleField {
            line,
            column: names.get(column).cloned().unwrap_or_default(),
            found: fields.get(column).map(|f| name(f)).unwrap_or_default(),
        };
        let value = |column: usize| {
            let number = fields.get(column).and_then(|field| separator.number(field));
            number.filter(|x| x.is_finite()).ok_or_else(|| broken(column))
        };
        columns.sample(value)
    };
    lines.map(sample).collect()
}

fn name(field: &[u8]) -> String {
    String::from_utf8_lossy(field).into_owned()
}

/// Indices of the columns.
struct ModelColumns {
    q: Vec<usize>,
    /// By rows, the lower half pointing to the upper where it is not given.
    matrix: Option<Vec<usize>>,
    gravity: Option<Vec<usize>>,
}

impl ModelColumns {
    /// The columns, or the names of those that are missing.
    fn find(names: &[String], n_dof: usize) -> std::result::Result<Self, Vec<String>> {
        let find = |wanted: &str| names.iter().position(|n| n.eq_ignore_ascii_case(wanted));
        let vector = |symbol: &str| all((1..=n_dof).map(|k| (format!("{symbol}{k}"), None)), find);
        let other_joint = format!("q{}", n_dof + 1);
        if find(&other_joint).is_some() {
            return Err(vec![format!("nothing, but there is {other_joint} too")]);
        }
        let pairs = (1..=n_dof).flat_map(|i| (1..=n_dof).map(move |j| (i, j)));
        let matrix = all(pairs.map(|(i, j)| (entry(i, j), Some(entry(j, i)))), find);
        let gravity = vector("g");
        let has = |symbol: char| {
            let begins = |n: &String| n.to_ascii_lowercase().starts_with(symbol);
            names.iter().any(|n| begins(n) && n[1..].starts_with(|c: char| c.is_ascii_digit()))
        };
        let optional =
            |found: std::result::Result<Vec<usize>, Vec<String>>, symbol: char| match found {
                Ok(columns) => Ok(Some(columns)),
                Err(missing) if has(symbol) => Err(missing),
                Err(_) => Ok(None),
            };
        let found = Self {
            q: vector("q")?,
            matrix: optional(matrix, 'm')?,
            gravity: optional(gravity, 'g')?,
        };
        if found.matrix.is_none() && found.gravity.is_none() {
            return Err(vec!["M11".to_owned(), "g1".to_owned()]);
        }
        Ok(found)
    }

    fn sample(&self, value: impl Fn(usize) -> Result<f64>) -> Result<ModelSample> {
        let values = |columns: &Vec<usize>| columns.iter().map(|&c| value(c)).collect();
        Ok(ModelSample {
            q: values(&self.q)?,
            mass_matrix: self.matrix.as_ref().map(values).transpose()?,
            gravity: self.gravity.as_ref().map(values).transpose()?,
        })
    }
}

/// `M12`, or `M2_10` where that would not be clear.
fn entry(row: usize, column: usize) -> String {
    if row.max(column) < 10 { format!("M{row}{column}") } else { format!("M{row}_{column}") }
}

/// The columns with these names, or with the other name of each; else the names that are missing.
fn all(
    names: impl Iterator<Item = (String, Option<String>)>,
    find: impl Fn(&str) -> Option<usize>,
) -> std::result::Result<Vec<usize>, Vec<String>> {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for (name, other) in names {
        match find(&name).or_else(|| other.as_deref().and_then(&find)) {
            Some(column) => found.push(column),
            None => missing.push(name),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(missing) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str, n_dof: usize) -> &'static str {
        parse_model_samples(text, n_dof).unwrap_err().code()
    }

    #[test]
    fn one_half_of_the_matrix_is_enough() {
        let half = "# a comment\nq1,q2,M11,M12,M22,g1,g2\n0.1,-0.7,1.833,0.412,0.25,-3.1,0.84\n";
        let full = "q1;q2;m11;m12;m21;m22;g1;g2\n0,1;-0,7;1,833;0,412;0,412;0,25;-3,1;0,84\n";
        let samples = parse_model_samples(half, 2).unwrap();
        assert_eq!(samples[0].mass_matrix, Some(vec![1.833, 0.412, 0.412, 0.25]));
        assert_eq!(samples[0].gravity, Some(vec![-3.1, 0.84]));
        assert_eq!(parse_model_samples(full, 2).unwrap(), samples);
        let gravity = parse_model_samples("q1 q2 g1 g2\n1 2 3 4", 2).unwrap();
        assert_eq!((gravity[0].mass_matrix.clone(), gravity[0].q.clone()), (None, vec![1.0, 2.0]));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = parse_model_samples("q1,q2,M11,M12,g1,g2\n", 2).unwrap_err();
        assert!(error.to_string().contains("M22"), "{error}");
        assert_eq!(error.code(), "E222");
        assert_eq!(code("", 2), "E222");
        assert_eq!(code("q1,q2\n1,2", 2), "E222");
        assert_eq!(code("q1,q2,q3,g1,g2\n", 2), "E222");
        assert_eq!(code("q1,g1\n1,nan", 1), "E223");
        assert_eq!(code("q1,g1\n1", 1), "E223");
        let error = parse_model_samples("q1,g1\n1,2\n1,two", 1).unwrap_err();
        assert!(
            error.to_string().contains("line 3") && error.to_string().contains("g1"),
            "{error}"
        );
    }
}
