//! The page of a fleet: robots to look at first, map, drifts, population, failures.

use crate::ReportError;
use crate::figure::{draw_drift, draw_fleet_map};
use crate::numbers::{count, rounded, whole};
use crate::page::{PLAIN_SCRIPT, STYLE, fill};
use crate::section::WarningsView;
use serde::Serialize;
use taufit::study::{
    Attention, FleetDrift, FleetFailure, FleetParameter, FleetRobot, FleetStudy,
    FleetTorqueConstant,
};

/// Robots on the map: those that deviate most.
const MAP_ROBOTS: usize = 120;
/// Drifts that are drawn, and rows of the lists.
const DRAWN_DRIFTS: usize = 24;

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct FleetPage<'s> {
    robot: &'s str,
    version: &'s str,
    style: &'static str,
    script: &'static str,
    content: String,
    n_outliers: String,
    n_drifting: String,
    rate: String,
    median_error: String,
    base_hash: &'s str,
    settings_hash: &'s str,
    attention: &'s [Attention],
    map: String,
    map_note: String,
    drifts: Vec<DriftView<'s>>,
    drifts_note: Option<String>,
    parameters: Vec<ParameterView<'s>>,
    torque_constants: Vec<TorqueConstantView<'s>>,
    pools: Vec<PoolView>,
    failures: &'s [FleetFailure],
    warnings: WarningsView,
}

#[derive(Debug, Serialize)]
struct DriftView<'s> {
    robot: &'s str,
    parameter: &'s str,
    figure: String,
}

#[derive(Debug, Serialize)]
struct ParameterView<'s> {
    name: &'s str,
    expression: &'s str,
    mean: String,
    mean_interval: String,
    spread: String,
    spread_interval: String,
    spread_percent: String,
    n_robots: String,
    inflation: String,
}

#[derive(Debug, Serialize)]
struct TorqueConstantView<'s> {
    name: &'s str,
    joint: &'s str,
    by_plan: String,
    mean: String,
    interval: String,
    spread: String,
    n_robots: String,
}

#[derive(Debug, Serialize)]
struct PoolView {
    parameters: String,
    value: String,
    interval: String,
    q: String,
    p: String,
    words: &'static str,
}

/// The fleet as one HTML page that needs no network.
pub fn render_fleet_page(study: &FleetStudy) -> Result<String, ReportError> {
    let worst = |robot: &&FleetRobot| robot.z.iter().flatten().fold(0.0_f64, |m, z| m.max(z.abs()));
    let mut robots: Vec<&FleetRobot> = study.robots.iter().collect();
    robots.sort_by(|a, b| worst(b).total_cmp(&worst(a)));
    robots.truncate(MAP_ROBOTS);
    let mut drifting: Vec<&str> = study.drifts.iter().map(|drift| drift.robot.as_str()).collect();
    drifting.sort_unstable();
    drifting.dedup();
    let mut errors: Vec<f64> = study.robots.iter().map(|robot| robot.last_error_percent).collect();
    errors.sort_by(f64::total_cmp);
    let hidden = study.drifts.len().saturating_sub(DRAWN_DRIFTS);
    let page = FleetPage {
        robot: &study.robot_type,
        version: &study.version,
        style: STYLE,
        script: PLAIN_SCRIPT,
        content: format!("{}, {}", count(study.robots.len(), "robot"), count(study.n_logs, "log")),
        n_outliers: whole(study.robots.iter().filter(|robot| robot.is_outlier).count()),
        n_drifting: whole(drifting.len()),
        rate: rounded(100.0 * study.family_wise_rate, 2),
        median_error: errors.get(errors.len() / 2).map_or_else(String::new, |e| rounded(*e, 3)),
        base_hash: &study.base_hash,
        settings_hash: &study.settings_hash,
        attention: &study.attention,
        map_note: match study.robots.len() - robots.len() {
            0 => format!("All {}.", count(robots.len(), "robot")),
            n => format!(
                "The {} that deviate most; {} more deviate less.",
                count(robots.len(), "robot"),
                whole(n)
            ),
        },
        map: draw_fleet_map(&robots, &study.parameters),
        drifts: study.drifts.iter().take(DRAWN_DRIFTS).map(drift).collect(),
        drifts_note: (hidden > 0).then(|| format!("{hidden} more are in result.json.")),
        parameters: study.parameters.iter().map(parameter).collect(),
        torque_constants: study.torque_constants.iter().map(torque_constant).collect(),
        pools: study.pools.iter().map(pool).collect(),
        failures: &study.failures,
        warnings: WarningsView::new(&study.warnings),
    };
    fill("fleet.html", &page)
}

fn drift(drift: &FleetDrift) -> DriftView<'_> {
    DriftView { robot: &drift.robot, parameter: &drift.parameter, figure: draw_drift(drift) }
}

fn interval(x: Option<[f64; 2]>) -> String {
    x.map_or_else(String::new, |[low, high]| format!("{} … {}", rounded(low, 3), rounded(high, 3)))
}

fn parameter(parameter: &FleetParameter) -> ParameterView<'_> {
    let shown = |x: Option<f64>| x.map_or_else(String::new, |x| rounded(x, 4));
    let percent =
        parameter.mean.zip(parameter.spread).map(|(mean, spread)| 100.0 * spread / mean.abs());
    ParameterView {
        name: &parameter.name,
        expression: &parameter.expression,
        mean: shown(parameter.mean),
        mean_interval: interval(parameter.mean_interval),
        spread: shown(parameter.spread),
        spread_interval: interval(parameter.spread_interval),
        spread_percent: percent.map_or_else(String::new, |p| rounded(p, 2)),
        n_robots: whole(parameter.n_robots),
        inflation: rounded(parameter.inflation, 2),
    }
}

fn torque_constant(constant: &FleetTorqueConstant) -> TorqueConstantView<'_> {
    TorqueConstantView {
        name: &constant.name,
        joint: &constant.joint,
        by_plan: rounded(constant.by_plan, 4),
        mean: constant.mean.map_or_else(|| "no weight".to_owned(), |k| rounded(k, 4)),
        interval: interval(constant.mean_interval),
        spread: constant.spread.map_or_else(String::new, |spread| rounded(spread, 2)),
        n_robots: whole(constant.n_robots),
    }
}

fn pool(pool: &taufit::study::ParameterPool) -> PoolView {
    PoolView {
        parameters: pool.parameters.join(" = "),
        value: rounded(pool.value, 4),
        interval: interval(Some(pool.interval)),
        q: rounded(pool.q, 3),
        p: rounded(pool.p, 2),
        words: if pool.is_homogeneous { "one value serves all" } else { "they differ" },
    }
}
