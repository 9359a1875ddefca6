//! Logs as extremes per bucket of time: built in one pass with memory that does not grow with the log; where a window
//! needs more than they show, its piece of the log is read again.

mod log_options;
mod packed;
mod pyramid;
mod reading;

use crate::diagnostics::{Result, StudioError};
use crate::project::OptionValue;
use pyramid::Pyramid;
use reading::{LogReading, LogStamp};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taufit::model::Robot;

/// Logs that are kept.
const MAX_KEPT: usize = 6;
/// Time after which a log that is being read is shown as far as it is.
const FIRST_ANSWER: Duration = Duration::from_millis(400);

/// A log with the options that it is read by.
#[derive(Clone, Debug)]
pub(crate) struct SeriesRequest {
    pub(crate) path: PathBuf,
    /// Order of the joints, where a robot is chosen.
    pub(crate) robot: Option<Arc<Robot>>,
    /// Name of the robot.
    pub(crate) robot_source: Option<String>,
    pub(crate) options: BTreeMap<String, OptionValue>,
}

/// A window of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) from_s: f64,
    pub(crate) to_s: f64,
    /// Number of buckets.
    pub(crate) count: usize,
}

/// Logs that were read, the last ones.
#[derive(Default)]
pub(crate) struct SeriesCache {
    kept: Mutex<Vec<Arc<LogReading>>>,
    /// Held while a piece is read again: one at a time.
    piece: Mutex<()>,
}

impl SeriesCache {
    /// The whole log, as far as it has been read.
    pub(crate) fn overview(&self, request: &SeriesRequest) -> Result<Vec<u8>> {
        let reading = self.reading(request)?;
        reading.wait(FIRST_ANSWER);
        reading.overview()
    }

    /// A window in more detail.
    pub(crate) fn piece(&self, request: &SeriesRequest, window: Window) -> Result<Vec<u8>> {
        let reading = self.reading(request)?;
        if let Some(bytes) = reading.kept_piece(window)? {
            return Ok(bytes);
        }
        let _piece = self.piece.lock().unwrap_or_else(PoisonError::into_inner);
        reading.read_piece(request, window)
    }

    fn reading(&self, request: &SeriesRequest) -> Result<Arc<LogReading>> {
        let stamp = LogStamp::of(request)?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = kept.iter().position(|reading| reading.stamp == stamp) {
            let reading = kept.remove(place);
            kept.push(Arc::clone(&reading));
            return Ok(reading);
        }
        if kept.len() >= MAX_KEPT {
            kept.remove(0).interrupt();
        }
        // Another state of the same file is of no use any more.
        kept.retain(|reading| {
            let is_other = reading.stamp.path != stamp.path;
            if !is_other {
                reading.interrupt();
            }
            is_other
        });
        let reading = LogReading::begin(request.clone(), stamp);
        kept.push(Arc::clone(&reading));
        Ok(reading)
    }
}

impl Window {
    /// Checks the numbers of a request.
    pub(crate) fn new(from_s: f64, to_s: f64, count: usize) -> Result<Self> {
        const MAX_COUNT: usize = 1 << 14;
        if from_s.is_finite()
            && to_s.is_finite()
            && from_s < to_s
            && (1..=MAX_COUNT).contains(&count)
        {
            return Ok(Self { from_s, to_s, count });
        }
        Err(StudioError::malformed(format!(
            "a window of {count} buckets from {from_s} to {to_s}; expected 1 to {MAX_COUNT} buckets and ascending times"
        )))
    }
}
