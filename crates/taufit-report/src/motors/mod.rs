//! The page of torque constants and friction.
//!
//! `table` is table 3 of Ulici et al. with intervals, `groups`
//! shows joints with the same motor side by side, `records` one record of every joint.

mod groups;
mod records;
mod table;

use crate::ReportError;
use crate::numbers::{percent, whole};
use crate::page::fill;
use crate::section::HeaderView;
use groups::{GroupView, group_views};
use records::{RecordView, record_views};
use serde::Serialize;
use table::{TableRow, table_rows};
use taufit::study::{ConstantOrigin, MotorJoint, MotorMode, MotorStudy};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct MotorsPage {
    #[serde(flatten)]
    header: HeaderView,
    verdict: MotorsVerdict,
    rows: Vec<TableRow>,
    records: Vec<RecordView>,
    groups: Vec<GroupView>,
}

/// The whole page as text.
pub(crate) fn render(study: &MotorStudy) -> Result<String, ReportError> {
    let page = MotorsPage {
        header: HeaderView::new(&study.header),
        verdict: MotorsVerdict::new(study),
        rows: table_rows(study),
        records: record_views(study),
        groups: group_views(study),
    };
    fill("motors.html", &page)
}

/// Numbers of the first screen.
#[derive(Debug, Serialize)]
pub(super) struct MotorsVerdict {
    n_own: String,
    n_joints: String,
    n_records: String,
    n_rejected: String,
    worst: String,
    is_sweep: bool,
}

impl MotorsVerdict {
    pub(super) fn new(study: &MotorStudy) -> Self {
        let own: Vec<&MotorJoint> =
            study.joints.iter().filter(|j| j.kct_origin == ConstantOrigin::Data).collect();
        let worst =
            own.iter().filter_map(|joint| joint.kct.as_ref()?.percent_sigma()).fold(0.0, f64::max);
        Self {
            n_own: whole(own.len()),
            n_joints: whole(study.joints.len()),
            n_records: whole(study.records.len()),
            n_rejected: whole(study.rejected.len()),
            worst: if own.is_empty() { "–".to_owned() } else { percent(worst) },
            is_sweep: study.mode == MotorMode::Plateaus,
        }
    }
}
