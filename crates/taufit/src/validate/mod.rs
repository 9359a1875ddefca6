//! How well parameters predict torques.

mod metrics;
mod predict;
mod repeatability;
mod verdict;

pub use metrics::{ErrorSums, JointMetrics, Metrics, compare};
pub use predict::predict;
pub(crate) use predict::predict_rows;
pub use repeatability::{Claim, Repeatability, Spread, repeatability};
pub use verdict::{Grade, Verdict, verdict};
