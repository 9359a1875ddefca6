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
use crate::section::HeaderView;
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
    #[serde(flatten)]
    header: HeaderView,
    verdict: VerdictView,
    rows: Vec<TableRow>,
    records: Vec<RecordView>,
    groups: Vec<GroupView>,
}

/// The whole page as text.
pub(crate) fn render(study: &MotorStudy) -> Result<String, ReportError> {
    let page = Page {
        header: HeaderView::new(&study.header, STYLE, PLAIN_SCRIPT),
        verdict: VerdictView::new(study),
        rows: table_rows(study),
        records: record_views(study),
        groups: group_views(study),
    };
    fill("motors.html", &page)
}
