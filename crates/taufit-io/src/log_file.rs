//! A log file as the library reads it: more than once if need be, a piece at a time.

use crate::error::Error;
use crate::log::{LogOptions, LogReader};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use taufit::Warning;
use taufit::model::Robot;
use taufit::recording::{Log, Recording};

/// Samples that are handed over at once.
const PIECE_SAMPLES: usize = 1 << 14;

/// A log in a file, matched to the joints of a robot.
#[derive(Debug)]
pub struct LogFile<'a> {
    path: PathBuf,
    name: String,
    robot: &'a Robot,
    options: &'a LogOptions,
    keeps_velocities: bool,
    warnings: Mutex<Vec<Warning>>,
}

impl<'a> LogFile<'a> {
    /// Nothing is read yet.
    pub fn new(path: impl Into<PathBuf>, robot: &'a Robot, options: &'a LogOptions) -> Self {
        let path = path.into();
        let name = path.display().to_string();
        Self { path, name, robot, options, keeps_velocities: true, warnings: Mutex::default() }
    }

    /// For methods that find velocities by themselves: those of the log are passed over.
    #[must_use]
    pub fn without_velocities(self) -> Self {
        Self { keeps_velocities: false, ..self }
    }

    /// The doubts of the reader, once the log has been read.
    pub fn warnings(&self) -> Vec<Warning> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads until the log is over or nobody wants more of it.
    fn read_pieces(&self, pieces: &SyncSender<Recording>) -> Result<(), Error> {
        let mut log = LogReader::open(&self.path, self.robot, self.options)?;
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
    type Error = Error;

    fn source(&self) -> &str {
        &self.name
    }

    fn unstated_efforts(&self) -> Result<Option<Warning>, Self::Error> {
        let log = LogReader::open(&self.path, self.robot, self.options)?;
        let is_it = |warning: &&Warning| matches!(warning, Warning::EffortTakenAsTorque { .. });
        Ok(log.warnings().iter().find(is_it).cloned())
    }

    fn head(&self, max_samples: usize) -> Result<Recording, Self::Error> {
        let mut log = LogReader::open(&self.path, self.robot, self.options)?;
        let none = taufit::Error::TooFewSamples { what: "a log", needed: 1, found: 0 };
        log.next_chunk(max_samples)?.ok_or_else(|| Error::from(none).in_file(&self.path))
    }

    fn read(
        &self,
        take: &mut dyn FnMut(&Recording) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error> {
        // A piece is read while the one before is worked on.
        std::thread::scope(|scope| {
            let (give, pieces) = sync_channel(1);
            let reader = scope.spawn(move || self.read_pieces(&give));
            let taken = pieces.iter().try_for_each(|piece| take(&piece));
            drop(pieces);
            let read = reader.join().unwrap_or_else(|panic| resume_unwind(panic));
            taken.map_err(|error| error.in_file(&self.path)).and(read)
        })
    }
}
