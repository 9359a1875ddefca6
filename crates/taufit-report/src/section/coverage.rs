//! Positions and velocities that the logs cover.

use crate::figure::draw_coverage;
use serde::Serialize;
use taufit::study::{JointRecord, Study};

/// One joint.
#[derive(Debug, Serialize)]
pub(crate) struct JointCoverageView {
    number: usize,
    name: String,
    position: String,
    velocity: String,
}

/// All joints whose coverage was recorded.
pub(crate) fn coverage_views(study: &Study) -> Vec<JointCoverageView> {
    study.joints.iter().filter_map(view).collect()
}

fn view(joint: &JointRecord) -> Option<JointCoverageView> {
    let coverage = joint.coverage.as_ref()?;
    let unit = &joint.position_unit;
    Some(JointCoverageView {
        number: joint.number,
        name: joint.name.clone(),
        position: draw_coverage(&coverage.position, &format!("position [{unit}]"), &joint.name),
        velocity: draw_coverage(&coverage.velocity, &format!("velocity [{unit}/s]"), &joint.name),
    })
}
