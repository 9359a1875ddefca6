//! Comparison of the estimates with the truth of the simulation.

use crate::failure::Outcome;
use taufit::friction::Friction;
use taufit::methods::{RigidResult, StudyModel};
use taufit::model::Robot;
use taufit::study::Study;
use taufit_io::LogFile;

/// Estimates against the truth.
#[derive(Clone, Debug)]
pub(super) struct TruthComparison {
    /// Number of 95 % intervals that contain the true value, and of all.
    pub(super) n_inside: usize,
    pub(super) n_intervals: usize,
    /// True friction per joint.
    pub(super) friction: Vec<Friction>,
    /// Torque errors of the true parameters on the validation run, per joint \[N·m\]: the floor of
    /// any estimate.
    pub(super) floor_nm: Vec<f64>,
}

/// Compares a result with the robot that made the logs.
pub(super) fn compare_with_truth(
    result: &RigidResult,
    study: &Study,
    real: &Robot,
    proof: &[LogFile<'_>],
) -> Outcome<TruthComparison> {
    let pi_true = result.layout.nominal(real);
    let base_true = result.base.combine(&pi_true);
    let intervals = result.intervals();
    let inside =
        |(interval, truth): &(&[f64; 2], &f64)| (interval[0]..=interval[1]).contains(truth);
    // A study that found the truth predicts as well as can be.
    let mut perfect = study.clone();
    for (parameter, truth) in perfect.standard_parameters.iter_mut().zip(&pi_true) {
        parameter.value = *truth;
    }
    let gains = vec![None; real.n_dof()];
    let floor = StudyModel::new(&perfect)?.validate(proof, &gains)?.identified;
    Ok(TruthComparison {
        n_inside: intervals.iter().zip(&base_true).filter(inside).count(),
        n_intervals: intervals.len(),
        friction: real.dof_joint_iter().map(|joint| joint.friction).collect(),
        floor_nm: floor.joints.iter().map(|joint| joint.rms_nm).collect(),
    })
}
