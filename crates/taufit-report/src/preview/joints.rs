//! Joints over time, and a table of what they use.

use super::sampled::SampledMotion;
use super::summary::Use;
use super::view::{JointPanes, PaneText};
use crate::figure::{JointPanel, draw_joint_motion};
use crate::numbers::{fixed, rounded};
use serde::Serialize;
use taufit::excite::Design;
use taufit::model::Robot;

/// One joint.
#[derive(Debug, Serialize)]
pub(super) struct PreviewJointView {
    number: usize,
    name: String,
    unit: &'static str,
    figure: String,
    lowest: String,
    highest: String,
    lower: String,
    upper: String,
    uses: Vec<UseView>,
}

/// Share of a limit that is used.
#[derive(Debug, Serialize)]
struct UseView {
    used: String,
    limit: String,
    percent: String,
    /// For the bar.
    width: String,
    binds: bool,
}

/// Every joint of the motion.
pub(super) fn joint_views(
    design: &Design,
    robot: &Robot,
    motion: &SampledMotion,
) -> Vec<PreviewJointView> {
    (0..robot.n_dof()).map(|dof| PreviewJointView::new(design, robot, motion, dof)).collect()
}

/// Signals and limits of every joint for the plots.
pub(super) fn joint_panes(design: &Design, robot: &Robot) -> Vec<JointPanes> {
    (0..robot.n_dof()).map(|dof| panes(design, robot, dof)).collect()
}

fn panes(design: &Design, robot: &Robot, dof: usize) -> JointPanes {
    let (joint, limits) = (robot.dof_joint(dof), &design.limits[dof]);
    let [unit, speed, acceleration, effort] = match joint.is_prismatic() {
        true => ["m", "m/s", "m/s²", "N"],
        false => ["rad", "rad/s", "rad/s²", "N·m"],
    };
    let both = |limit: f64| Some([-limit, limit]);
    let pane = |symbol, unit, bounds| PaneText { symbol, unit, bounds };
    let panes = [
        pane("q", unit, Some([limits.lower, limits.upper])),
        pane("qd", speed, both(limits.velocity)),
        pane("qdd", acceleration, both(limits.acceleration)),
        pane("τ", effort, limits.torque.and_then(both)),
    ];
    JointPanes { name: joint.name.clone(), panes }
}

impl PreviewJointView {
    fn new(design: &Design, robot: &Robot, motion: &SampledMotion, dof: usize) -> Self {
        let (joint, limits) = (robot.dof_joint(dof), &design.limits[dof]);
        let (peaks, curves) = (&design.check.joints[dof], &motion.joints[dof]);
        let texts = panes(design, robot, dof);
        let values = [&curves.q, &curves.qd, &curves.qdd, &curves.tau];
        let panels: [JointPanel<'_>; 4] = std::array::from_fn(|k| {
            let text = &texts.panes[k];
            JointPanel { title: text.title(), values: values[k], bounds: text.bounds }
        });
        let unit = texts.panes[0].unit;
        let [position, speed, acceleration, _, torque] = Use::of_joint(peaks, limits);
        Self {
            number: dof + 1,
            name: joint.name.clone(),
            unit,
            figure: draw_joint_motion(&joint.name, &motion.t_s, &panels),
            lowest: fixed(peaks.lowest, 2),
            highest: fixed(peaks.highest, 2),
            lower: fixed(limits.lower, 2),
            upper: fixed(limits.upper, 2),
            uses: [position, speed, acceleration, torque].iter().map(UseView::new).collect(),
        }
    }
}

impl UseView {
    fn new(used: &Use) -> Self {
        let share = used.share();
        Self {
            used: rounded(used.used, 3),
            limit: used.limit.map_or_else(|| "–".to_owned(), |limit| rounded(limit, 3)),
            percent: share.map_or_else(String::new, |s| format!("{:.0}", 100.0 * s)),
            width: format!("{:.0}", 100.0 * share.unwrap_or(0.0).clamp(0.0, 1.0)),
            binds: used.binds(),
        }
    }
}
