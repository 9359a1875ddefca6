//! The first screen: what is known, from what, and how well.

use crate::numbers::{count, percent, whole};
use serde::Serialize;
use taufit::study::{ConstantOrigin, MotorJoint, MotorMode, MotorStudy};

/// A torque constant with a relative standard deviation above this is worth a word \[%\].
const SHARP_PERCENT: f64 = 2.0;

/// The first screen.
#[derive(Debug, Serialize)]
pub(super) struct VerdictView {
    /// Class of the style sheet.
    grade: &'static str,
    /// So that the grade does not rest on colour.
    sign: &'static str,
    words: String,
    reason: String,
    n_own: String,
    n_joints: String,
    n_friction: String,
    n_records: String,
    n_rejected: String,
    worst: String,
    is_sweep: bool,
}

impl VerdictView {
    pub(super) fn new(study: &MotorStudy) -> Self {
        let own: Vec<&MotorJoint> =
            study.joints.iter().filter(|j| j.kct_origin == ConstantOrigin::Data).collect();
        let n_swept = study.joints.iter().filter(|joint| joint.n_records > 0).count();
        let n_friction = study.joints.iter().filter(|joint| joint.coulomb.is_some()).count();
        let worst = own.iter().filter_map(|joint| relative_percent(joint)).fold(0.0, f64::max);
        let is_sharp = worst <= SHARP_PERCENT && !own.is_empty();
        let (grade, sign) = match (own.is_empty(), is_sharp && n_friction == n_swept) {
            (true, _) => ("poor", "✕"),
            (false, true) => ("good", "✓"),
            (false, false) => ("usable", "≈"),
        };
        Self {
            grade,
            sign,
            words: format!(
                "{} of {} from the data, friction of {}",
                whole(own.len()),
                count(study.joints.len(), "torque constant"),
                count(n_friction, "joint")
            ),
            reason: reason(study, &own),
            n_own: whole(own.len()),
            n_joints: whole(study.joints.len()),
            n_friction: whole(n_friction),
            n_records: whole(study.records.len()),
            n_rejected: whole(study.rejected.len()),
            worst: if own.is_empty() { "–".to_owned() } else { percent(worst) },
            is_sweep: study.mode == MotorMode::Plateaus,
        }
    }
}

/// Relative standard deviation of the torque constant \[%\].
fn relative_percent(joint: &MotorJoint) -> Option<f64> {
    let kct = joint.kct?;
    Some(100.0 * kct.sigma? / kct.value)
}

fn reason(study: &MotorStudy, own: &[&MotorJoint]) -> String {
    if own.is_empty() {
        return "No joint's load changes enough to show a torque constant; all of them come from elsewhere"
            .to_owned();
    }
    let elsewhere: Vec<&str> = study
        .joints
        .iter()
        .filter(|joint| joint.n_records > 0 && joint.kct_origin != ConstantOrigin::Data)
        .map(|joint| joint.name.as_str())
        .collect();
    match &elsewhere[..] {
        [] => "Every joint that moved tells its own torque constant".to_owned(),
        names => format!(
            "Own records do not show the torque constant of {}; it is given, comes from other joints, or is not known",
            crate::words::listing(names)
        ),
    }
}
