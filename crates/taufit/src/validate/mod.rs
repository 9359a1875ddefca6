//! How well parameters predict torques.

mod concern;
mod metrics;
mod predict;
mod repeatability;
mod verdict;

pub use concern::Concern;
pub(crate) use concern::{implausible_bodies, negative, nominal_far};
pub use metrics::{ErrorSums, JointMetrics, Metrics, compare};
pub use predict::predict;
pub(crate) use predict::predict_rows;
pub use repeatability::{Claim, OnlyIn, Repeatability, Spread, repeatability};
pub use verdict::{Grade, Verdict, verdict};
