//! HTML preview of the planned motion: one curve per joint, its limits, the phases.

use super::Prepared;
use taufit::experiment::{JointExtent, Plan};

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 120.0;
/// Number of points of a curve.
const N_POINTS: usize = 1000;

/// HTML page.
pub(super) fn render_preview(prepared: &Prepared) -> String {
    let name = escaped(prepared.loaded.robot.name());
    let plan = &prepared.plan;
    let points = sampled(plan);
    let commanded = |(_, joint): &(usize, &JointExtent)| joint.lowest <= joint.highest;
    let joints = prepared.check.joints.iter().enumerate().filter(commanded);
    let figures: String = joints.map(|(dof, joint)| figure(plan, joint, dof, &points)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{name}: plan</title>\n\
         <style>body{{font:14px sans-serif;max-width:1040px;margin:2em auto}}\
         svg{{width:100%;background:#f6f6f6}}figure{{margin:1em 0}}</style>\n\
         <h1>{name}: planned motion, {:.1} s</h1>\n\
         <p>Position of every joint over time; dashed: where the guard stops it; grey: phases that \
         are measured.</p>\n{figures}</html>\n",
        plan.duration_s(),
    )
}

/// Times and positions along the plan, where positions are commanded.
fn sampled(plan: &Plan) -> Vec<(f64, Vec<f64>)> {
    let step_s = plan.duration_s() / N_POINTS as f64;
    let (mut points, mut begin_s) = (Vec::new(), 0.0);
    for phase in &plan.phases {
        let n = (phase.duration_s / step_s).ceil().max(1.0) as usize;
        for k in 0..=n {
            let t_s = phase.duration_s * k as f64 / n as f64;
            points.extend(phase.motion.reference(t_s).map(|point| (begin_s + t_s, point.q)));
        }
        begin_s += phase.duration_s;
    }
    points
}

fn figure(plan: &Plan, joint: &JointExtent, dof: usize, points: &[(f64, Vec<f64>)]) -> String {
    let total_s = plan.duration_s().max(f64::MIN_POSITIVE);
    let span = (joint.highest - joint.lowest).max(0.1);
    let x = |t_s: f64| WIDTH * t_s / total_s;
    let y = |q: f64| HEIGHT * (0.9 - 0.8 * (q - joint.lowest) / span);
    let curve: Vec<String> =
        points.iter().map(|(t_s, q)| format!("{:.1},{:.1}", x(*t_s), y(q[dof]))).collect();
    let limit = |q: f64| {
        let height = y(q);
        format!(
            "<line x1=\"0\" x2=\"{WIDTH}\" y1=\"{height:.1}\" y2=\"{height:.1}\" stroke=\"#c33\" \
             stroke-dasharray=\"6\"/>"
        )
    };
    let limits: String = joint.lower.into_iter().chain(joint.upper).map(limit).collect();
    format!(
        "<figure><figcaption>{}: {:.3} to {:.3} rad, up to {:.3} rad/s</figcaption>\
         <svg viewBox=\"0 0 {WIDTH} {HEIGHT}\">{}{limits}<polyline points=\"{}\" fill=\"none\" \
         stroke=\"#06c\" stroke-width=\"1.5\"/></svg></figure>\n",
        escaped(&joint.joint),
        joint.lowest,
        joint.highest,
        joint.speed,
        measured(plan, x),
        curve.join(" "),
    )
}

/// Grey background of the measured phases.
fn measured(plan: &Plan, x: impl Fn(f64) -> f64) -> String {
    use taufit::experiment::PhaseKind::{Dwell, Follow, Log, Press, Travel};
    let (mut text, mut begin_s) = (String::new(), 0.0);
    for phase in &plan.phases {
        if matches!(phase.kind, Dwell | Follow | Log | Press | Travel) {
            let (left, width) = (x(begin_s), x(phase.duration_s));
            text += &format!(
                "<rect x=\"{left:.1}\" width=\"{width:.1}\" y=\"0\" height=\"{HEIGHT}\" fill=\"#e4e4e4\"/>"
            );
        }
        begin_s += phase.duration_s;
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
