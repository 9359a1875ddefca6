//! Stream of the samples of any log, in SI units and in order of time.

use super::bag::BagRows;
use super::bag::json::JsonRows;
use super::columns::choice::ColumnChoice;
use super::interrupt::Interrupt;
use super::samples::SampleChecks;
use super::samples::{SampleBuffer, WINDOW};
use super::table::csv::CsvRows;
use super::table::joined::JoinedRows;
use super::table::memory::MemoryRows;
#[cfg(feature = "parquet")]
use super::table::parquet::ParquetRows;
use super::table::time::StampConverter;
use crate::error::{Error, Result};
use crate::limits::{MAX_LOG_SAMPLES, check_log_size};
use crate::log::columns::ColumnMap;
use taufit::Warning;
use taufit::recording::{EffortShift, Gather, Recording};

/// Log after its beginning was read: joints, columns, rows to come.
pub(super) struct OpenedLog<'a> {
    pub(super) joints: Vec<String>,
    pub(super) columns: ColumnMap,
    pub(super) clock: StampConverter,
    pub(super) body: LogRows<'a>,
    pub(super) warnings: Vec<Warning>,
    /// Delay of the efforts that is taken out \[s\].
    pub(super) effort_delay_s: f64,
    pub(super) interrupt: Interrupt,
}

impl<'a> OpenedLog<'a> {
    /// Table whose columns are assigned.
    pub(super) fn of_table(choice: ColumnChoice, body: LogRows<'a>) -> Self {
        Self {
            joints: choice.joints,
            columns: choice.columns,
            clock: StampConverter::new(choice.time_scale),
            body,
            warnings: choice.warnings,
            effort_delay_s: 0.0,
            interrupt: Interrupt::default(),
        }
    }
}

/// Rows of a log in any format, read on demand.
pub(super) enum LogRows<'a> {
    Csv(Box<CsvRows<'a>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetRows>),
    Memory(Box<MemoryRows>),
    Joined(Box<JoinedRows<'a>>),
    Json(Box<JsonRows>),
    Bag(Box<BagRows>),
}

impl LogRows<'_> {
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

    /// Name of a record in messages.
    fn record(&self) -> &'static str {
        match self {
            Self::Csv(_) => "line",
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => "row",
            Self::Memory(_) | Self::Joined(_) => "row",
            Self::Json(_) | Self::Bag(_) => "message",
        }
    }

    /// Whether late records are reordered; tables keep their order.
    fn is_reordered(&self) -> bool {
        matches!(self, Self::Json(_) | Self::Bag(_))
    }

    /// Warnings at the end of the log.
    fn warnings(&mut self, last_t_s: f64) -> Vec<Warning> {
        match self {
            Self::Csv(rows) => rows.warning(last_t_s).into_iter().collect(),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Vec::new(),
            Self::Memory(_) => Vec::new(),
            Self::Joined(rows) => rows.warnings(last_t_s),
            Self::Json(rows) => rows.warnings(last_t_s),
            Self::Bag(rows) => rows.warnings(last_t_s),
        }
    }

    /// Error for a log without samples.
    fn empty_error(&mut self) -> Error {
        match self {
            Self::Csv(_) => Error::EmptyLog { what: "a header but no complete line of numbers" },
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => Error::EmptyLog { what: "columns without rows" },
            Self::Memory(_) | Self::Joined(_) => Error::EmptyLog { what: "columns without rows" },
            Self::Json(rows) => rows.empty_error(),
            Self::Bag(rows) => rows.empty_error(),
        }
    }
}

/// A log that is being read.
pub(super) struct Stream<'a> {
    source: String,
    pub(super) joints: Vec<String>,
    pub(super) columns: ColumnMap,
    pub(super) warnings: Vec<Warning>,
    clock: StampConverter,
    body: LogRows<'a>,
    scales: Vec<f64>,
    row: Vec<f64>,
    samples: SampleBuffer,
    effort_shift: Option<EffortShift>,
    interrupt: Interrupt,
    sample_checks: SampleChecks,
    n_samples: u64,
    has_ended: bool,
    pub(super) keeps_velocities: bool,
}

impl<'a> Stream<'a> {
    pub(super) fn new(source: String, opening: OpenedLog<'a>) -> Self {
        let scales: Vec<f64> = opening.columns.used().map(|column| column.scale).collect();
        Self {
            source,
            joints: opening.joints,
            columns: opening.columns,
            warnings: opening.warnings,
            clock: opening.clock,
            body: opening.body,
            row: Vec::with_capacity(scales.len()),
            samples: SampleBuffer::new(scales.len()),
            effort_shift: Some(opening.effort_delay_s)
                .filter(|delay_s| *delay_s != 0.0)
                .map(EffortShift::new),
            interrupt: opening.interrupt,
            scales,
            sample_checks: SampleChecks::default(),
            n_samples: 0,
            has_ended: false,
            keeps_velocities: true,
        }
    }

    /// The next samples; nothing after the last one or after an error.
    pub(super) fn next_chunk(&mut self, max_samples: usize) -> Result<Option<Recording>> {
        while let Some(piece) = self.next_piece(max_samples)? {
            let Some(shift) = &mut self.effort_shift else { return Ok(Some(piece)) };
            if let Some(moved) = shift.push(piece)? {
                return Ok(Some(moved));
            }
        }
        Ok(None)
    }

    /// The next samples as logged.
    fn next_piece(&mut self, max_samples: usize) -> Result<Option<Recording>> {
        self.interrupt.check()?;
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

    /// Reads until `max_samples` samples, or all that are left, are ready; returns their number.
    fn fill(&mut self, max_samples: usize) -> Result<usize> {
        // What may still move is kept back.
        let held = if self.body.is_reordered() { WINDOW } else { 0 };
        while !self.has_ended && self.samples.len() < max_samples.saturating_add(held) {
            match self.body.next_row(&mut self.row)? {
                Some(number) => self.keep(number)?,
                None => self.end()?,
            }
        }
        let free = if self.has_ended { self.samples.len() } else { self.samples.len() - held };
        Ok(free.min(max_samples))
    }

    /// Converts the numbers of a record and adds them to the buffer.
    fn keep(&mut self, number: u64) -> Result<()> {
        for (value, scale) in self.row.iter_mut().zip(&self.scales) {
            *value *= scale;
        }
        if let Some(t) = self.row.first_mut() {
            *t = self.clock.seconds(*t);
        }
        self.n_samples += 1;
        check_log_size("samples", self.n_samples, MAX_LOG_SAMPLES, (self.body.record(), number))?;
        self.sample_checks.check(number, &self.row);
        match self.body.is_reordered() {
            true => self.samples.insert_by_time(&self.row),
            false => {
                self.samples.push(&self.row);
                Ok(())
            }
        }
    }

    /// Ends the log and collects its warnings.
    fn end(&mut self) -> Result<()> {
        self.has_ended = true;
        let Some(last_t_s) = self.sample_checks.last_t_s() else {
            return Err(self.body.empty_error());
        };
        self.warnings.extend(self.clock.warning.take());
        self.warnings.extend(self.body.warnings(last_t_s));
        let record = self.body.record();
        self.warnings.extend(self.sample_checks.absent_values(record));
        self.warnings.extend(match self.body.is_reordered() {
            true => self.samples.warning(),
            false => self.sample_checks.backward_time(record),
        });
        Ok(())
    }
}
