//! The verdict about torque constants and friction, with its rule.

use crate::diagnostics::{MotorWarning, Warning};
use crate::study::{ConstantOrigin, MotorJoint, ParameterRecord};
use crate::validate::{Concern, Grade, Verdict};

/// Largest relative standard deviation of a torque constant of a good result.
const SHARP: f64 = 0.02;

const RULE: &str = "good if every joint that moved has friction, every torque constant from the data is known \
                    to 2 % (one standard deviation), and no concern is named: constants of one motor type \
                    that differ, loads that do not fit the current, one direction or one speed, few \
                    records, a joint without constant; usable if any constant comes from the data; poor \
                    otherwise";

/// Grades a result by its constants and its warnings.
pub(super) fn verdict(joints: &[MotorJoint], warnings: &[Warning]) -> Verdict {
    let from_data = |joint: &&MotorJoint| joint.kct_origin == ConstantOrigin::Data;
    let own: Vec<&MotorJoint> = joints.iter().filter(from_data).collect();
    let swept = joints.iter().filter(|joint| joint.n_records > 0);
    let has_friction = |j: &MotorJoint| j.coulomb.is_some() || j.total_friction.is_some();
    let relative = |joint: &&MotorJoint| relative_sigma(joint);
    let worst = own.iter().map(relative).fold(0.0, f64::max);
    let grade = match own.is_empty() {
        true => Grade::Poor,
        false if worst <= SHARP && swept.clone().all(has_friction) => Grade::Good,
        false => Grade::Usable,
    };
    let reason = format!(
        "{} of {} torque constants from the data, the least certain to {:.2} %; friction of {} of {} joints \
         that moved",
        own.len(),
        joints.len(),
        100.0 * worst,
        swept.clone().filter(|joint| has_friction(joint)).count(),
        swept.count()
    );
    let warned = warnings.iter().filter(|warning| is_concern(warning)).cloned();
    Verdict::new(grade, reason, RULE).with_concerns(warned.map(Concern::Warned))
}

/// Standard deviation of the torque constant over its value; infinite where a single record decides.
fn relative_sigma(joint: &MotorJoint) -> f64 {
    let percent = joint.kct.as_ref().and_then(ParameterRecord::percent_sigma);
    percent.map_or(f64::INFINITY, |percent| percent / 100.0)
}

fn is_concern(warning: &Warning) -> bool {
    let Some(warning) = warning.kind() else { return false };
    matches!(
        warning,
        MotorWarning::OneDirection { .. }
            | MotorWarning::OneSpeed { .. }
            | MotorWarning::NoConstant { .. }
            | MotorWarning::ConstantsDiffer { .. }
            | MotorWarning::LoadFitsBadly { .. }
            | MotorWarning::FewRecords { .. }
    )
}
