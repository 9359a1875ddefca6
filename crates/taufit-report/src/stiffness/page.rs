//! The page: its sections in reading order.

use super::axis::AxisView;
use super::compliance::ComplianceView;
use super::verdict::VerdictView;
use crate::ReportError;
use crate::numbers::{number, rounded, share};
use crate::page::{PLAIN_SCRIPT, fill};
use crate::section::HeaderView;
use serde::Serialize;
use taufit::study::{ClampRecord, StiffnessStudy};

/// The look of the report, and what is new here.
const STYLE: &str =
    concat!(include_str!("../../assets/report.css"), include_str!("../../assets/stiffness.css"));

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct Page {
    #[serde(flatten)]
    header: HeaderView,
    verdict: VerdictView,
    axes: Vec<AxisView>,
    has_truth: bool,
    compliance: Option<ComplianceView>,
    clamps: Vec<ClampView>,
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
    let page = Page {
        header: HeaderView::new(&study.header, STYLE, PLAIN_SCRIPT),
        verdict: VerdictView::new(study),
        axes: study.axes.iter().map(AxisView::new).collect(),
        has_truth: study.axes.iter().any(|axis| axis.true_stiffness.is_some()),
        compliance: study.compliance.as_ref().map(ComplianceView::new),
        clamps: study.clamps.iter().map(ClampView::new).collect(),
    };
    fill("stiffness.html", &page)
}
