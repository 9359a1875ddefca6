//! Log file as a source of samples for the methods: read in pieces, several times if needed.

use crate::diagnostics::ReadWarning;
use crate::error::Error;
use crate::log::{LogOptions, LogReader};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use taufit::Warning;
use taufit::diagnostics::DataError;
use taufit::model::Robot;
use taufit::recording::{Log, Recording};

/// Samples that are handed over at once.
const PIECE_SAMPLES: usize = 1 << 14;

/// A log in a file, matched to the joints of a robot if there is one.
#[derive(Debug)]
pub struct LogFile<'a> {
    path: PathBuf,
    name: String,
    robot: Option<&'a Robot>,
    options: &'a LogOptions,
    keeps_velocities: bool,
    warnings: Mutex<Vec<Warning>>,
}

impl<'a> LogFile<'a> {
    /// Log file that is not opened yet.
    pub fn new(path: impl Into<PathBuf>, robot: &'a Robot, options: &'a LogOptions) -> Self {
        Self { robot: Some(robot), ..Self::unmatched(path, options) }
    }

    /// Log without a robot: joints are named and ordered as in the log.
    pub fn unmatched(path: impl Into<PathBuf>, options: &'a LogOptions) -> Self {
        let path = path.into();
        let name = path.display().to_string();
        let warnings = Mutex::default();
        Self { path, name, robot: None, options, keeps_velocities: true, warnings }
    }

    /// Opens the file.
    pub fn open(&self) -> Result<LogReader, Error> {
        match self.robot {
            Some(robot) => LogReader::open(&self.path, robot, self.options),
            None => LogReader::open_unmatched(&self.path, self.options),
        }
    }

    /// Leaves out velocities, for methods that estimate them.
    #[must_use]
    pub fn without_velocities(self) -> Self {
        Self { keeps_velocities: false, ..self }
    }

    /// Warnings of the reader, once the log has been read.
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads until the log ends or the receiver is dropped.
    fn read_pieces(&self, pieces: &SyncSender<Recording>) -> Result<(), Error> {
        let mut log = self.open()?;
        if !self.keeps_velocities {
            log = log.without_velocities();
        }
        while let Some(piece) = log.next_chunk(PIECE_SAMPLES)? {
            if pieces.send(piece).is_err() {
                return Ok(());
            }
        }
        *self.warnings.lock().unwrap_or_else(PoisonError::into_inner) = log.warnings().to_vec();
        Ok(())
    }
}

impl Log for LogFile<'_> {
    fn source(&self) -> &str {
        &self.name
    }

    fn unstated_efforts(&self) -> Result<Option<Warning>, taufit::Error> {
        let log = self.open()?;
        let is_it = |warning: &&Warning| {
            matches!(warning.kind(), Some(ReadWarning::EffortTakenAsTorque { .. }))
        };
        Ok(log.warnings().iter().find(is_it).cloned())
    }

    fn head(&self, max_samples: usize) -> Result<Recording, taufit::Error> {
        let mut log = self.open()?;
        let none = || DataError::TooFewSamples { what: "a log", needed: 1, found: 0 };
        let head = log.next_chunk(max_samples)?;
        head.ok_or_else(|| Error::Model(none().into()).in_file(&self.path).into())
    }

    fn read(
        &self,
        take: &mut dyn FnMut(&Recording) -> Result<(), taufit::Error>,
    ) -> Result<(), taufit::Error> {
        // A piece is read while the one before is worked on.
        std::thread::scope(|scope| {
            let (give, pieces) = sync_channel(1);
            let reader = scope.spawn(move || self.read_pieces(&give));
            let taken = pieces.iter().try_for_each(|piece| take(&piece));
            drop(pieces);
            let read = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
            taken
                .map_err(|error| Error::Model(error).in_file(&self.path))
                .and(read)
                .map_err(Into::into)
        })
    }
}
