//! From evidence to parameter values with honest uncertainty. Everything here works on the small
//! triangles of [`Evidence`](crate::evidence::Evidence), whatever the length of the logs.

mod correlation;
pub mod feasible;
mod least_squares;

pub use correlation::correlation_time;
pub use least_squares::{Estimate, EstimateStatus, Weighting, least_squares};
