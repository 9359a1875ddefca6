//! One axis: its lines, its figures, its load over time.

use crate::figure::{JointPanel, LoadLine, draw_joint_motion, draw_load_line};
use crate::numbers::{fixed, percent, rounded};
use serde::Serialize;
use taufit::study::{
    AxisRecord, LineFit, LoadPoints, ParameterRecord, StiffnessMethod, StiffnessStatus,
};

/// Angles are shown in thousandths of their unit, torques in thousands.
const MILLI: f64 = 1e3;
const KILO: f64 = 1e-3;

/// One axis.
#[derive(Debug, Serialize)]
pub(super) struct AxisView {
    number: usize,
    name: String,
    unit: String,
    stiffness: String,
    sigma: String,
    by: &'static str,
    difference: String,
    truth: Option<String>,
    torque_range: String,
    deflection_range: String,
    counts: String,
    hysteresis: String,
    is_known: bool,
    fits: Vec<FitView>,
    figures: Vec<Figure>,
    history: String,
}

/// One line.
#[derive(Debug, Serialize)]
struct FitView {
    method: &'static str,
    stiffness: String,
    percent_sigma: String,
    white_percent_sigma: String,
    offset: String,
    offset_percent_sigma: String,
    friction: String,
    relative_error: String,
    n_rows: usize,
}

/// Torque over angle.
#[derive(Debug, Serialize)]
struct Figure {
    title: &'static str,
    svg: String,
}

impl AxisView {
    pub(super) fn new(axis: &AxisRecord) -> Self {
        let optional = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| rounded(x, 4));
        let sigma = axis.stiffness.as_ref().and_then(ParameterRecord::percent_sigma).map(percent);
        let is_known = axis.stiffness.is_some();
        Self {
            number: axis.number,
            name: axis.joint.clone(),
            unit: format!("{}/{}", axis.effort_unit, axis.position_unit),
            stiffness: optional(axis.stiffness.as_ref().map(|k| k.value)),
            sigma: sigma.unwrap_or_default(),
            by: by(axis),
            difference: axis
                .difference_percent
                .filter(|_| is_known)
                .map(percent)
                .unwrap_or_default(),
            truth: axis.true_stiffness.map(|k| rounded(k, 4)),
            torque_range: rounded(axis.torque_range, 3),
            deflection_range: rounded(MILLI * axis.deflection_range, 3),
            counts: axis.encoder_counts.map_or_else(|| "–".to_owned(), |n| fixed(n, 0)),
            hysteresis: axis
                .hysteresis
                .filter(|_| is_known)
                .map(|h| rounded(h, 3))
                .unwrap_or_default(),
            is_known,
            fits: axis.fits().map(fit_view).collect(),
            figures: if is_known { figures(axis) } else { Vec::new() },
            history: if is_known { history(axis) } else { String::new() },
        }
    }
}

fn by(axis: &AxisRecord) -> &'static str {
    match (axis.method, axis.status) {
        (Some(StiffnessMethod::Wrench), _) => "wrench",
        (Some(StiffnessMethod::MotorTorque), _) => "motor torque",
        (None, StiffnessStatus::NotLoaded) => "not loaded",
        (None, StiffnessStatus::Negative) => "slope is negative",
        (None, _) => "too uncertain",
    }
}

fn fit_view((method, fit): (&'static str, &LineFit)) -> FitView {
    let offset = fit.offsets.first();
    FitView {
        method,
        stiffness: rounded(fit.stiffness, 4),
        percent_sigma: rounded(fit.percent_sigma, 2),
        white_percent_sigma: rounded(fit.white_percent_sigma, 2),
        offset: offset.map(|o| rounded(o.value, 4)).unwrap_or_default(),
        offset_percent_sigma: offset.map(|o| rounded(o.percent_sigma, 2)).unwrap_or_default(),
        friction: fit.friction.map(|f| rounded(f, 3)).unwrap_or_default(),
        relative_error: percent(fit.relative_error_percent),
        n_rows: fit.n_rows,
    }
}

/// Of the first record in use: others have other offsets.
fn figures(axis: &AxisRecord) -> Vec<Figure> {
    let motor = axis.motor.as_ref().or(axis.motor_plain.as_ref());
    let figure = |title, points: &LoadPoints, fit| {
        let (clamp, q0) = (*points.clamp.first()?, *points.q.first()?);
        let svg = draw_load_line(&LoadLine {
            label: format!("{title} of {} over motor angle", axis.joint),
            points,
            fit,
            x_title: format!("motor angle from its first value [m{}]", axis.position_unit),
            y_title: format!("{title} [k{}]", axis.effort_unit),
            clamp,
            q0,
            q_scale: MILLI,
            tau_scale: KILO,
        });
        Some(Figure { title, svg })
    };
    let both = [
        figure("motor torque", &axis.motor_points, motor),
        figure("torque by the wrench", &axis.wrench_points, axis.wrench.as_ref()),
    ];
    both.into_iter().flatten().collect()
}

/// Deflection and motor torque over time, of the first record in use.
fn history(axis: &AxisRecord) -> String {
    let points = &axis.motor_points;
    let first = points.clamp.first().copied();
    let rows: Vec<usize> =
        (0..points.q.len()).filter(|&k| points.clamp.get(k).copied() == first).collect();
    let q0 = points.q.first().copied().unwrap_or(0.0);
    let t_s: Vec<f64> = rows.iter().map(|&k| points.t_s[k]).collect();
    let angles: Vec<f64> = rows.iter().map(|&k| MILLI * (points.q[k] - q0)).collect();
    let torques: Vec<f64> = rows.iter().map(|&k| KILO * points.tau[k]).collect();
    let panel = |title: String, values| JointPanel { title, values, bounds: None };
    let panels = [
        panel(format!("angle [m{}]", axis.position_unit), &angles),
        panel(format!("torque [k{}]", axis.effort_unit), &torques),
    ];
    draw_joint_motion(&axis.joint, &t_s, &panels)
}
