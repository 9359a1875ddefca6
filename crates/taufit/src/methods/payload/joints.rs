//! Torque errors joint by joint, and what the load adds to the torques.

use super::fit::PayloadFit;
use super::problem::PayloadProblem;
use crate::diagnostics::Result;
use crate::evidence::Evidence;
use crate::methods::pair::{EvidencePair, row_channel, samples_of};
use crate::model::Robot;
use crate::signal::{ParallelFilter, Segment};
use crate::study::{ExtraTorque, PayloadJoint};
use crate::validate::predict;

/// Points of a curve.
const POINTS: usize = 400;

/// Everything that is compared.
pub(super) struct Comparison<'a> {
    pub(super) robot: &'a Robot,
    pub(super) problem: &'a PayloadProblem<'a>,
    pub(super) pair: &'a EvidencePair,
    /// Stretches with the load that are in memory.
    pub(super) loaded_sample: &'a [Segment],
    pub(super) filter: Option<&'a ParallelFilter>,
    pub(super) fit: &'a PayloadFit,
    pub(super) times: &'a [f64],
    /// Error of each joint where the model was validated \[N·m or N\].
    pub(super) model_level_nm: Option<&'a [f64]>,
}

impl Comparison<'_> {
    /// All joints, for a load with these ten parameters.
    pub(super) fn joints(&self, ten: &[f64]) -> Result<Vec<PayloadJoint>> {
        let friction_only = self.fit.loaded_with(self.problem, &[]);
        let loaded = self.fit.loaded_with(self.problem, ten);
        let extra = match self.loaded_sample.first() {
            Some(segment) => self.extra(segment, &friction_only, &loaded)?,
            None => vec![ExtraTorque::default(); self.robot.n_dof()],
        };
        let joint = |(dof, extra): (usize, ExtraTorque)| {
            let joint = self.robot.dof_joint(dof);
            PayloadJoint {
                name: joint.name.clone(),
                unit: if joint.is_prismatic() { "N" } else { "N m" }.to_owned(),
                used: self.problem.joints.contains(&dof),
                gain_nm_per_a: None,
                gain_percent_sigma: None,
                free_rms_nm: self.free_rms_nm(dof),
                before_rms_nm: rms(&self.pair.loaded, dof, &friction_only),
                after_rms_nm: rms(&self.pair.loaded, dof, &loaded),
                free_percent: self.free_percent(dof),
                after_percent: percent(&self.pair.loaded, dof, &loaded),
                correlation_time: self.times[dof],
                extra,
            }
        };
        Ok(extra.into_iter().enumerate().map(joint).collect())
    }

    /// In the run without load, else where the model was validated.
    fn free_rms_nm(&self, dof: usize) -> Option<f64> {
        match self.problem.has_free_runs {
            true => Some(rms(&self.pair.unloaded, dof, &self.fit.unloaded)),
            false => self.model_level_nm.and_then(|level| level.get(dof).copied()),
        }
    }

    fn free_percent(&self, dof: usize) -> Option<f64> {
        let has_runs = self.problem.has_free_runs;
        has_runs.then(|| percent(&self.pair.unloaded, dof, &self.fit.unloaded))
    }

    /// Of every joint, along the first stretch.
    fn extra(&self, segment: &Segment, without: &[f64], with: &[f64]) -> Result<Vec<ExtraTorque>> {
        let PayloadProblem { layout, base, .. } = self.problem;
        let torques = predict(self.robot, layout, base, &[without, with], &samples_of(segment))?;
        let filter = self.filter;
        let at_row = |row: usize| filter.map_or(row, |f| f.delay() + row * f.every());
        let of_joint = |dof: usize| {
            let rows = |x: &[f64]| row_channel(x, dof, segment.n_samples, filter);
            let (measured, without, with) =
                (rows(&segment.tau), rows(&torques[0]), rows(&torques[1]));
            let picked = (0..measured.len()).step_by(measured.len().div_ceil(POINTS).max(1));
            ExtraTorque {
                t_s: picked.clone().map(|row| segment.t_s[at_row(row)]).collect(),
                measured_nm: picked.clone().map(|row| measured[row] - without[row]).collect(),
                predicted_nm: picked.map(|row| with[row] - without[row]).collect(),
            }
        };
        Ok((0..self.robot.n_dof()).map(of_joint).collect())
    }
}

/// Root mean square error of a joint.
pub(super) fn rms(evidence: &Evidence, dof: usize, beta: &[f64]) -> f64 {
    let joint = &evidence.joints()[dof];
    (joint.squared_residual(beta) / joint.n_rows().max(1) as f64).sqrt()
}

/// `100 |τ − τ̂|/|τ|` of a joint.
fn percent(evidence: &Evidence, dof: usize, beta: &[f64]) -> f64 {
    let joint = &evidence.joints()[dof];
    100.0 * (joint.squared_residual(beta) / joint.squared_torque()).sqrt()
}
