//! Torque errors before and after, joint by joint.

use crate::numbers::{bar_length, percent, rounded, share};
use serde::Serialize;
use taufit::study::{JointRecord, Study};

/// The table.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorsView {
    joints: Vec<JointRow>,
    before: String,
    after: String,
    feasible: String,
    fit: String,
}

/// A row.
#[derive(Debug, Serialize)]
struct JointRow {
    number: usize,
    name: String,
    unit: String,
    before: String,
    after: String,
    largest: String,
    percent_before: String,
    percent_after: String,
    percent_feasible: String,
    percent_fit: String,
    explained: String,
    /// Lengths of the bars \[% of the longest\].
    bar_before: String,
    bar_after: String,
}

impl ErrorsView {
    pub(crate) fn new(study: &Study) -> Self {
        let errors = study.joints.iter().flat_map(|j| [j.errors.nominal, j.errors.validation]);
        let finite = errors.map(|e| e.relative_percent).filter(|x| x.is_finite());
        let longest = finite.fold(0.0, f64::max);
        let totals = &study.totals;
        Self {
            joints: study.joints.iter().map(|joint| JointRow::new(joint, longest)).collect(),
            before: percent(totals.nominal.relative_percent),
            after: percent(totals.validation.relative_percent),
            feasible: percent(totals.feasible.relative_percent),
            fit: percent(totals.fit.relative_percent),
        }
    }
}

impl JointRow {
    fn new(joint: &JointRecord, longest: f64) -> Self {
        let errors = &joint.errors;
        Self {
            number: joint.number,
            name: joint.name.clone(),
            unit: joint.effort_unit.clone(),
            before: rounded(errors.nominal.rms_nm, 3),
            after: rounded(errors.validation.rms_nm, 3),
            largest: rounded(errors.validation.max_nm, 3),
            percent_before: percent(errors.nominal.relative_percent),
            percent_after: percent(errors.validation.relative_percent),
            percent_feasible: percent(errors.feasible.relative_percent),
            percent_fit: percent(errors.fit.relative_percent),
            explained: share(errors.validation.r_squared),
            bar_before: bar_length(errors.nominal.relative_percent, longest),
            bar_after: bar_length(errors.validation.relative_percent, longest),
        }
    }
}
