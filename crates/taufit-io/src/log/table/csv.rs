//! The numbers of a CSV file, line by line.

use super::dialect::Separator;
use super::lines::unpacked;
use super::lines::{LineEnd, Lines};
use super::preamble::{UnnamedColumns, read_preamble};
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::columns::Column;
use crate::log::columns::choice::choose;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::{LogRows, OpenedLog};
use std::io::{BufRead, Read};
use taufit::Warning;

/// Rows of a text table, read on demand.
pub(in crate::log) struct CsvRows<'a> {
    lines: Lines<Box<dyn BufRead + 'a>>,
    shape: RowShape,
    /// A line that was read to find the header but is data.
    first_row: Option<(u64, Vec<u8>)>,
    /// A line that breaks off; an error if another one follows.
    short: Option<TruncatedLine>,
}

/// Separator and columns of every line.
struct RowShape {
    separator: Separator,
    n_columns: usize,
    /// Place and name of every column in use.
    used: Vec<(usize, String)>,
}

struct TruncatedLine {
    line: u64,
    found: usize,
    error: Error,
}

/// Reads the header and decides which column is what.
pub(in crate::log) fn open_csv<'a>(
    stream: impl Read + 'a,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'a>> {
    let own = joints.map(|joints| joints.names.as_slice());
    let (mut rows, names, warnings) = begin(stream, own, options, UnnamedColumns::Guess)?;
    let mut choice = choose(&names, joints, options)?;
    rows.use_columns(choice.columns.used());
    choice.warnings.splice(..0, warnings);
    Ok(OpenedLog::of_table(choice, LogRows::Csv(Box::new(rows))))
}

/// A table without joints: its rows, no column in use yet, and the names of its columns.
pub(in crate::log) fn open_rows<'a>(
    stream: impl Read + 'a,
    options: &LogOptions,
) -> Result<(CsvRows<'a>, Vec<String>)> {
    begin(stream, None, options, UnnamedColumns::Guess).map(|(rows, names, _)| (rows, names))
}

/// The rows of a table that may have no header; its columns are then called `column 1`, ...
pub(in crate::log) fn open_part<'a>(stream: impl Read + 'a) -> Result<(CsvRows<'a>, Vec<String>)> {
    let options = LogOptions::default();
    begin(stream, None, &options, UnnamedColumns::Number).map(|(rows, names, _)| (rows, names))
}

/// Reads the header.
fn begin<'a>(
    stream: impl Read + 'a,
    joints: Option<&[String]>,
    options: &LogOptions,
    unnamed: UnnamedColumns,
) -> Result<(CsvRows<'a>, Vec<String>, Vec<Warning>)> {
    let mut lines = Lines::new(unpacked(stream)?);
    let preamble = read_preamble(&mut lines, joints, options, unnamed)?;
    let n_columns = preamble.names.len();
    let shape = RowShape { separator: preamble.separator, n_columns, used: Vec::new() };
    let rows = CsvRows { lines, shape, first_row: preamble.first_row, short: None };
    Ok((rows, preamble.names, preamble.warnings))
}

impl CsvRows<'_> {
    /// Sets the columns of a row, in this order.
    pub(in crate::log) fn use_columns<'c>(&mut self, columns: impl Iterator<Item = &'c Column>) {
        self.shape.used = columns.map(|column| (column.index, column.name.clone())).collect();
    }

    /// The numbers in use of the next line, and its number. A last line that breaks off is left out:
    /// a recorder was killed, or a disk was full. The same in the middle is an error.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        if let Some((number, text)) = self.first_row.take() {
            self.short = self.shape.parse(number, &text, LineEnd::Closed, row)?;
            if self.short.is_none() {
                return Ok(Some(number));
            }
        }
        while let Some(line) = self.lines.next_line()? {
            if line.comment().is_some() {
                continue;
            }
            if let Some(short) = self.short.take() {
                return Err(short.error);
            }
            self.short = self.shape.parse(line.number, line.text, line.end, row)?;
            if self.short.is_none() {
                return Ok(Some(line.number));
            }
        }
        Ok(None)
    }

    /// Warning about a truncated last line.
    pub(in crate::log) fn warning(&self, last_t_s: f64) -> Option<Warning> {
        let torn = self.lines.is_broken().then(|| (self.lines.number() + 1, 0));
        let short = self.short.as_ref().map(|short| (short.line, short.found));
        let expected = self.shape.n_columns;
        let broken = |(line, found)| {
            Warning::from(ReadWarning::BrokenOff { line, found, expected, last_t_s })
        };
        short.or(torn).map(broken)
    }
}

impl RowShape {
    /// Parses the fields in use of a line; returns the defect of a line that breaks off.
    fn parse(
        &self,
        line: u64,
        text: &[u8],
        end: LineEnd,
        row: &mut Vec<f64>,
    ) -> Result<Option<TruncatedLine>> {
        let mut fields = self.separator.split(text);
        let expected = self.n_columns;
        if fields.len() == expected + 1 && fields.last().is_some_and(|last| last.is_empty()) {
            fields.pop();
        }
        let found = fields.len();
        let short = |error: Error| Some(TruncatedLine { line, found, error });
        let mistake = Error::FieldCount { line, found, expected };
        if found > expected {
            return Err(mistake);
        }
        if found < expected || end == LineEnd::Torn {
            return Ok(short(mistake));
        }
        match self.numbers(line, &fields, row) {
            Err(error) if end == LineEnd::Open => Ok(short(error)),
            other => other.map(|()| None),
        }
    }

    fn numbers(&self, line: u64, fields: &[&[u8]], row: &mut Vec<f64>) -> Result<()> {
        row.clear();
        for (index, name) in &self.used {
            let field = fields.get(*index).copied().unwrap_or_default();
            let number = self.separator.number(field);
            row.push(number.ok_or_else(|| no_number(line, name, field))?);
        }
        Ok(())
    }
}

fn no_number(line: u64, column: &str, field: &[u8]) -> Error {
    let text = String::from_utf8_lossy(field).chars().take(40).collect();
    Error::NoNumber { line, column: column.to_owned(), text }
}
