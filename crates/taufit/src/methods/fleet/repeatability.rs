//! Scatter between the logs of one robot, over the whole fleet.

use super::robot::{LogEstimate, RobotEstimate};
use crate::estimate::chi_square_quantile;

/// Robots with several logs from which on their scatter replaces that of the plan.
const FEWEST_ROBOTS: usize = 20;

/// Factor of every base parameter by which the scatter between logs of one robot exceeds the variance by correlated
/// noise; that of the plan where too few robots have several logs.
pub(super) fn inflation(robots: &[RobotEstimate], by_plan: &[f64]) -> Vec<f64> {
    let estimates = |k: usize| {
        let of_log = move |log: &LogEstimate| (log.beta[k], log.variance[k]);
        robots.iter().map(move |robot| robot.logs.iter().map(of_log).collect())
    };
    by_plan.iter().enumerate().map(|(k, by_plan)| scatter_factor(estimates(k), *by_plan)).collect()
}

/// The same for values and variances of one quantity, robot by robot and log by log.
///
/// `φ = median over robots of Q/χ²₀.₅(L − 1)`, `Q = Σ_l (β_l − β̄)²/v_l` over the `L` logs of a robot: robots that drift are
/// too few to move the median.
pub(super) fn scatter_factor(robots: impl Iterator<Item = Vec<(f64, f64)>>, by_plan: f64) -> f64 {
    let mut ratios: Vec<f64> = robots.filter_map(|logs| ratio(&logs)).collect();
    if ratios.len() < FEWEST_ROBOTS {
        return by_plan;
    }
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn ratio(logs: &[(f64, f64)]) -> Option<f64> {
    let seen = || logs.iter().filter(|(_, variance)| variance.is_finite());
    let freedom = seen().count().checked_sub(1).filter(|freedom| *freedom > 0)?;
    let weight: f64 = seen().map(|(_, variance)| 1.0 / variance).sum();
    let mean = seen().map(|(value, variance)| value / variance).sum::<f64>() / weight;
    let q: f64 = seen().map(|(value, variance)| (value - mean).powi(2) / variance).sum();
    Some(q / chi_square_quantile(0.5, freedom as f64))
}
