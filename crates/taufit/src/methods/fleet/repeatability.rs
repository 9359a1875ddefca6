//! Scatter between the logs of one robot, over the whole fleet.

use super::robot::RobotEstimate;
use crate::estimate::chi_square_quantile;

/// Robots with several logs from which on their scatter replaces that of the plan.
const FEWEST_ROBOTS: usize = 20;

/// Factor of every base parameter by which the scatter between logs of one robot exceeds the variance by correlated
/// noise; that of the plan where too few robots have several logs.
///
/// `φ = median over robots of Q/χ²₀.₅(L − 1)`, `Q = Σ_l (β_l − β̄)²/v_l` over the `L` logs of a robot: robots that drift are
/// too few to move the median.
pub(super) fn inflation(robots: &[RobotEstimate], by_plan: &[f64]) -> Vec<f64> {
    let factor = |(k, by_plan): (usize, &f64)| {
        let mut ratios: Vec<f64> = robots.iter().filter_map(|robot| ratio(robot, k)).collect();
        if ratios.len() < FEWEST_ROBOTS {
            return *by_plan;
        }
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    };
    by_plan.iter().enumerate().map(factor).collect()
}

fn ratio(robot: &RobotEstimate, k: usize) -> Option<f64> {
    let seen = || robot.logs.iter().filter(|log| log.variance[k].is_finite());
    let freedom = seen().count().checked_sub(1).filter(|freedom| *freedom > 0)?;
    let weight: f64 = seen().map(|log| 1.0 / log.variance[k]).sum();
    let mean = seen().map(|log| log.beta[k] / log.variance[k]).sum::<f64>() / weight;
    let q: f64 = seen().map(|log| (log.beta[k] - mean).powi(2) / log.variance[k]).sum();
    Some(q / chi_square_quantile(0.5, freedom as f64))
}
