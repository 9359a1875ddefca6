//! Logs on their way into every method: spikes mended, conditioned alike, read piece by piece.
//!
//! In the order in which data travels: the gate of [`crate::survey`] refuses wrong data, `despike` mends spikes and
//! leaves out repeated rows, `log_scan` reads a log once for its timing and cut-offs, `prepared` hands logs over
//! stretch by stretch for rows and poses, `motion` keeps a bounded number of samples for methods that need
//! them, `correlation` gives the number of rows per independent observation.

mod correlation;
mod despike;
mod log_scan;
mod motion;
mod prepared;
mod progress;

pub(super) use correlation::CorrelationMean;
pub(super) use despike::{DespikedLog, SPIKE_FACTOR, despiked};
pub(super) use motion::{SampleBound, read_motions};
pub(super) use prepared::{GridChoice, Preparation, PreparedLog, prepare};
pub(super) use progress::{Counter, unwatched};
pub use progress::{IdentificationProgress, ProgressCallback, Stage};

/// Weight of the divergence of links and loads from what is known of them before, in observations.
pub(super) const PRIOR_WEIGHT: f64 = 0.1;
/// Overlap of the stretches of a long log in which poses are looked for \[s\]: a stop that a border cuts is seen
/// from its beginning in the next stretch, with the motion before it.
pub(super) const POSE_OVERLAP_S: f64 = 10.0;
