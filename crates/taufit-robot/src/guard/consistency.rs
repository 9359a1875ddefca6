//! Consistency of feedback: velocities against positions, frozen values, exchanged joints.

use crate::connection::RobotFeedback;
use crate::error::{Error, Result};
use std::collections::VecDeque;

/// Span over which velocities are integrated \[s\].
const SPAN_S: f64 = 0.5;

/// Largest difference between integrated velocities and positions \[rad or m\], beside a share of the path:
/// velocities are filtered and some milliseconds late.
const DISTANCE: f64 = 0.02;
const PATH_SHARE: f64 = 0.3;

/// Longest step over which velocities are integrated \[s\].
const LONGEST_STEP_S: f64 = 0.1;

/// Speed below which joints are at rest \[rad/s or m/s\], and motion below which references are \[rad or
/// m\].
const STANDSTILL: f64 = 0.01;

/// Step of all joints.
#[derive(Clone, Debug)]
struct MotionStep {
    step_s: f64,
    /// Change of position, integrated velocity and path length per joint.
    joints: Vec<[f64; 3]>,
}

/// Comparison of velocities with positions, and of packets with their predecessors.
#[derive(Clone, Debug, Default)]
pub(super) struct Consistency {
    steps: VecDeque<MotionStep>,
    span_s: f64,
    sums: Vec<[f64; 3]>,
    /// Time since the values changed \[s\].
    held_s: f64,
    /// Stamp since which all values are the same \[s\], and the first reference since then.
    same_since: Option<(f64, Option<Vec<f64>>)>,
}

impl Consistency {
    /// Checks a packet that came `step_s` after its predecessor, by the robot's clock.
    pub(super) fn check(
        &mut self,
        (last, packet): (&RobotFeedback, &RobotFeedback),
        step_s: f64,
        (q_ref, allowed_s): (Option<&[f64]>, f64),
        names: impl Fn(usize) -> String,
    ) -> Result<()> {
        self.check_frozen(last, packet, q_ref, allowed_s)?;
        // A driver may repeat values between two updates: the step is that from update to update.
        self.held_s += step_s;
        if self.same_since.is_some() {
            return Ok(());
        }
        let step_s = std::mem::take(&mut self.held_s);
        self.push(last, packet, step_s);
        let t_s = packet.t_s;
        for (dof, [moved, integrated, path]) in self.sums.iter().enumerate() {
            if (moved - integrated).abs() > DISTANCE + PATH_SHARE * path {
                let (joint, span_s) = (names(dof), self.span_s);
                let (moved, integrated) = (*moved, *integrated);
                return Err(Error::VelocityMismatch { joint, moved, integrated, span_s, t_s });
            }
        }
        Ok(())
    }

    /// Refuses fresh stamps with values that do not change while reference or velocities do.
    fn check_frozen(
        &mut self,
        last: &RobotFeedback,
        packet: &RobotFeedback,
        q_ref: Option<&[f64]>,
        allowed_s: f64,
    ) -> Result<()> {
        let values = |feedback: &RobotFeedback| {
            [feedback.q.clone(), feedback.qd.clone(), feedback.effort.clone()]
        };
        if values(last) != values(packet) {
            self.same_since = None;
            return Ok(());
        }
        let (since_s, reference) = self.same_since.get_or_insert((last.t_s, None));
        // Values may stick between two phases, where there is no reference.
        if reference.is_none() {
            *reference = q_ref.map(<[f64]>::to_vec);
        }
        let far = |(a, b): (&f64, &f64)| (a - b).abs() > STANDSTILL;
        let is_led = reference.as_ref().zip(q_ref).is_some_and(|(a, b)| a.iter().zip(b).any(far));
        let moves = is_led || packet.qd.iter().any(|v| v.abs() > STANDSTILL);
        let (span_s, t_s) = (packet.t_s - *since_s, packet.t_s);
        if moves && span_s > allowed_s {
            return Err(Error::FrozenValues { span_s, allowed_s, t_s });
        }
        Ok(())
    }

    fn push(&mut self, last: &RobotFeedback, packet: &RobotFeedback, step_s: f64) {
        if step_s > LONGEST_STEP_S || self.sums.len() != packet.q.len() {
            *self = Self { same_since: self.same_since.take(), ..Self::default() };
            self.sums = vec![[0.0; 3]; packet.q.len()];
            return;
        }
        let joint = |i: usize| {
            let moved = packet.q[i] - last.q[i];
            [moved, 0.5 * (packet.qd[i] + last.qd[i]) * step_s, moved.abs()]
        };
        let joints: Vec<[f64; 3]> = (0..packet.q.len()).map(joint).collect();
        self.add(&joints, step_s, 1.0);
        self.steps.push_back(MotionStep { step_s, joints });
        while self.span_s > SPAN_S
            && let Some(old) = self.steps.pop_front()
        {
            self.add(&old.joints, old.step_s, -1.0);
        }
    }

    fn add(&mut self, joints: &[[f64; 3]], step_s: f64, sign: f64) {
        self.span_s += sign * step_s;
        for (sum, joint) in self.sums.iter_mut().zip(joints) {
            (0..3).for_each(|k| sum[k] += sign * joint[k]);
        }
    }
}

/// Largest remaining share of a tracking error if two joints are exchanged.
const MAX_RESIDUAL_SHARE: f64 = 0.5;

/// Joint that was exchanged with `dof`, whose position jumped between two packets: each is at the other's
/// previous position, within the distance that it can move.
pub(super) fn exchanged_by_jump(
    dof: usize,
    before: &[f64],
    after: &[f64],
    reach: &[f64],
) -> Option<usize> {
    let near = |at: usize, other: usize| (after[at] - before[other]).abs() <= reach[at];
    (0..after.len()).find(|&other| other != dof && near(dof, other) && near(other, dof))
}

/// Joint that follows the reference of `dof` while `dof` follows its own, by displacements since the
/// beginning of the motion, measured and of the reference.
pub(super) fn exchanged_by_motion(dof: usize, moved: &[f64], moved_ref: &[f64]) -> Option<usize> {
    let off = |is: usize, should: usize| (moved[is] - moved_ref[should]).abs();
    let allowed = MAX_RESIDUAL_SHARE * off(dof, dof);
    (0..moved.len())
        .find(|&other| other != dof && off(dof, other) < allowed && off(other, dof) < allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD_S: f64 = 0.008;

    fn packet(t_s: f64, q: f64, qd: f64, effort: f64) -> RobotFeedback {
        let (q, qd, effort) = (vec![q], vec![qd], vec![effort]);
        RobotFeedback { t_s, q, q_link: None, qd, effort, wrench: None }
    }

    /// First error within a motion of 4 s, and its time.
    fn first_error(
        motion: impl Fn(f64) -> RobotFeedback,
        q_ref: impl Fn(f64) -> Option<f64>,
    ) -> Option<(Error, f64)> {
        let mut consistency = Consistency::default();
        (1..500).find_map(|k| {
            let t_s = PERIOD_S * f64::from(k);
            let (last, now) = (motion(t_s - PERIOD_S), motion(t_s));
            let q_ref = q_ref(t_s).map(|q| [q]);
            let reference = (q_ref.as_ref().map(|q| &q[..]), 0.1);
            let found =
                consistency.check((&last, &now), PERIOD_S, reference, |_| "elbow".to_owned());
            found.err().map(|error| (error, t_s))
        })
    }

    #[test]
    fn velocities_that_fit_are_no_fault_even_if_late() {
        // 1 rad at 0.5 Hz: velocities 30 ms late, quantised by an encoder of 14 bits.
        let w = std::f64::consts::PI;
        let rounded = |q: f64| (q / 4e-4).round() * 4e-4;
        let motion =
            |t: f64| packet(t, rounded((w * t).sin()), w * (w * (t - 0.03)).cos(), (3.0 * t).sin());
        assert_eq!(first_error(motion, |_| Some(0.0)), None);
    }

    #[test]
    fn values_that_are_repeated_between_updates_are_no_fault() {
        let held = |t: f64| {
            let update = (t / (4.0 * PERIOD_S) + 1e-6).floor() * 4.0 * PERIOD_S;
            packet(t, 0.5 * update, 0.5, update)
        };
        assert_eq!(first_error(held, |t| Some(0.5 * t)), None);
    }

    #[test]
    fn velocities_that_stay_zero_while_positions_move() {
        for speed in [0.1, 0.5, 2.0] {
            let motion = |t: f64| packet(t, speed * t, if t < 1.0 { speed } else { 0.0 }, t);
            let (error, t_s) = first_error(motion, |t| Some(speed * t)).unwrap();
            assert_eq!(error.code(), "E166", "{error}");
            assert!(t_s > 1.0 && t_s - 1.0 < 0.2 + 0.03 / speed, "{speed} rad/s: {t_s} s");
        }
    }

    #[test]
    fn values_that_stick_while_the_reference_moves_or_velocities_say_so() {
        let stuck = |t: f64| packet(t, 0.5 * t.min(1.0), 0.5, t.min(1.0));
        let (error, t_s) = first_error(stuck, |t| Some(0.5 * t)).unwrap();
        assert!(error.code() == "E165" && t_s < 1.13, "{error}");
        // At the start of a motion, where velocities are zero.
        let still = |t: f64| packet(t, 0.0, 0.0, 0.0);
        let (error, t_s) = first_error(still, |t| Some(0.2 * (t - 1.0).max(0.0))).unwrap();
        assert!(error.code() == "E165" && t_s < 1.13, "{error}");
        // Between two phases, where there is no reference.
        let (error, t_s) = first_error(still, |t| (t > 1.0).then_some(0.2 * (t - 1.0))).unwrap();
        assert!(error.code() == "E165" && t_s < 1.13, "{error}");
        // A robot at rest at its reference may repeat values.
        assert_eq!(first_error(still, |_| Some(0.0)), None);
    }

    #[test]
    fn positions_that_change_places_are_told_from_a_jump() {
        let reach = [0.02; 3];
        assert_eq!(exchanged_by_jump(0, &[0.1, -2.0, 0.5], &[-2.0, 0.11, 0.5], &reach), Some(1));
        assert_eq!(exchanged_by_jump(0, &[0.1, -2.0, 0.5], &[-2.0, -2.0, 0.5], &reach), None);
        assert_eq!(exchanged_by_jump(2, &[0.1, -2.0, 0.5], &[0.1, -2.0, 0.9], &reach), None);
    }

    #[test]
    fn motions_that_change_places_are_told_from_a_joint_that_is_blocked() {
        // Joint 0 should move by 0.11; joint 2 does.
        assert_eq!(exchanged_by_motion(0, &[0.0, 0.0, 0.1], &[0.11, 0.0, 0.0]), Some(2));
        assert_eq!(exchanged_by_motion(0, &[0.0, 0.0, 0.0], &[0.11, 0.0, 0.0]), None);
    }
}
