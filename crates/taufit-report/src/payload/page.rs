//! The page: its sections in reading order.

use super::parameters::{PayloadRow, parameter_rows};
use super::verdict::LoadVerdict;
use crate::ReportError;
use crate::figure::{draw_body, draw_extra_torque};
use crate::numbers::{bar_length, fixed, number, percent, rounded};
use crate::page::fill;
use crate::section::HeaderView;
use serde::Serialize;
use taufit::study::{
    FrictionChange, FrictionUnderLoad, PayloadJoint, PayloadStudy, PoseAdvice, VendorEntry,
};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct PayloadPage {
    #[serde(flatten)]
    header: HeaderView,
    frame: String,
    link: String,
    verdict: LoadVerdict,
    entries: Vec<VendorEntry>,
    parameters: Vec<PayloadRow>,
    prior: String,
    body: String,
    joints: Vec<PayloadJointRow>,
    friction: PayloadFrictionView,
    poses: Vec<PoseRow>,
    joint_names: Vec<String>,
    advice: Option<AdviceView>,
}

/// Errors of a joint.
#[derive(Debug, Serialize)]
struct PayloadJointRow {
    name: String,
    unit: String,
    used: bool,
    free: String,
    before: String,
    after: String,
    free_percent: String,
    after_percent: String,
    ratio: String,
    bar_before: String,
    bar_after: String,
    figure: String,
}

/// Treatment of friction.
#[derive(Debug, Serialize)]
struct PayloadFrictionView {
    refitted: bool,
    kept_mass: String,
    refitted_mass: Option<String>,
    changes: Vec<FrictionRow>,
}

/// A coefficient.
#[derive(Debug, Serialize)]
struct FrictionRow {
    name: String,
    unit: String,
    before: String,
    after: String,
    sigma: String,
}

/// A pose.
#[derive(Debug, Serialize)]
struct PoseRow {
    start: String,
    positions: Vec<String>,
    sides: Vec<&'static str>,
    note: String,
}

/// Poses to add.
#[derive(Debug, Serialize)]
struct AdviceView {
    reached: bool,
    target_mass: String,
    target_com: String,
    now: String,
    poses: Vec<PoseRow>,
}

/// The whole page as text.
pub(super) fn render(study: &PayloadStudy) -> Result<String, ReportError> {
    let found = &study.found;
    let errors = found.joints.iter().filter(|joint| joint.used).map(|joint| joint.before_rms_nm);
    let longest = errors.fold(0.0, f64::max);
    let joint = |joint: &PayloadJoint| PayloadJointRow {
        figure: draw_extra_torque(joint, found.mode),
        ..PayloadJointRow::new(joint, longest)
    };
    let page = PayloadPage {
        header: HeaderView::new(&study.header),
        frame: found.frame.clone(),
        link: found.link.clone(),
        verdict: LoadVerdict::new(study),
        entries: study.entries.clone(),
        parameters: parameter_rows(&found.parameters),
        prior: found.prior.clone(),
        body: draw_body(&found.body, "the load as an ellipsoid in its frame"),
        joints: found.joints.iter().map(joint).collect(),
        friction: PayloadFrictionView::new(&found.friction),
        poses: found.poses.iter().map(|p| PoseRow::weighed(p.start_s, &p.q, &p.approach)).collect(),
        joint_names: found.joints.iter().map(|joint| joint.name.clone()).collect(),
        advice: found.advice.as_ref().map(AdviceView::new),
    };
    fill("payload.html", &page)
}

impl PayloadJointRow {
    fn new(joint: &PayloadJoint, longest: f64) -> Self {
        let shown = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| rounded(x, 3));
        let ratio = joint.free_rms_nm.map(|free| joint.after_rms_nm / free);
        Self {
            name: joint.name.clone(),
            unit: joint.unit.clone(),
            used: joint.used,
            free: shown(joint.free_rms_nm),
            before: rounded(joint.before_rms_nm, 3),
            after: rounded(joint.after_rms_nm, 3),
            free_percent: joint.free_percent.map_or_else(|| "–".to_owned(), percent),
            after_percent: percent(joint.after_percent),
            ratio: shown(ratio),
            bar_before: bar_length(joint.before_rms_nm, longest),
            bar_after: bar_length(joint.after_rms_nm, longest),
            figure: String::new(),
        }
    }
}

impl PayloadFrictionView {
    fn new(friction: &FrictionUnderLoad) -> Self {
        let row = |change: &FrictionChange| FrictionRow {
            name: change.name.clone(),
            unit: change.unit.clone(),
            before: rounded(change.before, 3),
            after: rounded(change.after, 3),
            sigma: rounded(change.sigma, 2),
        };
        Self {
            refitted: friction.refitted,
            kept_mass: number(friction.kept_mass_kg),
            refitted_mass: friction.refitted_mass_kg.map(number),
            changes: friction.changes.iter().map(row).collect(),
        }
    }
}

impl PoseRow {
    fn weighed(start_s: f64, q: &[f64], approach: &[i8]) -> Self {
        let side = |side: &i8| match side {
            1 => "↑",
            -1 => "↓",
            _ => "",
        };
        Self {
            start: fixed(start_s, 1),
            sides: approach.iter().map(side).collect(),
            ..Self::at(q, String::new())
        }
    }

    fn at(q: &[f64], note: String) -> Self {
        let positions = q.iter().map(|x| fixed(*x, 3)).collect();
        Self { start: String::new(), positions, sides: vec![""; q.len()], note }
    }
}

impl AdviceView {
    fn new(advice: &PoseAdvice) -> Self {
        let sharpness = |k: usize| {
            let (mass, com) = (advice.mass_sigma_kg.get(k), advice.com_sigma_m.get(k));
            let shown = |x: Option<&f64>, unit: f64| x.map_or(f64::NAN, |x| unit * x);
            format!("{} g, {} mm", rounded(shown(mass, 1e3), 2), rounded(shown(com, 1e3), 2))
        };
        let pose = |(k, pose): (usize, &taufit::study::AdvisedPose)| {
            let place = if pose.visited { "" } else { "; not visited yet, look for collisions" };
            PoseRow::at(&pose.q, format!("{}{place}", sharpness(k + 1)))
        };
        Self {
            reached: advice.reached,
            target_mass: rounded(1e3 * advice.target_mass_sigma_kg, 2),
            target_com: rounded(1e3 * advice.target_com_sigma_m, 2),
            now: sharpness(0),
            poses: advice.poses.iter().enumerate().map(pose).collect(),
        }
    }
}
