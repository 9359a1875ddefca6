//! The page: its sections in reading order.

use super::forecast::{ForecastRow, forecast_rows};
use super::joints::{PreviewJointView, joint_panes, joint_views};
use super::path::PathView;
use super::sampled::SampledMotion;
use super::scenery::Scenery;
use super::summary::{MotionSummary, noise_text};
use super::view;
use crate::ReportError;
use crate::numbers::{number, rounded};
use crate::page::{SCRIPT, STYLE, fill};
use crate::plots::PlotGroup;
use crate::scene::SceneView;
use crate::section::WarningsView;
use serde::Serialize;
use taufit::excite::{Curve, Design};
use taufit::model::Robot;
use taufit::study::Diagnosis;

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct Preview {
    robot: String,
    version: &'static str,
    verdict: PreviewVerdict,
    scene: SceneView,
    plots: PlotGroup,
    joints: Vec<PreviewJointView>,
    path: PathView,
    forecast: Vec<ForecastRow>,
    warnings: WarningsView,
    settings: String,
    style: &'static str,
    script: &'static str,
}

/// The first screen.
#[derive(Debug, Serialize)]
struct PreviewVerdict {
    /// Class of the style sheet.
    grade: &'static str,
    words: String,
    undetermined: Option<String>,
    condition_number: String,
    scaled_condition_number: String,
    n_sharp: usize,
    n_rated: usize,
    duration: String,
    family: String,
    noise: String,
    n_starts: usize,
}

impl PreviewVerdict {
    fn new(design: &Design) -> Self {
        let summary = MotionSummary::new(design);
        let trajectory = &design.trajectory;
        let family = match trajectory.curves.first() {
            Some(Curve::Spline(_)) => "quintic B-splines",
            _ => "Fourier series",
        };
        Self {
            grade: if summary.lost.is_empty() { "good" } else { "usable" },
            words: summary.verdict(design),
            undetermined: summary.undetermined(),
            condition_number: rounded(design.condition_number, 3),
            scaled_condition_number: rounded(design.scaled_condition_number, 3),
            n_sharp: summary.n_sharp,
            n_rated: summary.n_base - summary.n_unrated,
            duration: number(trajectory.duration_s()),
            family: format!(
                "{family}, {} × {} s",
                trajectory.repetitions,
                number(trajectory.period_s())
            ),
            noise: noise_text(design),
            n_starts: design.starts.len(),
        }
    }
}

/// The whole page as text.
pub(super) fn render(
    design: &Design,
    robot: &Robot,
    scenery: &Scenery,
) -> Result<String, ReportError> {
    check(design, robot)?;
    let unusable = |error: taufit::Error| ReportError::Motion { reason: error.to_string() };
    let motion = SampledMotion::new(design, robot).map_err(unusable)?;
    let warnings: Vec<Diagnosis> = design.warnings.iter().map(Diagnosis::from).collect();
    let preview = Preview {
        robot: design.robot.clone(),
        version: env!("CARGO_PKG_VERSION"),
        verdict: PreviewVerdict::new(design),
        scene: view::scene(design, robot, scenery).map_err(unusable)?,
        plots: view::plots(&motion, &joint_panes(design, robot)),
        joints: joint_views(design, robot, &motion),
        path: PathView::new(design, &motion, scenery),
        forecast: forecast_rows(design),
        warnings: WarningsView::new(&warnings),
        settings: serde_json::to_string_pretty(&design.settings).unwrap_or_default(),
        style: STYLE,
        script: SCRIPT,
    };
    fill("preview.html", &preview)
}

/// Refuses a design of another robot.
fn check(design: &Design, robot: &Robot) -> Result<(), ReportError> {
    let n_dof = robot.n_dof();
    let counts = [design.trajectory.curves.len(), design.limits.len(), design.check.joints.len()];
    match counts.iter().find(|n| **n != n_dof) {
        Some(found) => Err(ReportError::Motion {
            reason: format!("it moves {found} joints, but {} has {n_dof}", robot.name()),
        }),
        None => Ok(()),
    }
}
