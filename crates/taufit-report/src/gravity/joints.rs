//! Every joint beside its friction.

use crate::figure::draw_friction_band;
use crate::numbers::{rounded, with_sigma};
use serde::Serialize;
use taufit::study::{GravityJoint, GravityStudy};

/// One joint.
#[derive(Debug, Serialize)]
pub(super) struct GravityJointView {
    number: usize,
    name: String,
    unit: String,
    up: usize,
    down: usize,
    torque: String,
    band: String,
    error: String,
    nominal_error: String,
    scatter: String,
    offset: String,
    /// Class of the style sheet, and words that do not rest on colour.
    class: &'static str,
    words: &'static str,
    figure: String,
}

pub(super) fn joint_views(study: &GravityStudy) -> Vec<GravityJointView> {
    let view = |(dof, joint): (usize, &GravityJoint)| {
        let (class, words) = match (joint.is_predicted, joint.band) {
            (true, _) => ("good", "predicted"),
            (false, Some(_)) => ("poor", "off"),
            (false, None) => ("usable", "band unknown"),
        };
        let [up, down] = joint.n_directions;
        let known = |pair: Option<[f64; 2]>| {
            pair.map_or_else(
                || "unknown".to_owned(),
                |[value, sigma]| {
                    let (value, sigma) = with_sigma(value, sigma);
                    format!("{value} ± {sigma}")
                },
            )
        };
        GravityJointView {
            number: dof + 1,
            name: joint.name.clone(),
            unit: joint.unit.clone(),
            up,
            down,
            torque: rounded(joint.torque_rms, 3),
            band: known(joint.band),
            error: rounded(joint.error_rms, 3),
            nominal_error: rounded(joint.nominal_error_rms, 3),
            scatter: rounded(joint.scatter_rms, 3),
            offset: known(joint.offset),
            class,
            words,
            figure: draw_friction_band(joint, &study.found.poses, dof),
        }
    };
    study.found.joints.iter().enumerate().map(view).collect()
}
