//! Joints with the same motor, side by side: torque constants and friction over velocity.

use crate::figure::{draw_boxes, draw_motor_friction};
use serde::Serialize;
use taufit::study::{MotorJoint, MotorStudy};

/// Joints with the same motor.
#[derive(Debug, Serialize)]
pub(super) struct GroupView {
    name: String,
    joints: Vec<SeriesView>,
    /// Empty where no record determines a torque constant.
    boxes: String,
    /// Joints of the group without a torque constant of their own records.
    without: String,
    friction: String,
}

/// A joint and its colour.
#[derive(Debug, Serialize)]
struct SeriesView {
    name: String,
    series: usize,
}

/// Motor types with records, then joints of no type.
pub(super) fn group_views(study: &MotorStudy) -> Vec<GroupView> {
    let typed = study.motor_types.iter().map(|motor| {
        let of_type = |joint: &&MotorJoint| motor.joints.contains(&joint.name);
        (format!("Motor type {}", motor.name), study.joints.iter().filter(of_type).collect())
    });
    let alone = |joint: &&MotorJoint| {
        !study.motor_types.iter().any(|motor| motor.joints.contains(&joint.name))
    };
    let alone = study.joints.iter().filter(alone).map(|joint| (joint.name.clone(), vec![joint]));
    typed.chain(alone).filter_map(|(name, joints)| GroupView::new(name, joints)).collect()
}

impl GroupView {
    fn new(name: String, joints: Vec<&MotorJoint>) -> Option<Self> {
        let swept: Vec<&MotorJoint> = joints.into_iter().filter(|j| j.n_records > 0).collect();
        if swept.is_empty() {
            return None;
        }
        let has_boxes = swept.iter().any(|joint| !joint.boxes.is_empty());
        let without: Vec<&str> =
            swept.iter().filter(|j| j.boxes.is_empty()).map(|j| j.name.as_str()).collect();
        Some(Self {
            name,
            joints: swept
                .iter()
                .enumerate()
                .map(|(k, joint)| SeriesView { name: joint.name.clone(), series: k % 4 })
                .collect(),
            boxes: if has_boxes { draw_boxes(&swept) } else { String::new() },
            without: crate::text::listing(&without),
            friction: draw_motor_friction(&swept),
        })
    }
}
