//! The page: its sections in reading order.

use super::axis::AxisView;
use super::compliance::ComplianceView;
use super::verdict::VerdictView;
use crate::ReportError;
use crate::numbers::{number, rounded, share};
use crate::page::{PLAIN_SCRIPT, fill};
use crate::section::{JudgementView, ProvenanceView, WarningsView};
use serde::Serialize;
use taufit::study::{ClampRecord, StiffnessStudy};

/// The look of the report, and what is new here.
const STYLE: &str =
    concat!(include_str!("../../assets/report.css"), include_str!("../../assets/stiffness.css"));

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct Page {
    robot: String,
    robot_source: String,
    version: String,
    judgement: JudgementView,
    verdict: VerdictView,
    axes: Vec<AxisView>,
    has_truth: bool,
    compliance: Option<ComplianceView>,
    clamps: Vec<ClampView>,
    warnings: WarningsView,
    provenance: ProvenanceView,
    style: &'static str,
    script: &'static str,
}

/// One record.
#[derive(Debug, Serialize)]
struct ClampView {
    source: String,
    pose: String,
    rate: String,
    duration: String,
    /// Source, frame, components, rate, gaps, coverage, condition number, delay.
    wrench: Option<[String; 8]>,
}

impl ClampView {
    fn new(clamp: &ClampRecord) -> Self {
        let pose: Vec<String> = clamp.pose.iter().map(|q| number(*q)).collect();
        let wrench = clamp.wrench.as_ref().map(|wrench| {
            [
                wrench.source.clone(),
                wrench.frame.clone(),
                wrench.measured.join(" "),
                number(wrench.rate_hz),
                wrench.n_gaps.to_string(),
                share(wrench.covered_share),
                rounded(wrench.jacobian_condition, 3),
                rounded(wrench.delay_s, 3),
            ]
        });
        Self {
            source: clamp.source.clone(),
            pose: pose.join(", "),
            rate: number(clamp.rate_hz),
            duration: number(clamp.duration_s),
            wrench,
        }
    }
}

/// The whole page as text.
pub(super) fn render(study: &StiffnessStudy) -> Result<String, ReportError> {
    let provenance = &study.provenance;
    let page = Page {
        robot: study.robot.clone(),
        robot_source: study.robot_source.clone(),
        version: provenance.version.clone(),
        judgement: JudgementView::new(&study.verdict),
        verdict: VerdictView::new(study),
        axes: study.axes.iter().map(AxisView::new).collect(),
        has_truth: study.axes.iter().any(|axis| axis.true_stiffness.is_some()),
        compliance: study.compliance.as_ref().map(ComplianceView::new),
        clamps: study.clamps.iter().map(ClampView::new).collect(),
        warnings: WarningsView::new(&study.warnings),
        provenance: ProvenanceView::new(provenance, &study.robot_source),
        style: STYLE,
        script: PLAIN_SCRIPT,
    };
    fill("stiffness.html", &page)
}
