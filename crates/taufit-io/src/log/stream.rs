//! Any log, sample by sample: what its body reads is put in order, in SI units, and counted.

use super::bag::BagRows;
use super::bag::json_table::JsonRows;
use super::column_map::ColumnMap;
use super::columns::choice::Choice;
use super::limits::{MAX_LOG_SAMPLES, check};
use super::oddities::Oddities;
use super::samples::{Samples, WINDOW};
use super::table::csv::CsvRows;
use super::table::joined::JoinedRows;
use super::table::memory::MemoryRows;
#[cfg(feature = "parquet")]
use super::table::parquet::ParquetRows;
use super::table::time::Clock;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::recording::{Gather, Recording};

/// What a reader of a format knows after it has looked at the beginning of a log.
pub(super) struct Opening<'a> {
    pub(super) joints: Vec<String>,
    pub(super) columns: ColumnMap,
    pub(super) clock: Clock,
    pub(super) body: Body<'a>,
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Opening<'a> {
    /// A table, once it is known which column is what.
    pub(super) fn of_table(choice: Choice, body: Body<'a>) -> Self {
        Self {
            joints: choice.joints,
            columns: choice.columns,
            clock: Clock::new(choice.time_scale),
            body,
            warnings: choice.warnings,
        }
    }
}

/// The part of a log that is read as it is asked for.
pub(super) enum Body<'a> {
    Csv(Box<CsvRows<'a>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetRows>),
    Memory(Box<MemoryRows>),
    Joined(Box<JoinedRows<'a>>),
    Json(Box<JsonRows>),
    Bag(Box<BagRows>),
}

impl Body<'_> {
    /// The numbers in use of the next record, and its number in the log.
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        match self {
            Self::Csv(rows) => rows.next_row(row),
            #[cfg(feature = "parquet")]
            Self::Parquet(rows) => rows.next_row(row),
            Self::Memory(rows) => Ok(rows.next_row(row)),
            Self::Joined(rows) => rows.next_row(row),
            Self::Json(rows) => rows.next_row(row),
            Self::Bag(rows) => rows.next_row(row),
        }
    }

    /// What a record is called.
    fn record(&self) -> &'static str {
        match self {
            Self::Csv(_) => "line",
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => "row",
            Self::Memory(_) | Self::Joined(_) => "row",
            Self::Json(_) | Self::Bag(_) => "message",
        }
    }

    /// Whether records may come a little late. A table is as somebody wrote it.
    fn is_sorted_in(&self) -> bool {
        matches!(self, Self::Json(_) | Self::Bag(_))
    }

    /// What there is to say at the end.
    fn doubts(&mut self, last_t_s: f64) -> Vec<Warning> {
        match self {
            Self::Csv(rows) => rows.doubt(last_t_s).into_iter().collect(),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Vec::new(),
            Self::Memory(_) => Vec::new(),
            Self::Joined(rows) => rows.doubts(last_t_s),
            Self::Json(rows) => rows.doubts(last_t_s),
            Self::Bag(rows) => rows.doubts(last_t_s),
        }
    }

    /// Why there is no sample at all.
    fn nothing(&mut self) -> Error {
        match self {
            Self::Csv(_) => Error::EmptyLog { what: "a header but no complete line of numbers" },
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Error::EmptyLog { what: "columns without rows" },
            Self::Memory(_) | Self::Joined(_) => Error::EmptyLog { what: "columns without rows" },
            Self::Json(rows) => rows.nothing(),
            Self::Bag(rows) => rows.nothing(),
        }
    }
}

/// A log that is being read.
pub(super) struct Stream<'a> {
    source: String,
    pub(super) joints: Vec<String>,
    pub(super) columns: ColumnMap,
    pub(super) warnings: Vec<Warning>,
    clock: Clock,
    body: Body<'a>,
    scales: Vec<f64>,
    row: Vec<f64>,
    samples: Samples,
    oddities: Oddities,
    n_samples: u64,
    has_ended: bool,
    pub(super) keeps_velocities: bool,
}

impl<'a> Stream<'a> {
    pub(super) fn new(source: String, opening: Opening<'a>) -> Self {
        let scales: Vec<f64> = opening.columns.used().map(|column| column.scale).collect();
        Self {
            source,
            joints: opening.joints,
            columns: opening.columns,
            warnings: opening.warnings,
            clock: opening.clock,
            body: opening.body,
            row: Vec::with_capacity(scales.len()),
            samples: Samples::new(scales.len()),
            scales,
            oddities: Oddities::default(),
            n_samples: 0,
            has_ended: false,
            keeps_velocities: true,
        }
    }

    /// The next samples; nothing after the last one or after an error.
    pub(super) fn next_chunk(&mut self, max_samples: usize) -> Result<Option<Recording>> {
        let n_samples = self.fill(max_samples.max(1)).inspect_err(|_| {
            self.has_ended = true;
            self.samples.forget(usize::MAX);
        })?;
        if n_samples == 0 {
            return Ok(None);
        }
        let Self { source, joints, columns, .. } = self;
        let recording =
            self.samples.take(n_samples, source, joints, columns, self.keeps_velocities)?;
        Ok(Some(recording))
    }

    /// The whole log, if it has no more numbers than that.
    pub(super) fn whole(&mut self, check: impl Fn(u64, u64) -> Result<()>) -> Result<Recording> {
        const STEP: usize = 65_536;
        let mut whole = Gather::new(STEP);
        while let Some(piece) = self.next_chunk(STEP)? {
            let n_samples = (whole.n_samples() + piece.n_samples()) as u64;
            check(n_samples * self.scales.len() as u64, n_samples)?;
            whole.push(&piece)?;
        }
        Ok(whole.finish()?)
    }

    /// Reads until so many samples, or all that are left, can be handed out; how many can.
    fn fill(&mut self, max_samples: usize) -> Result<usize> {
        // What may still move is kept back.
        let held = if self.body.is_sorted_in() { WINDOW } else { 0 };
        while !self.has_ended && self.samples.len() < max_samples.saturating_add(held) {
            match self.body.next_row(&mut self.row)? {
                Some(number) => self.keep(number)?,
                None => self.end()?,
            }
        }
        let free = if self.has_ended { self.samples.len() } else { self.samples.len() - held };
        Ok(free.min(max_samples))
    }

    /// Takes over the numbers of a record.
    fn keep(&mut self, number: u64) -> Result<()> {
        for (value, scale) in self.row.iter_mut().zip(&self.scales) {
            *value *= scale;
        }
        if let Some(t) = self.row.first_mut() {
            *t = self.clock.seconds(*t);
        }
        self.n_samples += 1;
        check("samples", self.n_samples, MAX_LOG_SAMPLES, (self.body.record(), number))?;
        self.oddities.look(number, &self.row);
        match self.body.is_sorted_in() {
            true => self.samples.sort_in(&self.row),
            false => {
                self.samples.push(&self.row);
                Ok(())
            }
        }
    }

    /// The log is over: what remains to be said.
    fn end(&mut self) -> Result<()> {
        self.has_ended = true;
        let Some(last_t_s) = self.oddities.last_t_s() else { return Err(self.body.nothing()) };
        self.warnings.extend(self.clock.doubt.take());
        self.warnings.extend(self.body.doubts(last_t_s));
        let record = self.body.record();
        self.warnings.extend(self.oddities.absent(record));
        self.warnings.extend(match self.body.is_sorted_in() {
            true => self.samples.doubt(),
            false => self.oddities.backwards(record),
        });
        Ok(())
    }
}
