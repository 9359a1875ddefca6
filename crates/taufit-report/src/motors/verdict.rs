//! The first screen: numbers beside the verdict.

use crate::numbers::{percent, whole};
use serde::Serialize;
use taufit::study::{ConstantOrigin, MotorJoint, MotorMode, MotorStudy};

/// Numbers of the first screen.
#[derive(Debug, Serialize)]
pub(super) struct VerdictView {
    n_own: String,
    n_joints: String,
    n_records: String,
    n_rejected: String,
    worst: String,
    is_sweep: bool,
}

impl VerdictView {
    pub(super) fn new(study: &MotorStudy) -> Self {
        let own: Vec<&MotorJoint> =
            study.joints.iter().filter(|j| j.kct_origin == ConstantOrigin::Data).collect();
        let worst =
            own.iter().filter_map(|joint| joint.kct.as_ref()?.percent_sigma()).fold(0.0, f64::max);
        Self {
            n_own: whole(own.len()),
            n_joints: whole(study.joints.len()),
            n_records: whole(study.records.len()),
            n_rejected: whole(study.rejected.len()),
            worst: if own.is_empty() { "–".to_owned() } else { percent(worst) },
            is_sweep: study.mode == MotorMode::Plateaus,
        }
    }
}
