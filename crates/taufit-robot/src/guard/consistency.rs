//! Feedback that contradicts itself.

use crate::error::{Error, Result};
use crate::link::Feedback;
use std::collections::VecDeque;

/// Span over which velocities are integrated \[s\].
const SPAN_S: f64 = 0.5;

/// Distance by which integrated velocities and positions may differ \[rad or m\], beside a share of the
/// path: velocities are filtered, and late by some milliseconds.
const DISTANCE: f64 = 0.02;
const PATH_SHARE: f64 = 0.3;

/// Longest step that velocities are integrated over \[s\].
const LONGEST_STEP_S: f64 = 0.1;

/// Slower joints stand \[rad/s or m/s\]; references that move less do not move \[rad or m\].
const STANDSTILL: f64 = 0.01;

/// One step of all joints.
#[derive(Clone, Debug)]
struct Step {
    step_s: f64,
    /// Change of position, integrated velocity, length of the path, per joint.
    joints: Vec<[f64; 3]>,
}

/// Compares velocities with positions, and packets with those before.
#[derive(Clone, Debug, Default)]
pub(super) struct Consistency {
    steps: VecDeque<Step>,
    span_s: f64,
    sums: Vec<[f64; 3]>,
    /// Time since values changed \[s\].
    held_s: f64,
    /// Stamp since which all values are the same \[s\], and the reference then.
    same_since: Option<(f64, Option<Vec<f64>>)>,
}

impl Consistency {
    /// Looks at a packet that came `step_s` after the one before, by the robot's clock.
    pub(super) fn check(
        &mut self,
        (last, packet): (&Feedback, &Feedback),
        step_s: f64,
        (q_ref, allowed_s): (Option<&[f64]>, f64),
        names: impl Fn(usize) -> String,
    ) -> Result<()> {
        self.check_frozen(last, packet, q_ref, allowed_s)?;
        // A driver may repeat values between two updates: the step is that from one to the next.
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

    /// Fresh stamps, but values that do not change while the robot should move, or says that it does.
    fn check_frozen(
        &mut self,
        last: &Feedback,
        packet: &Feedback,
        q_ref: Option<&[f64]>,
        allowed_s: f64,
    ) -> Result<()> {
        let values = |feedback: &Feedback| {
            [feedback.q.clone(), feedback.qd.clone(), feedback.effort.clone()]
        };
        if values(last) != values(packet) {
            self.same_since = None;
            return Ok(());
        }
        let (since_s, reference) =
            self.same_since.get_or_insert_with(|| (last.t_s, q_ref.map(<[f64]>::to_vec)));
        let far = |(a, b): (&f64, &f64)| (a - b).abs() > STANDSTILL;
        let is_led = reference.as_ref().zip(q_ref).is_some_and(|(a, b)| a.iter().zip(b).any(far));
        let moves = is_led || packet.qd.iter().any(|v| v.abs() > STANDSTILL);
        let (span_s, t_s) = (packet.t_s - *since_s, packet.t_s);
        if moves && span_s > allowed_s {
            return Err(Error::FrozenValues { span_s, allowed_s, t_s });
        }
        Ok(())
    }

    fn push(&mut self, last: &Feedback, packet: &Feedback, step_s: f64) {
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
        self.steps.push_back(Step { step_s, joints });
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

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD_S: f64 = 0.008;

    fn packet(t_s: f64, q: f64, qd: f64, effort: f64) -> Feedback {
        let (q, qd, effort) = (vec![q], vec![qd], vec![effort]);
        Feedback { t_s, q, q_link: None, qd, effort, wrench: None }
    }

    /// Goes through a motion for 4 s; what was found, and when.
    fn first_error(
        motion: impl Fn(f64) -> Feedback,
        q_ref: impl Fn(f64) -> f64,
    ) -> Option<(Error, f64)> {
        let mut consistency = Consistency::default();
        (1..500).find_map(|k| {
            let t_s = PERIOD_S * f64::from(k);
            let (last, now) = (motion(t_s - PERIOD_S), motion(t_s));
            let reference = (Some(&[q_ref(t_s)][..]), 0.1);
            let found =
                consistency.check((&last, &now), PERIOD_S, reference, |_| "elbow".to_owned());
            found.err().map(|error| (error, t_s))
        })
    }

    #[test]
    fn velocities_that_fit_are_no_fault_even_if_late() {
        // 1 rad at 0.5 Hz: velocities 30 ms late, in steps of an encoder of 14 bits.
        let w = std::f64::consts::PI;
        let rounded = |q: f64| (q / 4e-4).round() * 4e-4;
        let motion =
            |t: f64| packet(t, rounded((w * t).sin()), w * (w * (t - 0.03)).cos(), (3.0 * t).sin());
        assert_eq!(first_error(motion, |_| 0.0), None);
    }

    #[test]
    fn values_that_are_repeated_between_updates_are_no_fault() {
        let held = |t: f64| {
            let update = (t / (4.0 * PERIOD_S) + 1e-6).floor() * 4.0 * PERIOD_S;
            packet(t, 0.5 * update, 0.5, update)
        };
        assert_eq!(first_error(held, |t| 0.5 * t), None);
    }

    #[test]
    fn velocities_that_stay_zero_while_positions_move() {
        for speed in [0.1, 0.5, 2.0] {
            let motion = |t: f64| packet(t, speed * t, if t < 1.0 { speed } else { 0.0 }, t);
            let (error, t_s) = first_error(motion, |t| speed * t).unwrap();
            assert_eq!(error.code(), "E166", "{error}");
            assert!(t_s > 1.0 && t_s - 1.0 < 0.2 + 0.03 / speed, "{speed} rad/s: {t_s} s");
        }
    }

    #[test]
    fn values_that_stick_while_the_reference_moves_or_velocities_say_so() {
        let stuck = |t: f64| packet(t, 0.5 * t.min(1.0), 0.5, t.min(1.0));
        let (error, t_s) = first_error(stuck, |t| 0.5 * t).unwrap();
        assert!(error.code() == "E165" && t_s < 1.13, "{error}");
        // At the start of a motion, where velocities are zero.
        let still = |t: f64| packet(t, 0.0, 0.0, 0.0);
        let (error, t_s) = first_error(still, |t| 0.2 * (t - 1.0).max(0.0)).unwrap();
        assert!(error.code() == "E165" && t_s < 1.13, "{error}");
        // A robot that stands where it should may repeat itself.
        assert_eq!(first_error(still, |_| 0.0), None);
    }
}
