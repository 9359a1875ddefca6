//! The page of weights: verdict, joints beside their friction, coefficients, what cannot be told.

mod coefficients;
mod joints;

use crate::ReportError;
use crate::numbers::{count, rounded, whole};
use crate::page::{PLAIN_SCRIPT, fill};
use crate::section::{ProvenanceView, WarningsView, wording};
use crate::words::listing;
use coefficients::{CoefficientRow, coefficient_rows};
use joints::{JointView, joint_views};
use serde::Serialize;
use taufit::study::{GravityStudy, Tellable};

/// The look of the report, and what is new here.
const STYLE: &str =
    concat!(include_str!("../../assets/report.css"), include_str!("../../assets/gravity.css"));

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct GravityPage {
    robot: String,
    version: String,
    grade: &'static str,
    sign: &'static str,
    word: &'static str,
    reason: String,
    rule: String,
    poses: String,
    proof: &'static str,
    condition_number: String,
    n_fixed: String,
    n_coefficients: String,
    never: Option<String>,
    joints: Vec<JointView>,
    coefficients: Vec<CoefficientRow>,
    warnings: WarningsView,
    provenance: ProvenanceView,
    style: &'static str,
    script: &'static str,
}

/// Weights as one HTML page that needs no network.
pub fn render_gravity(study: &GravityStudy) -> Result<String, ReportError> {
    let found = &study.found;
    let said = wording(found.verdict.grade);
    let n_stops = found.poses.iter().filter(|pose| pose.standing).count();
    let n_slow = found.poses.len() - n_stops;
    let page = GravityPage {
        robot: study.robot.name.clone(),
        version: study.provenance.version.clone(),
        grade: said.class,
        sign: said.sign,
        word: said.word,
        reason: found.verdict.reason.clone(),
        rule: found.verdict.rule.clone(),
        poses: format!("{} and {} of slow motion", count(n_stops, "stop"), count(n_slow, "piece")),
        proof: if found.held_out {
            "Errors are those of poses left out of the fit, a fifth at a time."
        } else {
            "There are too few poses to leave some out: errors are those of the fit itself."
        },
        condition_number: rounded(found.condition_number, 3),
        n_fixed: whole(found.coefficients.iter().filter(|c| c.sigma.is_some()).count()),
        n_coefficients: whole(found.coefficients.len()),
        never: never(study),
        joints: joint_views(study),
        coefficients: coefficient_rows(study),
        warnings: WarningsView::new(&study.warnings),
        provenance: ProvenanceView::new(&study.provenance, &study.robot.source),
        style: STYLE,
        script: PLAIN_SCRIPT,
    };
    fill("gravity.html", &page)
}

/// Parameters that no standing pose ever tells.
fn never(study: &GravityStudy) -> Option<String> {
    let never = study.found.parameters.iter().filter(|p| p.class == Tellable::Never);
    let names: Vec<&str> = never.map(|p| p.name.as_str()).collect();
    (!names.is_empty()).then(|| listing(&names))
}
