//! How well parameters predict torques.

mod metrics;
mod predict;
mod verdict;

pub use metrics::{JointMetrics, Metrics, compare};
pub use predict::predict;
pub use verdict::{Grade, Verdict, verdict};
