//! Goal of the trajectory controller in progress.

use crate::ros::{Goal, GoalPoint};
use taufit::command::Setpoint;

/// Goal in progress.
#[derive(Clone, Debug)]
pub(super) struct ActiveGoal {
    goal: Goal,
    /// Indices of the arm's joints in the goal.
    indices: Vec<usize>,
    began_s: f64,
}

impl ActiveGoal {
    /// Goal for the driver's `joints`, in any order; refuses malformed goals.
    pub(super) fn new(goal: Goal, joints: &[String], began_s: f64) -> Result<Self, String> {
        let index = |joint: &String| goal.joints.iter().position(|name| name == joint);
        let indices: Vec<usize> = joints.iter().filter_map(index).collect();
        if indices.len() != joints.len() || goal.joints.len() != indices.len() {
            return Err(format!("goal for {:?}, joints are {joints:?}", goal.joints));
        }
        check_points(&goal)?;
        Ok(Self { goal, indices, began_s })
    }

    /// Begin \[s\].
    pub(super) fn began_s(&self) -> f64 {
        self.began_s
    }

    /// Reference of the joints, and whether the goal has ended.
    pub(super) fn at(&self, t_s: f64) -> (Setpoint, bool) {
        let points = &self.goal.points;
        let next = points.partition_point(|point| point.after.as_secs_f64() <= t_s);
        let (a, b) = (&points[next.saturating_sub(1)], &points[next.min(points.len() - 1)]);
        let values = self.indices.iter().map(|&j| interpolated(a, b, j, t_s));
        let (mut q, mut qd, mut qdd) = (Vec::new(), Vec::new(), Vec::new());
        for [position, velocity, acceleration] in values {
            q.push(position);
            qd.push(velocity);
            qdd.push(acceleration);
        }
        (Setpoint { q, qd, qdd }, next == points.len())
    }
}

/// Position, velocity and acceleration of joint `j` on the cubic through two points and their velocities.
/// With `h` between the points, `s = (t − t_a)/h`, `D = (q_b − q_a)/h`: `q = q_a + h·s·(v_a + s·(3D − 2v_a −
/// v_b) + s²·(v_a + v_b − 2D))`.
fn interpolated(a: &GoalPoint, b: &GoalPoint, j: usize, t_s: f64) -> [f64; 3] {
    let (t_a_s, t_b_s) = (a.after.as_secs_f64(), b.after.as_secs_f64());
    let h = t_b_s - t_a_s;
    if h <= 0.0 {
        // Before the first point or after the last one.
        return [a.q[j], 0.0, 0.0];
    }
    let s = ((t_s - t_a_s) / h).clamp(0.0, 1.0);
    let slope = (b.q[j] - a.q[j]) / h;
    let velocity = |point: &GoalPoint| point.qd.get(j).copied().unwrap_or(slope);
    let (v_a, v_b) = (velocity(a), velocity(b));
    let (c2, c3) = (3.0 * slope - 2.0 * v_a - v_b, v_a + v_b - 2.0 * slope);
    [
        a.q[j] + h * s * (v_a + s * (c2 + s * c3)),
        v_a + s * (2.0 * c2 + 3.0 * s * c3),
        (2.0 * c2 + 6.0 * s * c3) / h,
    ]
}

fn check_points(goal: &Goal) -> Result<(), String> {
    let n = goal.joints.len();
    for GoalPoint { q, qd, qdd, .. } in &goal.points {
        let fits = |values: &[f64]| values.is_empty() || values.len() == n;
        if q.len() != n || !fits(qd) || !fits(qdd) {
            return Err(format!("a point has {} positions for {n} joints", q.len()));
        }
        if [q, qd, qdd].into_iter().flatten().any(|x| !x.is_finite()) {
            return Err("a point is not finite".to_owned());
        }
    }
    match goal.points.is_sorted_by(|a, b| a.after < b.after) && !goal.points.is_empty() {
        true => Ok(()),
        false => Err("points must come one after the other".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_cubic_keeps_points_and_velocities() {
        let point = |after_s: u64, q, qd| GoalPoint {
            after: Duration::from_secs(after_s),
            q: vec![q],
            qd: vec![qd],
            qdd: vec![],
        };
        let (a, b) = (point(1, 0.5, -0.2), point(3, 1.5, 0.4));
        assert_eq!(interpolated(&a, &b, 0, 1.0)[..2], [0.5, -0.2]);
        let end = interpolated(&a, &b, 0, 3.0);
        assert!((end[0] - 1.5).abs() < 1e-12 && (end[1] - 0.4).abs() < 1e-12);
        let h = 1e-5;
        let slope =
            (interpolated(&a, &b, 0, 2.0 + h)[0] - interpolated(&a, &b, 0, 2.0 - h)[0]) / (2.0 * h);
        assert!((slope - interpolated(&a, &b, 0, 2.0)[1]).abs() < 1e-8);
    }
}
