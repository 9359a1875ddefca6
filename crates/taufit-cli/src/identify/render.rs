//! The screen of `identify`: verdict, torque errors before and after, drives and masses joint by joint, next commands.
//! With `--all`: how the logs were filtered, friction models, links, base parameters.

use super::drives::{render_drives, render_undetermined};
use crate::joint_table::{JointLine, render_joint_table};
use crate::numbers::{count, number, significant};
use crate::table::{Align, render_table};
use crate::text::{concern_lines, sentence, wrap};
use taufit::study::{
    EstimatorRecord, FrictionCandidate, JointRecord, LeftOut, LinkRecord, LogRecord, Mending,
    ParameterRecord, Study,
};

/// The screen: at most 40 lines for six joints; `all` adds what the result folder has besides.
pub(crate) fn render_identification(view: &Study, all: bool, next: &str, width: u16) -> String {
    let mut text = wrap(&verdict(view), width, "");
    text += &concern_lines(&view.header.verdict, width);
    text += &wrap(&format!("Rule: {}.", view.header.verdict.rule), width, "  ");
    text += "\n";
    for log in &view.logs {
        text += &wrap(&log_line(log, all), width, "  ");
    }
    text += &format!(
        "\nTorque errors before (nominal) and after, on data not used for the fit\n{}",
        render_joints(view, width)
    );
    text += &format!("\n{}", render_drives(view, width));
    text += &render_undetermined(&view.base_parameters, width);
    text += &render_estimator(view, width);
    if all {
        text += &render_all(view, width);
    }
    text + next
}

/// Friction models, links and base parameters.
fn render_all(view: &Study, width: u16) -> String {
    let mut text = String::new();
    if !view.friction_candidates.is_empty() {
        text += &format!("\n{}", render_candidates(&view.friction_candidates, width));
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
    let word = view.header.verdict.grade;
    let determined = view.base_parameters.iter().filter(|p| p.is_determined()).count();
    format!(
        "{}: {word}. {}. {determined} of {} base parameters are determined; condition number {}.",
        view.header.robot.name,
        sentence(&view.header.verdict.reason),
        view.base_parameters.len(),
        significant(view.conditioning.condition_number, 3),
    )
}

fn log_line(log: &LogRecord, all: bool) -> String {
    if !all {
        return format!(
            "{}: {} at {} Hz, {} of {} s; low pass {} Hz{}",
            log.source.rsplit('/').next().unwrap_or_default(),
            count(log.n_samples, "sample"),
            significant(log.rate_hz, 4),
            count(log.n_segments, "segment"),
            significant(log.duration_s, 3),
            significant(log.torque_cutoff_hz.unwrap_or(log.motion_cutoff_hz), 3),
            taken_out(&log.mending),
        );
    }
    let torque = match log.torque_cutoff_hz {
        Some(hz) => format!("torques and model compared up to {} Hz", significant(hz, 3)),
        None => "torques filtered like positions".to_owned(),
    };
    let taken_out = taken_out(&log.mending);
    format!(
        "{}: {} at {} Hz, {} of {} s; {torque} ({}), positions up to {} Hz{taken_out}",
        log.source,
        count(log.n_samples, "sample"),
        significant(log.rate_hz, 4),
        count(log.n_segments, "segment"),
        significant(log.duration_s, 3),
        log.cutoff_reason,
        significant(log.motion_cutoff_hz, 3),
    )
}

/// Samples removed from a log, if any.
fn taken_out(mending: &Mending) -> String {
    let mut text = String::new();
    if mending.n_spikes > 0 {
        text += &format!("; {} mended", count(mending.n_spikes, "spike"));
    }
    if mending.standstill_s > 0.0 {
        text += &format!("; {} s of standstill cut out", significant(mending.standstill_s, 3));
    }
    text
}

fn render_candidates(candidates: &[FrictionCandidate], width: u16) -> String {
    let step = |s: &FrictionCandidate| {
        let mark = if s.chosen { "taken" } else { "" };
        vec![s.name.clone(), format!("{:.3}", s.held_out_error), mark.to_owned()]
    };
    let headings = [
        ("friction model", Align::Left),
        ("error on held-out stretches, best = 1", Align::Right),
        ("", Align::Left),
    ];
    render_table(&headings, candidates.iter().map(step).collect(), width)
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
    let lines: Vec<JointLine<'_>> = view.joints.iter().map(joint_line).collect();
    let totals = [&view.totals.validation, &view.totals.feasible, &view.totals.fit];
    let totals = totals.map(|t| t.relative_percent);
    render_joint_table(&lines, &["physical [%]", "fit [%]"], &totals, width)
}

fn joint_line(joint: &JointRecord) -> JointLine<'_> {
    let errors = &joint.errors;
    JointLine {
        name: &joint.name,
        unit: &joint.effort_unit,
        before: &errors.nominal,
        after: &errors.validation,
        further: vec![errors.feasible.relative_percent, errors.fit.relative_percent],
    }
}

/// The estimator, where it is more than plain least squares.
fn render_estimator(view: &Study, width: u16) -> String {
    let EstimatorRecord { name, notes, left_out, least_squares } = &view.estimator;
    let Some(plain) = least_squares else { return String::new() };
    let mut text = format!("\nFound by {name}\n");
    for note in notes {
        text += &wrap(&format!("{}.", sentence(note)), width, "  ");
    }
    text += &format!(
        "Torque error on data not used for the fit: {:.2} %; plain least squares {:.2} %.\n",
        view.totals.validation.relative_percent, plain.relative_percent
    );
    if left_out.is_empty() { text } else { text + &render_left_out(left_out, width) }
}

fn render_left_out(left_out: &[LeftOut], width: u16) -> String {
    let headings = [
        ("left out", Align::Left),
        ("sigma [%]", Align::Right),
        ("by chance [%]", Align::Right),
        ("expression", Align::Left),
    ];
    let row = |p: &LeftOut| {
        vec![
            p.name.clone(),
            p.percent_sigma.map_or_else(String::new, |s| significant(s, 2)),
            significant(100.0 * p.probability, 2),
            p.expression.clone(),
        ]
    };
    render_table(&headings, left_out.iter().map(row).collect(), width)
}

fn render_parameters(parameters: &[ParameterRecord], width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("nominal", Align::Right),
        ("value", Align::Right),
        ("95 % interval", Align::Left),
        ("sigma [%]", Align::Right),
        ("expression", Align::Left),
    ];
    let row = |(k, p): (usize, &ParameterRecord)| {
        vec![
            (k + 1).to_string(),
            p.nominal.map(number).unwrap_or_default(),
            number(p.value),
            p.interval.map_or_else(
                || "not fixed".to_owned(),
                |[low, high]| format!("{} .. {}", number(low), number(high)),
            ),
            p.percent_sigma().map_or_else(String::new, |s| significant(s, 2)),
            p.expression().to_owned(),
        ]
    };
    render_table(&headings, parameters.iter().enumerate().map(row).collect(), width)
}
