//! A log that is being read, or was.

use super::log_options::log_options;
use super::packed::packed;
use super::{Pyramid, SeriesRequest, Window};
use crate::diagnostics::{Result, StudioError};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use taufit::recording::Recording;
use taufit_io::{Interrupt, LogReader};

/// Largest number of buckets of a whole log.
const MOST_BUCKETS: usize = 1 << 16;
/// Samples that are read at once.
const PIECE_SAMPLES: usize = 1 << 13;

/// The state of a file, and how it is read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LogStamp {
    pub(super) path: PathBuf,
    length: u64,
    changed: Option<SystemTime>,
    how: String,
}

/// A log that is being read, or was.
pub(super) struct LogReading {
    pub(super) stamp: LogStamp,
    interrupted: Arc<AtomicBool>,
    state: Mutex<ReadingState>,
    changed: Condvar,
}

struct ReadingState {
    pyramid: Pyramid,
    end: Option<Result<()>>,
}

impl LogStamp {
    /// The present state of the file of a request.
    pub(super) fn of(request: &SeriesRequest) -> Result<Self> {
        let found = std::fs::metadata(&request.path);
        let found =
            found.map_err(|_| StudioError::absent(format!("log {}", request.path.display())))?;
        let how = format!("{:?} {:?}", request.robot_source, request.options);
        Ok(Self {
            path: request.path.clone(),
            length: found.len(),
            changed: found.modified().ok(),
            how,
        })
    }
}

impl LogReading {
    /// Begins to read in a thread of its own.
    pub(super) fn begin(request: SeriesRequest, stamp: LogStamp) -> Arc<Self> {
        let reading = Arc::new(Self {
            stamp,
            interrupted: Arc::default(),
            state: Mutex::new(ReadingState { pyramid: Pyramid::new(MOST_BUCKETS), end: None }),
            changed: Condvar::new(),
        });
        let own = Arc::clone(&reading);
        std::thread::spawn(move || {
            let end = own.read_all(&request);
            own.lock().end = Some(end);
            own.changed.notify_all();
        });
        reading
    }

    /// Ends the reading early: nobody wants it any more.
    pub(super) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Waits for the end, but not longer than this.
    pub(super) fn wait(&self, longest: Duration) {
        let begin = Instant::now();
        let mut state = self.lock();
        while state.end.is_none() && begin.elapsed() < longest {
            let left = longest.saturating_sub(begin.elapsed());
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// All buckets so far.
    pub(super) fn overview(&self) -> Result<Vec<u8>> {
        let state = self.lock();
        let is_complete = state.is_complete()?;
        Ok(packed(&state.pyramid, 0..state.pyramid.t_s.len(), is_complete))
    }

    /// A window of the buckets that are kept, if they are fine enough for it.
    pub(super) fn kept_piece(&self, window: Window) -> Result<Option<Vec<u8>>> {
        let state = self.lock();
        let is_complete = state.is_complete()?;
        let range = state.pyramid.range(window.from_s, window.to_s);
        let is_fine = state.pyramid.is_exact() || range.len() >= window.count;
        Ok(is_fine.then(|| packed(&state.pyramid, range, is_complete)))
    }

    /// A window read from the file again.
    pub(super) fn read_piece(&self, request: &SeriesRequest, window: Window) -> Result<Vec<u8>> {
        // An even number of buckets, of which at least half are used.
        let mut pyramid = Pyramid::new(2 * window.count.next_multiple_of(2));
        let mut before = None;
        read(request, &self.interrupted, |piece| {
            let from = piece.t_s.partition_point(|t| *t < window.from_s);
            let end = piece.t_s.partition_point(|t| *t <= window.to_s);
            if pyramid.n_samples == 0 {
                // The sample before the window, so that lines reach its edge.
                match from {
                    0 => before
                        .take()
                        .into_iter()
                        .for_each(|last: Recording| pyramid.push(&last, 0..1)),
                    _ if end > from => pyramid.push(piece, from - 1..from),
                    _ => before = Some(piece.range(piece.n_samples() - 1, piece.n_samples())),
                }
            }
            pyramid.push(piece, from..(end + 1).min(piece.n_samples()));
            end == piece.n_samples()
        })?;
        Ok(packed(&pyramid, 0..pyramid.t_s.len(), true))
    }

    fn read_all(&self, request: &SeriesRequest) -> Result<()> {
        read(request, &self.interrupted, |piece| {
            self.lock().pyramid.push(piece, 0..piece.n_samples());
            true
        })
    }

    fn lock(&self) -> MutexGuard<'_, ReadingState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReadingState {
    fn is_complete(&self) -> Result<bool> {
        match &self.end {
            Some(Err(error)) => Err(error.clone()),
            end => Ok(end.is_some()),
        }
    }
}

/// Reads a log until its end, or until `take` has enough.
fn read(
    request: &SeriesRequest,
    interrupted: &Arc<AtomicBool>,
    mut take: impl FnMut(&Recording) -> bool,
) -> Result<()> {
    let options = log_options(&request.options, Interrupt::of_flag(Arc::clone(interrupted)))?;
    let mut log = match &request.robot {
        Some(robot) => LogReader::open(&request.path, robot, &options)?,
        None => LogReader::open_unmatched(&request.path, &options)?,
    };
    while let Some(piece) = log.next_chunk(PIECE_SAMPLES)? {
        if !take(&piece) {
            break;
        }
    }
    Ok(())
}
