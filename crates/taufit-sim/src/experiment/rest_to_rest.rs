//! From one pose to another, at rest at both ends.

use super::settings::refuse;
use crate::command::Setpoint;
use serde::Serialize;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Peaks of speed and acceleration of the quintic from 0 to 1 in unit time: 15/8 and 10/√3.
const PEAK_SPEED: f64 = 1.875;
const PEAK_ACCELERATION: f64 = 5.773_502_691_896_258;

/// Assumed where a joint has no limit: speed \[rad/s or m/s\], and time to reach it \[s\].
const ASSUMED_SPEED: f64 = 1.0;
const ASSUMED_RISE_S: f64 = 0.4;

/// A straight line in joint space along `10 x³ − 15 x⁴ + 6 x⁵`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RestToRest {
    /// Initial positions \[rad or m\].
    pub from: Vec<f64>,
    /// Final positions \[rad or m\].
    pub to: Vec<f64>,
    /// Duration \[s\].
    pub duration_s: f64,
}

impl RestToRest {
    /// The quickest one that uses this share of the limits of speed and acceleration.
    pub(super) fn within_limits(
        robot: &Robot,
        from: &[f64],
        to: &[f64],
        share: f64,
    ) -> Result<Self> {
        for pose in [from, to] {
            if pose.len() != robot.n_dof() || pose.iter().any(|x| !x.is_finite()) {
                return refuse(format!(
                    "a pose has {} positions, the robot {} joints; give one number each",
                    pose.len(),
                    robot.n_dof()
                ));
            }
        }
        let limits =
            |dof: usize| (share * speed_limit(robot, dof), share * acceleration_limit(robot, dof));
        Ok(Self::within(from, to, limits))
    }

    /// The quickest one between poses of the same length that keeps to a speed and an acceleration
    /// per joint, both positive.
    pub fn within(from: &[f64], to: &[f64], limits: impl Fn(usize) -> (f64, f64)) -> Self {
        let needed_s = |dof: usize| {
            let distance = (to[dof] - from[dof]).abs();
            let (speed, acceleration) = limits(dof);
            let by_acceleration = (PEAK_ACCELERATION * distance / acceleration).sqrt();
            (PEAK_SPEED * distance / speed).max(by_acceleration)
        };
        let duration_s = (0..from.len().min(to.len())).map(needed_s).fold(0.0, f64::max);
        Self { from: from.to_vec(), to: to.to_vec(), duration_s }
    }

    /// Setpoint at a time.
    pub fn at(&self, t_s: f64) -> Setpoint {
        let x = if self.duration_s > 0.0 { (t_s / self.duration_s).clamp(0.0, 1.0) } else { 1.0 };
        let rate = if self.duration_s > 0.0 { 1.0 / self.duration_s } else { 0.0 };
        let s = x * x * x * (10.0 + x * (6.0 * x - 15.0));
        let sd = 30.0 * x * x * (1.0 - x) * (1.0 - x) * rate;
        let sdd = 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) * rate * rate;
        let travel: Vec<f64> = self.from.iter().zip(&self.to).map(|(a, b)| b - a).collect();
        Setpoint {
            q: self.from.iter().zip(&travel).map(|(a, d)| a + s * d).collect(),
            qd: travel.iter().map(|d| sd * d).collect(),
            qdd: travel.iter().map(|d| sdd * d).collect(),
        }
    }
}

/// Top speed of a joint, its own or assumed \[rad/s or m/s\].
fn speed_limit(robot: &Robot, dof: usize) -> f64 {
    robot.dof_joint(dof).limits.velocity.filter(|v| *v > 0.0).unwrap_or(ASSUMED_SPEED)
}

/// Top acceleration of a joint, its own or assumed \[rad/s² or m/s²\].
pub(super) fn acceleration_limit(robot: &Robot, dof: usize) -> f64 {
    let own = robot.dof_joint(dof).limits.acceleration.filter(|a| *a > 0.0);
    own.unwrap_or_else(|| speed_limit(robot, dof) / ASSUMED_RISE_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::catalog;

    #[test]
    fn moves_use_the_limits_and_no_more() {
        let robot = catalog::robot("ur5").unwrap();
        // A long way is limited by speed, π rad/s, a short one by acceleration.
        for (distance, share) in [(6.0, 1.0), (0.1, 0.5)] {
            let to = [0.0, distance, 0.2 * distance, 0.0, 0.0, 0.0];
            let way = RestToRest::within_limits(&robot, &[0.0; 6], &to, share).unwrap();
            let peak = |of: &dyn Fn(Setpoint) -> Vec<f64>| {
                let times = (0..=4000).map(|k| f64::from(k) / 4000.0 * way.duration_s);
                times.map(|t| of(way.at(t))[1].abs()).fold(0.0, f64::max)
            };
            let speed = peak(&|x| x.qd) / (share * speed_limit(&robot, 1));
            let acceleration = peak(&|x| x.qdd) / (share * acceleration_limit(&robot, 1));
            assert!((speed.max(acceleration) - 1.0).abs() < 1e-5, "{speed} {acceleration}");
        }
    }

    #[test]
    fn derivatives_are_those_of_the_positions() {
        let way = RestToRest { from: vec![0.3, -1.0], to: vec![-0.5, 2.0], duration_s: 1.7 };
        let h = 1e-6;
        for t_s in [0.2, 0.8, 1.5] {
            let (a, x, b) = (way.at(t_s - h), way.at(t_s), way.at(t_s + h));
            for i in 0..2 {
                assert!(((b.q[i] - a.q[i]) / (2.0 * h) - x.qd[i]).abs() < 1e-8);
                assert!(((b.qd[i] - a.qd[i]) / (2.0 * h) - x.qdd[i]).abs() < 1e-8);
            }
        }
        assert_eq!((way.at(-1.0).q, way.at(9.0).q), (way.from.clone(), way.to.clone()));
    }
}
