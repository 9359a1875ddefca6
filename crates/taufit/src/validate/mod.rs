//! How well parameters predict torques.

mod metrics;

pub use metrics::{JointMetrics, Metrics, compare};
