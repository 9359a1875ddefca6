//! Rows in which a joint slides throughout.
//!
//! Around a velocity reversal a joint sticks, or its friction depends on its presliding displacement
//! (Swevers et al. 2000): no function of velocity predicts its torque there, and the error is largest
//! where the acceleration is, so that it biases rotor inertias and friction. Rows whose filter window
//! touches a reversal are left out for that joint.

use crate::signal::ParallelFilter;

/// Largest share of a filter's absolute weight that may lie on slow samples.
const SLOW_SHARE: f64 = 0.02;

/// Of every row of a coordinate, whether it slides: whether it is slower than `slow` \[rad/s or m/s\] in
/// no more than `SLOW_SHARE` of what the row is made of. Without a filter every sample is a row.
pub fn sliding_rows(filter: Option<&ParallelFilter>, qd: &[f64], slow: f64) -> Vec<bool> {
    let is_slow: Vec<bool> = qd.iter().map(|qd| qd.abs() < slow).collect();
    match filter {
        Some(filter) => {
            filter.weight_share(&is_slow).into_iter().map(|share| share <= SLOW_SHARE).collect()
        }
        None => is_slow.into_iter().map(|slow| !slow).collect(),
    }
}
