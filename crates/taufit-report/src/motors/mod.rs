//! The page of torque constants and friction.
//!
//! `verdict` says what the numbers are good for, `table` is table 3 of Ulici et al. with intervals, `groups`
//! shows joints with the same motor side by side, `records` one record of every joint.

mod groups;
mod records;
mod table;
mod verdict;

use crate::ReportError;
use crate::page::{PLAIN_SCRIPT, fill};
use crate::section::{JudgementView, ProvenanceView, WarningsView};
use groups::{GroupView, group_views};
use records::{RecordView, record_views};
use serde::Serialize;
use table::{TableRow, table_rows};
use taufit::study::MotorStudy;
use verdict::VerdictView;

const STYLE: &str =
    concat!(include_str!("../../assets/report.css"), include_str!("../../assets/motors.css"));

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct Page {
    robot: String,
    robot_source: String,
    version: String,
    judgement: JudgementView,
    verdict: VerdictView,
    rows: Vec<TableRow>,
    records: Vec<RecordView>,
    groups: Vec<GroupView>,
    warnings: WarningsView,
    provenance: ProvenanceView,
    style: &'static str,
    script: &'static str,
}

/// The whole page as text.
pub(crate) fn render(study: &MotorStudy) -> Result<String, ReportError> {
    let provenance = ProvenanceView::new(&study.provenance, &study.robot_source);
    let page = Page {
        robot: study.robot.clone(),
        robot_source: study.robot_source.clone(),
        version: study.provenance.version.clone(),
        judgement: JudgementView::new(&study.verdict),
        verdict: VerdictView::new(study),
        rows: table_rows(study),
        records: record_views(study),
        groups: group_views(study),
        warnings: WarningsView::new(&study.warnings),
        provenance,
        style: STYLE,
        script: PLAIN_SCRIPT,
    };
    fill("motors.html", &page)
}
