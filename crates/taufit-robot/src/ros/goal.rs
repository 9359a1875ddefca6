//! Phases as goals of the trajectory controller.

use super::{Goal, GoalPoint};
use std::time::Duration;
use taufit::experiment::PhaseMotion;

/// Points of a goal per second \[Hz\]: controllers interpolate with quintic polynomials.
const POINTS_HZ: f64 = 50.0;

/// Time in which a goal merges from the robot's position into the planned motion \[s\].
const MERGE_S: f64 = 1.0;

/// Goal of a phase for the robot's names `joints`; none where nothing moves.
///
/// It begins at `q`, the position of the robot, and merges into the planned motion: with `d = q − q_ref(0)`
/// and `s = t / t_merge`, `q_goal(t) = q_ref(t) + d·(1 − s)³·(1 + 3s + 6s²)`.
pub(super) fn goal_of(motion: &PhaseMotion, joints: &[String], q: &[f64]) -> Option<Goal> {
    let (PhaseMotion::Move(_) | PhaseMotion::Follow(_)) = motion else { return None };
    let duration_s = motion.duration_s();
    let start = motion.reference(0.0)?;
    let astray: Vec<f64> = q.iter().zip(&start.q).map(|(is, should)| is - should).collect();
    let merge_s = duration_s.min(MERGE_S);
    let n = (duration_s * POINTS_HZ).ceil().max(1.0) as usize;
    let points = (0..=n).filter_map(|k| {
        let t_s = duration_s * k as f64 / n as f64;
        let point = motion.reference(t_s)?;
        let share = fading(t_s, merge_s);
        let shifted = |values: &[f64], share: f64| {
            values.iter().zip(&astray).map(|(x, d)| x + share * d).collect()
        };
        Some(GoalPoint {
            after: Duration::try_from_secs_f64(t_s).ok()?,
            q: shifted(&point.q, share[0]),
            qd: shifted(&point.qd, share[1]),
            qdd: shifted(&point.qdd, share[2]),
        })
    });
    Some(Goal { joints: joints.to_vec(), points: points.collect() })
}

/// `f = (1 − s)³·(1 + 3s + 6s²)` with `s = t / t_merge`, and its first two time derivatives: from 1 to 0,
/// with zero velocity and acceleration at both ends.
fn fading(t_s: f64, merge_s: f64) -> [f64; 3] {
    if t_s >= merge_s {
        return [0.0; 3];
    }
    let s = t_s / merge_s;
    let left = 1.0 - s;
    let value = left.powi(3) * (1.0 + 3.0 * s + 6.0 * s * s);
    let slope = -30.0 * s * s * left * left;
    let bend = -60.0 * s * left * (1.0 - 2.0 * s);
    [value, slope / merge_s, bend / (merge_s * merge_s)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::experiment::{Experiment, Plan, Poses};
    use taufit::model::catalog;

    #[test]
    fn a_goal_begins_where_the_robot_is_and_ends_where_it_should_be() {
        let robot = catalog::robot("planar2r").unwrap();
        let poses = Some(Poses { list: vec![vec![0.6, -0.4]], dwell_s: 1.0 });
        let experiment = Experiment { poses, ..Experiment::new("planar2r") };
        let plan = Plan::new(&experiment, &robot, None, &[0.0, 0.0]).unwrap();
        let motion = &plan.phases[0].motion;
        let joints = ["a".to_owned(), "b".to_owned()];
        let goal = goal_of(motion, &joints, &[0.01, -0.02]).unwrap();
        assert_eq!(goal.points[0].q, [0.01, -0.02]);
        let last = goal.points.last().unwrap();
        assert!((last.q[0] - 0.6).abs() < 1e-12 && (last.q[1] + 0.4).abs() < 1e-12);
        assert!((last.after.as_secs_f64() - motion.duration_s()).abs() < 1e-9);
        // Velocities equal central differences of positions.
        for three in goal.points.windows(3) {
            let step_s = three[2].after.as_secs_f64() - three[0].after.as_secs_f64();
            let slope = (three[2].q[1] - three[0].q[1]) / step_s;
            assert!((slope - three[1].qd[1]).abs() < 2e-3, "{slope} {}", three[1].qd[1]);
        }
    }

    #[test]
    fn fading_has_the_derivatives_that_it_says() {
        let h = 1e-5;
        for t_s in [0.1, 0.35, 0.6] {
            let [before, now, after] = [t_s - h, t_s, t_s + h].map(|t_s| fading(t_s, 0.8));
            assert!(((after[0] - before[0]) / (2.0 * h) - now[1]).abs() < 1e-6);
            assert!(((after[1] - before[1]) / (2.0 * h) - now[2]).abs() < 1e-6);
        }
        assert_eq!((fading(0.0, 0.8), fading(0.8, 0.8)), ([1.0, 0.0, 0.0], [0.0; 3]));
    }
}
