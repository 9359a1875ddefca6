//! How many rows make one independent observation.

use super::fit::Fit;
use super::pair::samples_of;
use super::runs::Runs;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::estimate::correlation_time;
use crate::model::Robot;
use crate::params::Layout;
use crate::signal::Segment;
use crate::validate::predict;

/// Correlation time of the residual currents of each joint over both runs, in rows.
pub(super) fn correlation_times(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    runs: &Runs,
    fit: &Fit,
) -> Result<Vec<f64>> {
    let mut sums = vec![(0.0, 0_usize); robot.n_dof()];
    let runs_and_beta = [(&runs.unloaded, &fit.beta), (&runs.loaded, &fit.loaded_beta)];
    for (segments, beta) in runs_and_beta {
        for segment in segments {
            let torques = predict(robot, layout, base, &[beta], &samples_of(segment))?;
            for (dof, (sum, n_rows)) in sums.iter_mut().enumerate() {
                let residual = residual(segment, &torques[0], dof, fit.gains[dof], runs);
                *sum += residual.len() as f64 * correlation_time(&residual);
                *n_rows += residual.len();
            }
        }
    }
    Ok(sums.iter().map(|(sum, n)| (sum / (*n).max(1) as f64).max(1.0)).collect())
}

/// Measured less predicted current at the rows \[A\].
fn residual(segment: &Segment, torques: &[f64], dof: usize, gain: f64, runs: &Runs) -> Vec<f64> {
    let channel = |x: &[f64]| x[dof * segment.n_samples..][..segment.n_samples].to_vec();
    let (measured, predicted) = (channel(&segment.tau), channel(torques));
    let error: Vec<f64> = measured.iter().zip(&predicted).map(|(i, t)| i - t / gain).collect();
    runs.filter.as_ref().map_or(error.clone(), |filter| filter.apply(&error))
}
