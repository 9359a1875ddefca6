//! The numbers of a log, line by line.

use super::choice::Choice;
use super::limits::{MAX_LOG_NUMBERS, check};
use super::lines::{LineEnd, Lines};
use super::preamble::Preamble;
use super::time::seconds;
use crate::error::{Error, Result};
use std::io::BufRead;
use taufit::Warning;

/// All channels, stored as in a recording.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) t_s: Vec<f64>,
    pub(super) q: Vec<f64>,
    pub(super) qd: Option<Vec<f64>>,
    pub(super) effort: Vec<f64>,
    pub(super) warnings: Vec<Warning>,
}

/// Reads to the end. A last line that breaks off is left out with a warning: a recorder was killed,
/// or a disk was full. The same in the middle is an error.
pub(super) fn read_rows<R: BufRead>(
    lines: &mut Lines<R>,
    preamble: &Preamble,
    choice: &Choice,
) -> Result<Rows> {
    let mut table = Table::new(preamble, choice);
    if let Some((number, text)) = &preamble.first_row {
        table.push(*number, text, LineEnd::Closed)?;
    }
    while let Some(line) = lines.next_line()? {
        if line.comment().is_none() {
            table.push(line.number, line.text, line.end)?;
        }
    }
    table.finish(lines.is_broken(), lines.number())
}

/// The rows so far.
struct Table<'a> {
    preamble: &'a Preamble,
    choice: &'a Choice,
    /// Place, name and factor of every column in use.
    used: Vec<(usize, &'a str, f64)>,
    channels: Vec<Vec<f64>>,
    row: Vec<f64>,
    /// A line that breaks off; an error if another one follows.
    short: Option<(u64, usize, Error)>,
    /// How many values are no numbers, and in which line the first.
    absent: u64,
    first_absent: u64,
}

impl<'a> Table<'a> {
    fn new(preamble: &'a Preamble, choice: &'a Choice) -> Self {
        let used: Vec<_> =
            choice.columns.used().map(|c| (c.index, c.name.as_str(), c.scale)).collect();
        let channels = vec![Vec::new(); used.len()];
        let row = Vec::with_capacity(used.len());
        Self { preamble, choice, used, channels, row, short: None, absent: 0, first_absent: 0 }
    }

    fn push(&mut self, line: u64, text: &[u8], end: LineEnd) -> Result<()> {
        if let Some((_, _, error)) = self.short.take() {
            return Err(error);
        }
        let mut fields = self.preamble.separator.split(text);
        let expected = self.preamble.headings.len();
        if fields.len() == expected + 1 && fields.last().is_some_and(|last| last.is_empty()) {
            fields.pop();
        }
        let (found, mistake) =
            (fields.len(), Error::FieldCount { line, found: fields.len(), expected });
        if found > expected {
            return Err(mistake);
        }
        if found < expected || end == LineEnd::Torn {
            self.short = Some((line, found, mistake));
            return Ok(());
        }
        match self.parse(line, &fields) {
            Err(error) if end == LineEnd::Open => self.short = Some((line, found, error)),
            other => other?,
        }
        Ok(())
    }

    /// Takes over a line if all its fields in use are numbers.
    fn parse(&mut self, line: u64, fields: &[&[u8]]) -> Result<()> {
        self.row.clear();
        for (index, name, scale) in &self.used {
            let field = fields.get(*index).copied().unwrap_or_default();
            let number = self.preamble.separator.number(field);
            self.row.push(scale * number.ok_or_else(|| no_number(line, name, field))?);
        }
        let absent = self.row.iter().filter(|value| !value.is_finite()).count() as u64;
        if absent > 0 && self.absent == 0 {
            self.first_absent = line;
        }
        self.absent += absent;
        for (channel, value) in self.channels.iter_mut().zip(&self.row) {
            channel.push(*value);
        }
        let numbers = (self.channels.len() * self.channels.first().map_or(0, Vec::len)) as u64;
        check("numbers", numbers, MAX_LOG_NUMBERS, line)
    }

    fn finish(mut self, is_broken: bool, last_line: u64) -> Result<Rows> {
        let n_samples = self.channels.first().map_or(0, Vec::len);
        if n_samples == 0 {
            return Err(Error::EmptyLog { what: "a header but no complete line of numbers" });
        }
        let columns = &self.choice.columns;
        let mut channels = std::mem::take(&mut self.channels).into_iter();
        let mut take = |n: usize| joined(channels.by_ref().take(n), n * n_samples);
        let (t_s, doubt) = seconds(take(1), self.choice.time_scale);
        let rows = Rows {
            q: take(columns.q.len()),
            qd: columns.qd.as_ref().map(|qd| take(qd.len())),
            effort: take(columns.effort.len()),
            warnings: Vec::new(),
            t_s,
        };
        let last_t_s = rows.t_s.last().copied().unwrap_or_default();
        let doubts = doubt.into_iter().chain(self.doubts(is_broken.then_some(last_line), last_t_s));
        Ok(Rows { warnings: doubts.collect(), ..rows })
    }

    /// What was left out or is no number; `torn` is the line in which a packed stream ends.
    fn doubts(&self, torn: Option<u64>, last_t_s: f64) -> impl Iterator<Item = Warning> {
        let short = self.short.as_ref().map(|(line, found, _)| (*line, *found));
        let expected = self.preamble.headings.len();
        let broken = move |(line, found)| Warning::BrokenOff { line, found, expected, last_t_s };
        let absent = Warning::AbsentNumbers { count: self.absent, first_line: self.first_absent };
        let torn = torn.map(|line| (line + 1, 0));
        short.or(torn).map(broken).into_iter().chain((self.absent > 0).then_some(absent))
    }
}

/// Channels one after the other; each is freed as soon as it is copied.
fn joined(channels: impl Iterator<Item = Vec<f64>>, length: usize) -> Vec<f64> {
    let mut all = Vec::with_capacity(length);
    channels.for_each(|channel| all.extend_from_slice(&channel));
    all
}

fn no_number(line: u64, column: &str, field: &[u8]) -> Error {
    let text = String::from_utf8_lossy(field).chars().take(40).collect();
    Error::NoNumber { line, column: column.to_owned(), text }
}
