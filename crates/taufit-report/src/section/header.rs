//! Content that the pages of all results share.

use super::{JudgementView, ProvenanceView, WarningsView};
use serde::Serialize;
use taufit::study::StudyHeader;

/// Robot, verdict, warnings, provenance, and the look of the page.
#[derive(Debug, Serialize)]
pub(crate) struct HeaderView {
    robot: String,
    robot_source: String,
    version: String,
    judgement: JudgementView,
    warnings: WarningsView,
    provenance: ProvenanceView,
    style: &'static str,
    script: &'static str,
}

impl HeaderView {
    pub(crate) fn new(header: &StudyHeader, style: &'static str, script: &'static str) -> Self {
        Self {
            robot: header.robot.name.clone(),
            robot_source: header.robot.source.clone(),
            version: header.provenance.version.clone(),
            judgement: JudgementView::new(&header.verdict),
            warnings: WarningsView::new(&header.warnings),
            provenance: ProvenanceView::new(header),
            style,
            script,
        }
    }
}
