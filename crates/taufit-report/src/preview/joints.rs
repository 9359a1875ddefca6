//! Joints over time, and a table of what they use.

use super::sampled::SampledMotion;
use super::summary::Use;
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

impl PreviewJointView {
    fn new(design: &Design, robot: &Robot, motion: &SampledMotion, dof: usize) -> Self {
        let (joint, limits) = (robot.dof_joint(dof), &design.limits[dof]);
        let (peaks, curves) = (&design.check.joints[dof], &motion.joints[dof]);
        let slides = joint.is_prismatic();
        let [unit, speed, acceleration, effort] = match slides {
            true => ["m", "m/s", "m/s²", "N"],
            false => ["rad", "rad/s", "rad/s²", "N·m"],
        };
        let both = |limit: f64| Some([-limit, limit]);
        let panel = |title: String, values, bounds| JointPanel { title, values, bounds };
        let panels = [
            panel(format!("q [{unit}]"), &curves.q[..], Some([limits.lower, limits.upper])),
            panel(format!("qd [{speed}]"), &curves.qd, both(limits.velocity)),
            panel(format!("qdd [{acceleration}]"), &curves.qdd, both(limits.acceleration)),
            panel(format!("τ [{effort}]"), &curves.tau, limits.torque.and_then(both)),
        ];
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
