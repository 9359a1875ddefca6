//! The screen of `identify`: verdict, torque errors before and after, parameters.

use crate::numbers::{count, number, significant};
use crate::table::{Align, render_table};
use crate::words::{grade_word, sentence, wrap};
use taufit::study::{BaseParameter, JointRecord, LadderStep, LinkRecord, LogRecord, Study};

/// The whole screen.
pub(super) fn render_identification(view: &Study, width: u16) -> String {
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
    if !view.friction_ladder.is_empty() {
        text += &format!("\n{}", render_ladder(&view.friction_ladder));
    }
    text += &format!(
        "\nLinks of a robot that can exist and fits the data\n{}",
        render_links(&view.links, width)
    );
    text += &format!(
        "\nBase parameters, with 95 % intervals that know of the residuals' correlation\n{}",
        render_parameters(&view.base_parameters, width)
    );
    text
}

fn verdict(view: &Study) -> String {
    let word = grade_word(view.verdict.grade);
    let determined = view.base_parameters.iter().filter(|p| p.determined).count();
    format!(
        "{}: {word}. {}. {determined} of {} base parameters are determined; condition number {}.",
        view.robot.name,
        sentence(&view.verdict.reason),
        view.base_parameters.len(),
        significant(view.identifiability.condition_number, 3),
    )
}

fn log_line(log: &LogRecord) -> String {
    let torque = match log.torque_cutoff_hz {
        Some(hz) => format!("torques and model compared up to {} Hz", significant(hz, 3)),
        None => "torques filtered like positions".to_owned(),
    };
    format!(
        "{}: {} at {} Hz, {} of {} s; {torque} ({}), positions up to {} Hz",
        log.source,
        count(log.n_samples, "sample"),
        significant(log.rate_hz, 4),
        count(log.n_segments, "segment"),
        significant(log.duration_s, 3),
        log.cutoff_reason,
        significant(log.motion_cutoff_hz, 3),
    )
}

fn render_ladder(ladder: &[LadderStep]) -> String {
    let step = |s: &LadderStep| {
        let mark = if s.chosen { "taken" } else { "" };
        vec![s.name.clone(), format!("{:.3}", s.held_out_error), mark.to_owned()]
    };
    let headings = [
        ("friction model", Align::Left),
        ("error on held-out stretches, best = 1", Align::Right),
        ("", Align::Left),
    ];
    render_table(&headings, ladder.iter().map(step).collect(), 88)
}

fn render_links(links: &[LinkRecord], width: u16) -> String {
    let headings = [
        ("link", Align::Left),
        ("nominal [kg]", Align::Right),
        ("mass [kg]", Align::Right),
        ("centre of mass [m]", Align::Left),
        ("principal moments [kg m²]", Align::Left),
    ];
    let list =
        |x: &[f64; 3]| x.iter().map(|v| significant(*v, 3)).collect::<Vec<String>>().join(", ");
    let row = |link: &LinkRecord| {
        vec![
            link.name.clone(),
            significant(link.nominal.mass_kg, 4),
            significant(link.identified.mass_kg, 4),
            list(&link.identified.com_m),
            list(&link.identified.principal_moments_kg_m2),
        ]
    };
    render_table(&headings, links.iter().map(row).collect(), width)
}

fn render_joints(view: &Study, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("", Align::Left),
        ("after [%]", Align::Right),
        ("physical [%]", Align::Right),
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
        format!("{:.2}", view.totals.validation.relative_percent),
        format!("{:.2}", view.totals.feasible.relative_percent),
        format!("{:.2}", view.totals.fit.relative_percent),
        String::new(),
    ]);
    render_table(&headings, rows, width)
}

fn joint_row(joint: &JointRecord) -> Vec<String> {
    vec![
        joint.number.to_string(),
        joint.name.clone(),
        significant(joint.errors.nominal.rms_nm, 3),
        significant(joint.errors.validation.rms_nm, 3),
        joint.effort_unit.clone(),
        format!("{:.2}", joint.errors.validation.relative_percent),
        format!("{:.2}", joint.errors.feasible.relative_percent),
        format!("{:.2}", joint.errors.fit.relative_percent),
        format!("{:.1} %", 100.0 * joint.errors.validation.r_squared),
    ]
}

fn render_parameters(parameters: &[BaseParameter], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("nominal", Align::Right),
        ("value", Align::Right),
        ("95 % interval", Align::Left),
        ("sigma [%]", Align::Right),
        ("expression", Align::Left),
    ];
    let row = |(k, p): (usize, &BaseParameter)| {
        vec![
            (k + 1).to_string(),
            number(p.nominal),
            number(p.value),
            format!("{} .. {}", number(p.interval[0]), number(p.interval[1])),
            p.percent_sigma.map_or_else(String::new, |s| significant(s, 2)),
            p.expression.clone(),
        ]
    };
    render_table(&headings, parameters.iter().enumerate().map(row).collect(), width)
}
