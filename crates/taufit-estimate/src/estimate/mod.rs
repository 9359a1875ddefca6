//! From evidence to parameter values with their uncertainty. Everything here works on the small
//! triangles of [`Evidence`](taufit_data::evidence::Evidence), whatever the length of the logs.

mod block_sandwich;
mod bounded;
mod correlation;
mod directions;
mod essential;
mod f_test;
pub mod feasible;
mod least_squares;
mod reduction;
mod ridge;
mod robust;
mod solution;
mod stacked;
mod tied;
mod total;

/// Standard deviations on either side that hold 95 % of a normal distribution.
pub const NORMAL_95: f64 = 1.96;

pub use block_sandwich::BLOCKS;
pub use bounded::reach_inside;
pub use bounded::{Bound, BoundedEstimate, bounded};
pub use correlation::correlation_time;
pub use directions::WeakDirection;
pub use essential::{Elimination, EssentialEstimate, EssentialSettings, essential};
pub use f_test::{chi_square_exceedance, chi_square_quantile, student_bound, student_exceedance};
pub use least_squares::least_squares_above;
pub use least_squares::{Estimate, EstimateStatus, Weighting, least_squares};
pub use ridge::{NormalPrior, least_squares_with_prior};
pub use ridge::{Ridge, ridge};
pub use robust::{RobustEstimate, robust};
pub use solution::Solution;
pub use stacked::{Stacked, stacked};
pub use tied::tied;
pub use total::{ColumnErrors, total_least_squares};
