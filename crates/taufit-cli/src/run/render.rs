//! Text of the plan of an experiment, and of its result.

use super::Prepared;
use crate::numbers::{count, number, significant};
use crate::table::{Align, render_table};
use crate::text::wrap;
use std::path::Path;
use taufit::experiment::{JointExtent, Phase};
use taufit_robot::RunReport;

/// Text of a plan: phases, joints, totals.
pub(super) fn render_dry_run(prepared: &Prepared, width: u16) -> String {
    let Prepared { experiment, plan, check, .. } = prepared;
    let mut text = format!(
        "{}: {}, {:.1} s, {:.0} samples at {} Hz\n\n",
        prepared.loaded.robot.name(),
        count(plan.phases.len(), "phase"),
        plan.duration_s(),
        plan.duration_s() * plan.rate_hz,
        number(plan.rate_hz),
    );
    text += &render_phases(&plan.phases, width);
    text += &format!("\nJoints, within their limits\n{}", render_joints(&check.joints, width));
    if let Some(clearance_m) = check.clearance_m {
        text += &format!("\nBodies keep at least {} m apart.\n", significant(clearance_m, 3));
    } else {
        text += "\nCollisions were not checked: describe the surroundings in [scene].\n";
    }
    let guard = experiment.guard;
    let stops = format!(
        "The guard stops the robot {} rad before the ends of travel, {} rad off the reference, at \
         {:.0} % of speed limits, {:.0} % of torque limits, and after {} s without feedback.",
        number(guard.position_margin_rad),
        number(guard.tracking_error_rad),
        100.0 * guard.velocity_share,
        100.0 * guard.effort_share,
        number(guard.stale_s),
    );
    text + &wrap(&stops, width, "")
}

fn render_phases(phases: &[Phase], width: u16) -> String {
    let mut begin_s = 0.0;
    let row = |(k, phase): (usize, &Phase)| {
        let from_s = begin_s;
        begin_s += phase.duration_s;
        vec![
            (k + 1).to_string(),
            phase.kind.label().to_owned(),
            phase.joint.clone().unwrap_or_default(),
            phase.speed_rad_s.map(number).unwrap_or_default(),
            phase.iteration.map(|k| k.to_string()).unwrap_or_default(),
            format!("{from_s:.2}"),
            format!("{:.2}", phase.duration_s),
        ]
    };
    let headings = [
        ("#", Align::Right),
        ("phase", Align::Left),
        ("joint", Align::Left),
        ("speed [rad/s]", Align::Right),
        ("iteration", Align::Right),
        ("from [s]", Align::Right),
        ("for [s]", Align::Right),
    ];
    render_table(&headings, phases.iter().enumerate().map(row).collect(), width)
}

fn render_joints(joints: &[JointExtent], width: u16) -> String {
    let range = |low: f64, high: f64| format!("{low:.3} to {high:.3}");
    let row = |joint: &JointExtent| {
        let moves = joint.lowest <= joint.highest;
        let allowed = joint.lower.zip(joint.upper).map(|(low, high)| range(low, high));
        vec![
            joint.joint.clone(),
            if moves { range(joint.lowest, joint.highest) } else { "not commanded".to_owned() },
            allowed.unwrap_or_else(|| "no limit".to_owned()),
            significant(joint.speed, 3),
            joint.speed_limit.map_or_else(|| "no limit".to_owned(), |v| significant(v, 3)),
        ]
    };
    let headings = [
        ("joint", Align::Left),
        ("position [rad]", Align::Right),
        ("allowed", Align::Right),
        ("speed [rad/s]", Align::Right),
        ("allowed", Align::Right),
    ];
    render_table(&headings, joints.iter().map(row).collect(), width)
}

/// Text of a completed run, with the next command.
pub(super) fn render_report(prepared: &Prepared, report: &RunReport, out: &Path) -> String {
    let lost = match report.n_lost {
        0 => "no packet lost".to_owned(),
        n => format!("{n} packets lost"),
    };
    let tracking = match (report.worst_tracking_rad, report.worst_joint.as_str()) {
        // No reference: a clamped arm, or a run that only listens.
        (0.0, _) | (_, "") => String::new(),
        (_, joint) => format!(
            "; {joint} was off its reference most, by {} rad",
            significant(report.worst_tracking_rad, 2)
        ),
    };
    format!(
        "{}: {} in {:.1} s, {lost}{tracking}\nNext: taufit inspect {} --robot {}\n",
        out.display(),
        count(report.n_samples as usize, "sample"),
        report.duration_s,
        out.display(),
        prepared.experiment.robot,
    )
}
