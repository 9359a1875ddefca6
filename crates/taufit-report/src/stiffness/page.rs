//! The page: its sections in reading order.

use super::axis::AxisView;
use super::compliance::ComplianceView;
use crate::ReportError;
use crate::numbers::{number, percent, rounded, share};
use crate::page::fill;
use crate::section::HeaderView;
use serde::Serialize;
use taufit::study::{AxisRecord, ClampRecord, StiffnessStudy};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct StiffnessPage {
    #[serde(flatten)]
    header: HeaderView,
    verdict: StiffnessVerdict,
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
    let page = StiffnessPage {
        header: HeaderView::new(&study.header),
        verdict: StiffnessVerdict::new(study),
        axes: study.axes.iter().map(AxisView::new).collect(),
        has_truth: study.axes.iter().any(|axis| axis.true_stiffness.is_some()),
        compliance: study.compliance.as_ref().map(ComplianceView::new),
        clamps: study.clamps.iter().map(ClampView::new).collect(),
    };
    fill("stiffness.html", &page)
}

/// Numbers of the first screen.
#[derive(Debug, Serialize)]
pub(super) struct StiffnessVerdict {
    /// Whose stiffness is shown.
    of: &'static str,
    /// Largest standard deviation of the axes found.
    worst_sigma: String,
    /// Largest difference of the two methods.
    worst_difference: Option<String>,
}

impl StiffnessVerdict {
    pub(super) fn new(study: &StiffnessStudy) -> Self {
        let known: Vec<&AxisRecord> = study.axes.iter().filter(|a| a.stiffness.is_some()).collect();
        let sigma = |axis: &&AxisRecord| axis.stiffness.as_ref()?.percent_sigma();
        let worst_sigma = known.iter().filter_map(sigma).fold(0.0, f64::max);
        let differences = known.iter().filter_map(|axis| axis.difference_percent);
        let worst = differences.fold(None, |worst: Option<f64>, d| Some(worst.unwrap_or(d).max(d)));
        Self {
            of: match study.clamp_compliance {
                None => {
                    "Stiffness of joint and clamp in series, with the joint's share of the bending links."
                }
                Some(_) => {
                    "Stiffness of the joint with its share of the bending links; the motion of the clamp \
                            is taken off."
                }
            },
            worst_sigma: percent(worst_sigma),
            worst_difference: worst.map(percent),
        }
    }
}
