//! A goal of the trajectory controller under way.

use crate::ros::{Goal, GoalPoint};
use taufit::sim::Setpoint;

/// A goal under way.
#[derive(Clone, Debug)]
pub(super) struct Running {
    goal: Goal,
    /// Where the joints of the arm stand in the goal.
    places: Vec<usize>,
    began_s: f64,
}

impl Running {
    /// A goal for the driver's `joints`, in any order; refuses what makes no sense.
    pub(super) fn new(goal: Goal, joints: &[String], began_s: f64) -> Result<Self, String> {
        let place = |joint: &String| goal.joints.iter().position(|name| name == joint);
        let places: Vec<usize> = joints.iter().filter_map(place).collect();
        if places.len() != joints.len() || goal.joints.len() != places.len() {
            return Err(format!("goal for {:?}, joints are {joints:?}", goal.joints));
        }
        check_points(&goal)?;
        Ok(Self { goal, places, began_s })
    }

    /// When it began \[s\].
    pub(super) fn began_s(&self) -> f64 {
        self.began_s
    }

    /// Where the joints should be, and whether that is the end.
    pub(super) fn at(&self, t_s: f64) -> (Setpoint, bool) {
        let points = &self.goal.points;
        let next = points.partition_point(|point| point.after.as_secs_f64() <= t_s);
        let (a, b) = (&points[next.saturating_sub(1)], &points[next.min(points.len() - 1)]);
        let values = self.places.iter().map(|&j| between(a, b, j, t_s));
        let (mut q, mut qd, mut qdd) = (Vec::new(), Vec::new(), Vec::new());
        for [position, velocity, acceleration] in values {
            q.push(position);
            qd.push(velocity);
            qdd.push(acceleration);
        }
        (Setpoint { q, qd, qdd }, next == points.len())
    }
}

/// Position, velocity and acceleration of joint `j` on the cubic through two points and their
/// velocities. With `h` between the points, `s = (t − t_a)/h`, `D = (q_b − q_a)/h`:
/// `q = q_a + h·s·(v_a + s·(3D − 2v_a − v_b) + s²·(v_a + v_b − 2D))`.
fn between(a: &GoalPoint, b: &GoalPoint, j: usize, t_s: f64) -> [f64; 3] {
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
        assert_eq!(between(&a, &b, 0, 1.0)[..2], [0.5, -0.2]);
        let end = between(&a, &b, 0, 3.0);
        assert!((end[0] - 1.5).abs() < 1e-12 && (end[1] - 0.4).abs() < 1e-12);
        let h = 1e-5;
        let slope = (between(&a, &b, 0, 2.0 + h)[0] - between(&a, &b, 0, 2.0 - h)[0]) / (2.0 * h);
        assert!((slope - between(&a, &b, 0, 2.0)[1]).abs() < 1e-8);
    }
}
