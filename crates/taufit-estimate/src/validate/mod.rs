//! Validation: errors of predicted torques.

mod concern;
mod metrics;
mod predict;
mod repeatability;
mod verdict;

pub use concern::Concern;
pub use concern::{implausible_bodies, large_offset, negative, nominal_far};
pub use metrics::{ErrorSums, JointMetrics, Metrics, compare};
pub use predict::predict;
pub use predict::predict_rows;
pub use repeatability::{
    Claim, OnlyIn, ParameterSpread, PooledValue, Repeatability, repeatability,
};
pub use verdict::{Grade, Verdict, verdict, worse_than_nominal};
