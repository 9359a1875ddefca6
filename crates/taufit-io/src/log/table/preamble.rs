//! Comments and header of a text table.

use super::dialect::{Separator, is_data};
use super::lines::Lines;
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::columns::column_names::meaning;
use crate::log::columns::heading::Heading;
use crate::log::options::LogOptions;
use std::io::BufRead;
use taufit::Warning;
use taufit::recording::EffortKind;

/// Longest part of a line in a message \[characters\].
const SHOWN: usize = 60;

/// The columns of a table, and its first line of numbers if that was read on the way.
#[derive(Debug)]
pub(in crate::log) struct Preamble {
    pub(in crate::log) separator: Separator,
    pub(in crate::log) names: Vec<String>,
    /// Number and text of a line that was read to find the header but is data.
    pub(in crate::log) first_row: Option<(u64, Vec<u8>)>,
    pub(in crate::log) warnings: Vec<Warning>,
}

/// Treatment of columns without names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::log) enum UnnamedColumns {
    /// Ours, if their number fits; numbers if there is a map.
    Guess,
    /// Numbers.
    Number,
}

/// Finds the header: the first line that is no comment, or, where that is data, the comment above it
/// (numpy and `rostopic echo -p` write headers so). Without a robot nothing is known of its joints.
pub(in crate::log) fn read_preamble<R: BufRead>(
    lines: &mut Lines<R>,
    joints: Option<&[String]>,
    options: &LogOptions,
    without_names: UnnamedColumns,
) -> Result<Preamble> {
    let (comment, number, text) = first_line(lines)?;
    let separator = Separator::of(&text);
    let fields = separator.split(&text);
    let (names, first_row, warnings) = if !is_data(separator, &fields) {
        (texts(&fields), None, Vec::new())
    } else if let Some(names) = header_in(comment, fields.len(), joints.unwrap_or_default()) {
        (names, Some((number, text.clone())), Vec::new())
    } else if without_names == UnnamedColumns::Number || !options.map.is_empty() {
        (numbered(fields.len()), Some((number, text.clone())), Vec::new())
    } else {
        let (names, warning) = unnamed(&fields, number, &text, joints, options)?;
        (names, Some((number, text.clone())), warning.into_iter().collect())
    };
    Ok(Preamble { separator, names, first_row, warnings })
}

/// The first line that is no comment, with the comment just above it.
fn first_line<R: BufRead>(lines: &mut Lines<R>) -> Result<(Option<Vec<u8>>, u64, Vec<u8>)> {
    let mut comment = None;
    while let Some(line) = lines.next_line()? {
        match line.comment() {
            Some(text) => comment = Some(text.trim_ascii().to_owned()),
            None => return Ok((comment, line.number, line.text.to_owned())),
        }
    }
    let what = if comment.is_some() { "comments and nothing else" } else { "nothing" };
    Err(Error::EmptyLog { what })
}

/// The names in a comment, if it has as many as there are columns and one of them means something:
/// a comment may also be a sentence.
fn header_in(comment: Option<Vec<u8>>, n_columns: usize, joints: &[String]) -> Option<Vec<String>> {
    let comment = comment?;
    let names = texts(&Separator::of(&comment).split(&comment));
    let has_meaning = |name: &String| meaning(&Heading::new(name, joints).words).is_some();
    (names.len() == n_columns && names.iter().any(has_meaning)).then_some(names)
}

/// The names; a separator at the end of the line makes no column.
fn texts(fields: &[&[u8]]) -> Vec<String> {
    let fields = match fields {
        [rest @ .., []] => rest,
        all => all,
    };
    fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect()
}

fn numbered(n_columns: usize) -> Vec<String> {
    (1..=n_columns).map(|k| format!("column {k}")).collect()
}

/// Names for a table without header: the canonical ones, if their number fits.
fn unnamed(
    fields: &[&[u8]],
    line: u64,
    text: &[u8],
    joints: Option<&[String]>,
    options: &LogOptions,
) -> Result<(Vec<String>, Option<Warning>)> {
    let n_columns = fields.len();
    let n_dof = joints.map_or(n_columns.saturating_sub(1) / 3, <[String]>::len);
    if n_dof == 0 || n_columns != 1 + 3 * n_dof {
        let first_line = shortened(&String::from_utf8_lossy(text));
        return Err(Error::NoHeader {
            line,
            first_line,
            n_columns,
            example: example(n_dof.max(1)),
        });
    }
    let effort = if options.effort == Some(EffortKind::Current) { "i" } else { "tau" };
    let of_joints = ["q", "qd", effort].map(|key| (1..=n_dof).map(move |j| format!("{key}{j}")));
    let names = std::iter::once("t_s".to_owned()).chain(of_joints.into_iter().flatten());
    let taken_as = format!("t_s, q1..q{n_dof}, qd1..qd{n_dof}, {effort}1..{effort}{n_dof}");
    Ok((names.collect(), Some(ReadWarning::HeaderAssumed { n_columns, taken_as }.into())))
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// A map that would do for a robot of this size.
fn example(n_dof: usize) -> Vec<String> {
    let range = |k: usize| match n_dof {
        1 => format!("{}", 2 + k),
        _ => format!("{}..{}", 2 + k * n_dof, 1 + (k + 1) * n_dof),
    };
    let of_joints = ["q", "qd", "tau"].into_iter().enumerate();
    let of_joints = of_joints.map(|(k, key)| format!("{key}={}", range(k)));
    std::iter::once("t=1".to_owned()).chain(of_joints).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, options: &LogOptions) -> Result<Preamble> {
        {
            let joints = ["a".to_owned()];
            read_preamble(
                &mut Lines::new(text.as_bytes()),
                Some(&joints),
                options,
                UnnamedColumns::Guess,
            )
        }
    }

    fn names(text: &str) -> Vec<String> {
        read(text, &LogOptions::default()).unwrap().names
    }

    #[test]
    fn headers_are_found_below_and_in_comments() {
        for text in ["t,q\n0,1\n", "# made today\n\nt,q,\n0,1,\n", "# t q\n0 1\n", "%t,q\n0,1\n"] {
            assert_eq!(names(text), ["t", "q"], "{text:?}");
        }
    }

    #[test]
    fn a_row_that_was_read_is_kept() {
        let preamble = read("# t q\n0 1\n", &LogOptions::default()).unwrap();
        assert_eq!(preamble.first_row, Some((2, b"0 1".to_vec())));
    }

    #[test]
    fn without_header_the_count_of_columns_must_be_ours() {
        let preamble = read("0,1,2,3\n", &LogOptions::default()).unwrap();
        assert_eq!(preamble.warnings.len(), 1);
        assert_eq!(names("0,1,2,3\n"), ["t_s", "q1", "qd1", "tau1"]);
        let error = read("0,1,2\n", &LogOptions::default()).unwrap_err();
        assert_eq!(error.code(), "E051");
        let options = LogOptions::default().with_map("t=1").unwrap();
        assert_eq!(read("0,1,2\n", &options).unwrap().names.len(), 3);
    }

    #[test]
    fn examples_fit_the_robot() {
        assert_eq!(example(6), ["t=1", "q=2..7", "qd=8..13", "tau=14..19"]);
        assert_eq!(example(1), ["t=1", "q=2", "qd=3", "tau=4"]);
    }
}
