//! Correlation times: rows per independent observation.

use super::evidence::samples_of;
use super::runs::Runs;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::methods::common::CorrelationMean;
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::{ParallelFilter, Segment};
use crate::validate::predict;

/// Correlation time of the residual efforts of each joint over both runs, in rows, for base parameters
/// without and with the load and torques per unit of effort.
pub(in crate::methods) fn correlation_times<L: Log>(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    runs: &Runs<'_, L>,
    betas: [&[f64]; 2],
    gains: &[f64],
) -> Result<Vec<f64>> {
    let mut means = vec![CorrelationMean::default(); robot.n_dof()];
    for (logs, beta) in [&runs.unloaded, &runs.loaded].into_iter().zip(betas) {
        logs.visit(&mut |_, segment| {
            let torques = predict(robot, layout, base, &[beta], &samples_of(segment))?;
            for (dof, mean) in means.iter_mut().enumerate() {
                let filter = runs.filter.as_ref();
                mean.push(&residual(segment, &torques[0], dof, gains[dof], filter));
            }
            Ok(())
        })?;
    }
    Ok(means.iter().map(CorrelationMean::rows).collect())
}

/// Measured less predicted effort at the rows.
fn residual(
    segment: &Segment,
    torques: &[f64],
    dof: usize,
    gain: f64,
    filter: Option<&ParallelFilter>,
) -> Vec<f64> {
    let measured = row_channel(&segment.tau, dof, segment.n_samples, filter);
    let predicted = row_channel(torques, dof, segment.n_samples, filter);
    measured.iter().zip(&predicted).map(|(i, t)| i - t / gain).collect()
}

/// A channel of a stretch at the rows.
pub(in crate::methods) fn row_channel(
    x: &[f64],
    dof: usize,
    n_samples: usize,
    filter: Option<&ParallelFilter>,
) -> Vec<f64> {
    let channel = &x[dof * n_samples..][..n_samples];
    filter.map_or_else(|| channel.to_vec(), |filter| filter.apply(channel))
}
