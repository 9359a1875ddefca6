//! The screen of `identify`: verdict, torque errors before and after, parameters.

use super::view::{IdentifyView, JointView, LogView, ParameterView};
use crate::numbers::{count, number, significant};
use crate::table::{Align, render_table};
use crate::words::wrap;
use taufit::validate::Grade;

/// Above this a parameter counts as not determined by the data.
const UNDETERMINED_PERCENT: f64 = 50.0;

/// The whole screen.
pub(super) fn render_identification(view: &IdentifyView, width: u16) -> String {
    let mut text = wrap(&verdict(view), width, "");
    text += &wrap(&format!("Rule: {}.", view.verdict.rule), width, "  ");
    text += "\n";
    for log in &view.logs {
        text += &wrap(&log_line(log), width, "  ");
    }
    text += &format!(
        "\nTorque errors before (nominal) and after, on data not used for the fit\n{}",
        render_joints(view, width)
    );
    text += &format!(
        "\nBase parameters, with 95 % intervals that know of the residuals' correlation\n{}",
        render_parameters(&view.base_parameters, width)
    );
    text
}

fn verdict(view: &IdentifyView) -> String {
    let word = match view.verdict.grade {
        Grade::Good => "GOOD",
        Grade::Usable => "USABLE",
        Grade::Poor => "POOR",
    };
    let weak = view.base_parameters.iter().filter(|p| undetermined(p)).count();
    let total = view.base_parameters.len();
    format!(
        "{}: {word}. {}. {} of {} base parameters are determined to better than {UNDETERMINED_PERCENT} %; \
         condition number {}.",
        view.robot,
        sentence(&view.verdict.reason),
        total - weak,
        total,
        significant(view.condition_number, 3),
    )
}

fn undetermined(parameter: &ParameterView) -> bool {
    parameter.percent_sigma.is_nan() || parameter.percent_sigma > UNDETERMINED_PERCENT
}

/// With a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn log_line(log: &LogView) -> String {
    format!(
        "{}: {} in {}, {} Hz, low pass {} Hz ({}), {} s cut at every edge",
        log.source,
        count(log.n_samples, "sample"),
        count(log.n_segments, "segment"),
        number(log.rate_hz),
        significant(log.cutoff_hz, 3),
        log.cutoff_reason,
        significant(log.edge_trim_s, 2),
    )
}

fn render_joints(view: &IdentifyView, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("", Align::Left),
        ("after [%]", Align::Right),
        ("fit [%]", Align::Right),
        ("explained", Align::Right),
    ];
    let mut rows: Vec<Vec<String>> = view.joints.iter().map(joint_row).collect();
    rows.push(vec![
        String::new(),
        "all".to_owned(),
        String::new(),
        String::new(),
        String::new(),
        format!("{:.2}", view.validation.relative_percent),
        format!("{:.2}", view.fit.relative_percent),
        String::new(),
    ]);
    render_table(&headings, rows, width)
}

fn joint_row(joint: &JointView) -> Vec<String> {
    vec![
        joint.number.to_string(),
        joint.name.clone(),
        significant(joint.nominal.rms_nm, 3),
        significant(joint.validation.rms_nm, 3),
        joint.unit.to_owned(),
        format!("{:.2}", joint.validation.relative_percent),
        format!("{:.2}", joint.fit.relative_percent),
        format!("{:.1} %", 100.0 * joint.validation.r_squared),
    ]
}

fn render_parameters(parameters: &[ParameterView], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("nominal", Align::Right),
        ("value", Align::Right),
        ("95 % interval", Align::Left),
        ("sigma [%]", Align::Right),
        ("expression", Align::Left),
    ];
    let row = |p: &ParameterView| {
        vec![
            p.number.to_string(),
            number(p.nominal),
            number(p.value),
            format!("{} .. {}", number(p.interval[0]), number(p.interval[1])),
            significant(p.percent_sigma, 2),
            p.expression.clone(),
        ]
    };
    render_table(&headings, parameters.iter().map(row).collect(), width)
}
