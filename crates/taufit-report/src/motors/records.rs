//! One record of every joint.

use crate::figure::{draw_current_fit, draw_record};
use crate::numbers::rounded;
use serde::Serialize;
use taufit::study::{MotorJoint, MotorStudy, SampleRecord};

/// One record, from its beginning to its end.
#[derive(Debug, Serialize)]
pub(super) struct RecordView {
    number: usize,
    name: String,
    speed: String,
    record: String,
    fit: String,
    /// Torque constant and friction of this record alone.
    found: String,
}

pub(super) fn record_views(study: &MotorStudy) -> Vec<RecordView> {
    let view = |joint: &MotorJoint| Some(RecordView::new(joint, joint.sample.as_ref()?));
    study.joints.iter().filter_map(view).collect()
}

impl RecordView {
    fn new(joint: &MotorJoint, sample: &SampleRecord) -> Self {
        let found = match (sample.kct, sample.friction_a) {
            (Some(kct), Some(friction_a)) => format!(
                "this record alone: kct = {} N m/A, friction {} A = {} {}",
                rounded(kct, 4),
                rounded(friction_a, 3),
                rounded(kct * friction_a, 3),
                joint.effort_unit
            ),
            _ => "its load changes too little for a torque constant of its own".to_owned(),
        };
        Self {
            number: joint.number,
            name: joint.name.clone(),
            speed: format!("{} {}/s", rounded(sample.speed_rad_s, 3), joint.position_unit),
            record: draw_record(joint, sample),
            fit: draw_current_fit(joint, sample),
            found,
        }
    }
}
