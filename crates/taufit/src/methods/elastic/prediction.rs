//! Torques of the identified model on data that were not fitted.

use super::arm::Arm;
use super::motion::ElasticMotion;
use super::observe::series;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::validate::{ErrorSums, Metrics};

/// Errors of the motor torques that base parameters predict, `Y π + Ia θ̈ + friction(θ̇)`, filtered as the
/// rows of the fit are.
pub(super) fn torque_errors(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
    beta: &[f64],
) -> Result<Metrics> {
    let mut sums = ErrorSums::of(arm.robot);
    for stretch in 0..motion.segments.len() {
        let found = series(arm, base, motion, stretch, |rows| {
            let mut measured = vec![0.0; rows.torque() + 1];
            measured[rows.torque()] = 1.0;
            let mut predicted = rows.whole_residual(beta);
            predicted[rows.torque()] = 0.0;
            vec![measured, predicted]
        })?;
        let n_rows = found.first().map_or(0, |of_joint| of_joint[0].len());
        let channels = |k: usize| found.iter().map(|of_joint| &of_joint[k][..]).collect::<Vec<_>>();
        if n_rows > 0 {
            sums.push(&channels(0).concat(), &channels(1).concat(), n_rows)?;
        }
    }
    sums.metrics()
}
