//! Torque errors joint by joint, before and after.

use crate::numbers::significant;
use crate::table::{Align, render_table};
use taufit::validate::JointMetrics;

/// One joint's errors on data not used for the fit.
pub(crate) struct JointLine<'a> {
    pub(crate) name: &'a str,
    /// `N m` or `N`.
    pub(crate) unit: &'a str,
    pub(crate) before: &'a JointMetrics,
    pub(crate) after: &'a JointMetrics,
    /// Percent of further columns.
    pub(crate) further: Vec<f64>,
}

/// The joints, then the totals \[%\] of `after` and the further columns.
pub(crate) fn render_joint_table(
    joints: &[JointLine<'_>],
    further: &[&str],
    totals: &[f64],
    width: u16,
) -> String {
    let mut headings = vec![
        ("#", Align::Right),
        ("joint", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("", Align::Left),
        ("after [%]", Align::Right),
    ];
    headings.extend(further.iter().map(|name| (*name, Align::Right)));
    headings.push(("explained", Align::Right));
    let mut rows: Vec<Vec<String>> = joints.iter().enumerate().map(joint_row).collect();
    let mut last = [vec![String::new(), "all".to_owned()], vec![String::new(); 3]].concat();
    let total = |percent: &f64| match percent.is_finite() {
        true => format!("{percent:.2}"),
        false => "–".to_owned(),
    };
    last.extend(totals.iter().map(total));
    rows.push(last);
    render_table(&headings, rows, width)
}

fn joint_row((k, joint): (usize, &JointLine<'_>)) -> Vec<String> {
    // Efforts that are not used, or zero from start to end.
    if joint.before.rms_nm == 0.0 && joint.after.rms_nm == 0.0 {
        return vec![(k + 1).to_string(), joint.name.to_owned(), "no effort".to_owned()];
    }
    let mut row = vec![
        (k + 1).to_string(),
        joint.name.to_owned(),
        significant(joint.before.rms_nm, 3),
        significant(joint.after.rms_nm, 3),
        joint.unit.to_owned(),
        format!("{:.2}", joint.after.relative_percent),
    ];
    row.extend(joint.further.iter().map(|percent| format!("{percent:.2}")));
    row.push(format!("{:.1} %", 100.0 * joint.after.r_squared));
    row
}
