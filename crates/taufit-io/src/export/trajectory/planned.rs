//! A motion with what the formats need besides it: a rate, and the robot that makes it.

use crate::error::{Error, Result};
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::excite::{MotionState, Trajectory};
use taufit::model::Robot;

/// A motion, and the rate at which formats of samples hold it.
#[derive(Clone, Debug)]
pub struct PlannedMotion<'a> {
    trajectory: &'a Trajectory,
    rate_hz: f64,
    robot: Option<&'a Robot>,
}

impl<'a> PlannedMotion<'a> {
    /// A motion sampled at `rate_hz`.
    pub fn new(trajectory: &'a Trajectory, rate_hz: f64) -> Result<Self> {
        trajectory.check()?;
        let n_samples = trajectory.duration_s() * rate_hz;
        if !(1.0..=MOST_SAMPLES).contains(&n_samples) {
            let problem = format!(
                "at {rate_hz} Hz the file would have {n_samples} samples; give a rate between one \
                 per motion and {MOST_SAMPLES} in all"
            );
            return Err(taufit::Error::ExciteSettings { problem }.into());
        }
        Ok(Self { trajectory, rate_hz, robot: None })
    }

    /// With the robot that makes it: tables then hold the torques of its model too.
    pub fn with_robot(self, robot: &'a Robot) -> Result<Self> {
        let names: Vec<&str> = robot.dof_joint_iter().map(|joint| joint.name.as_str()).collect();
        if self.trajectory.joints != names {
            let found = self.trajectory.joints.join(", ");
            return Err(Error::OtherJoints { found, expected: names.join(", ") });
        }
        Ok(Self { robot: Some(robot), ..self })
    }

    /// The motion.
    pub fn trajectory(&self) -> &'a Trajectory {
        self.trajectory
    }

    /// Samples per second \[Hz\].
    pub fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    /// Time and state, sample by sample.
    pub(super) fn samples(&self) -> impl Iterator<Item = (f64, MotionState)> {
        let stamps_s = self.trajectory.stamps_s(self.rate_hz);
        stamps_s.into_iter().map(|t_s| (t_s, self.trajectory.at(t_s)))
    }

    /// Torques of the robot's model for these states; `None` without robot.
    pub(super) fn torques(&self, states: &[MotionState]) -> Result<Option<Vec<Vec<f64>>>> {
        let Some(robot) = self.robot else { return Ok(None) };
        let mut scratch = Scratch::new(robot);
        let mut tau = Vec::with_capacity(states.len());
        for state in states {
            tau.push(
                inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd)?.to_vec(),
            );
        }
        Ok(Some(tau))
    }
}

/// A day at 100 Hz; more in one file is a slip of the pen.
const MOST_SAMPLES: f64 = 1e7;
