//! Runs without and with a load: read and conditioned alike, compressed to triangles, and what their
//! residuals are worth.

mod evidence;
mod residuals;
mod runs;

pub(super) use evidence::{EvidencePair, samples_of};
pub(super) use residuals::{correlation_times, row_channel};
pub(super) use runs::{PreparedLogs, condition_alike};
