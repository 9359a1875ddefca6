//! The page of weights: verdict, joints beside their friction, coefficients, parameters that are not identifiable.

mod joints;

use crate::ReportError;
use crate::numbers::{count, rounded, whole};
use crate::page::fill;
use crate::section::{HeaderView, ParameterRow};
use crate::text::listing;
use joints::{GravityJointView, joint_views};
use serde::Serialize;
use taufit::study::{GravityStudy, Identifiability};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct GravityPage {
    #[serde(flatten)]
    header: HeaderView,
    poses: String,
    proof: &'static str,
    condition_number: String,
    n_fixed: String,
    n_base: String,
    never: Option<String>,
    joints: Vec<GravityJointView>,
    base_parameters: Vec<ParameterRow>,
}

/// Weights as one HTML page that needs no network.
pub fn render_gravity(study: &GravityStudy) -> Result<String, ReportError> {
    let found = &study.found;
    let n_stops = found.poses.iter().filter(|pose| pose.standing).count();
    let n_slow = found.poses.len() - n_stops;
    let page = GravityPage {
        header: HeaderView::new(&study.header),
        poses: format!("{} and {} of slow motion", count(n_stops, "stop"), count(n_slow, "piece")),
        proof: if found.held_out {
            "Errors are those of poses left out of the fit, a fifth at a time."
        } else {
            "There are too few poses to leave some out: errors are those of the fit itself."
        },
        condition_number: rounded(found.condition_number, 3),
        n_fixed: whole(found.base_parameters.iter().filter(|p| p.sigma.is_some()).count()),
        n_base: whole(found.base_parameters.len()),
        never: never(study),
        joints: joint_views(study),
        base_parameters: found.base_parameters.iter().map(ParameterRow::new).collect(),
    };
    fill("gravity.html", &page)
}

/// Parameters that no standing pose ever tells.
fn never(study: &GravityStudy) -> Option<String> {
    let parameters = study.found.standard_parameters.iter();
    let never = parameters.filter(|p| p.identifiability == Identifiability::Unidentifiable);
    let names: Vec<&str> = never.map(|p| p.name.as_str()).collect();
    (!names.is_empty()).then(|| listing(&names))
}
