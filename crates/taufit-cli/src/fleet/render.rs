//! The screen of `fleet`: robots to look at, population, pools, failures.

use crate::numbers::{count, significant};
use crate::table::{Align, render_table};
use crate::text::wrap;
use taufit::study::{FleetParameter, FleetStudy, FleetTorqueConstant};

/// Rows of the list of robots and of failures.
const MOST_ROWS: usize = 20;

/// The whole screen.
pub(super) fn render_fleet(study: &FleetStudy, width: u16) -> String {
    let n_outliers = study.robots.iter().filter(|robot| robot.is_outlier).count();
    let mut drifting: Vec<&str> = study.drifts.iter().map(|drift| drift.robot.as_str()).collect();
    drifting.sort_unstable();
    drifting.dedup();
    let mut text = wrap(
        &format!(
            "{}: {} with {}; {}, {} drifting, at a family-wise error rate of {} % each.",
            study.robot_type,
            count(study.robots.len(), "robot"),
            count(study.n_logs, "log"),
            count(n_outliers, "outlier"),
            drifting.len(),
            significant(100.0 * study.family_wise_rate, 3)
        ),
        width,
        "  ",
    );
    text += &attention(study, width);
    let headings = [
        ("parameter", Align::Left),
        ("mean", Align::Right),
        ("95 % interval", Align::Right),
        ("spread", Align::Right),
        ("95 % interval", Align::Right),
        ("robots", Align::Right),
    ];
    let rows = study.parameters.iter().map(parameter).collect();
    text += &format!("\n{}", render_table(&headings, rows, width));
    text += &torque_constants(study, width);
    for pool in &study.pools {
        let verdict = if pool.is_homogeneous { "one value serves all" } else { "they differ" };
        text += &format!(
            "\n{}: {} ({} to {}), Q {}, p {}: {verdict}\n",
            pool.parameters.join(" = "),
            significant(pool.value, 4),
            significant(pool.interval[0], 4),
            significant(pool.interval[1], 4),
            significant(pool.q, 3),
            significant(pool.p, 2)
        );
    }
    text + &failures(study)
}

fn attention(study: &FleetStudy, width: u16) -> String {
    if study.attention.is_empty() {
        return "No robot differs from its type or changes over time.\n".to_owned();
    }
    let row = |a: &taufit::study::Attention| vec![a.robot.clone(), a.reasons.join("; ")];
    let rows = study.attention.iter().take(MOST_ROWS).map(row).collect();
    let headings = [("look at these first", Align::Left), ("reasons", Align::Left)];
    let more = study.attention.len().saturating_sub(MOST_ROWS);
    let rest = if more > 0 { format!("and {more} more\n") } else { String::new() };
    format!("\n{}{rest}", render_table(&headings, rows, width))
}

/// Torque constants of the type; nothing for logs of torques.
fn torque_constants(study: &FleetStudy, width: u16) -> String {
    if study.torque_constants.is_empty() {
        return String::new();
    }
    let headings = [
        ("torque constant", Align::Left),
        ("joint", Align::Left),
        ("plan", Align::Right),
        ("mean", Align::Right),
        ("95 % interval", Align::Right),
        ("spread", Align::Right),
        ("robots", Align::Right),
    ];
    let row = |constant: &FleetTorqueConstant| {
        let mean = constant.mean.map_or_else(|| "no weight".to_owned(), |k| significant(k, 4));
        vec![
            constant.name.clone(),
            constant.joint.clone(),
            significant(constant.by_plan, 4),
            mean,
            interval(constant.mean_interval),
            constant.spread.map_or_else(String::new, |spread| significant(spread, 2)),
            constant.n_robots.to_string(),
        ]
    };
    let rows = study.torque_constants.iter().map(row).collect();
    format!("\n{}", render_table(&headings, rows, width))
}

fn interval(x: Option<[f64; 2]>) -> String {
    x.map_or_else(String::new, |[low, high]| {
        format!("{} to {}", significant(low, 3), significant(high, 3))
    })
}

fn parameter(parameter: &FleetParameter) -> Vec<String> {
    let number = |x: Option<f64>| x.map_or_else(String::new, |x| significant(x, 4));
    vec![
        parameter.name.clone(),
        number(parameter.mean),
        interval(parameter.mean_interval),
        number(parameter.spread),
        interval(parameter.spread_interval),
        parameter.n_robots.to_string(),
    ]
}

fn failures(study: &FleetStudy) -> String {
    let shown = study.failures.iter().take(MOST_ROWS);
    let line = |f: &taufit::study::FleetFailure| format!("{} [{}]: {}\n", f.log, f.code, f.message);
    let list: String = shown.map(line).collect();
    match study.failures.len() {
        0 => String::new(),
        n => format!("\n{} could not be used:\n{list}", count(n, "log")),
    }
}
