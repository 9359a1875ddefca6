//! Commands to an arm.

use crate::per_joint::check_joint_vector;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Vec3;

/// A point of a reference motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setpoint {
    /// Position.
    pub q: Vec<f64>,
    /// Velocity.
    pub qd: Vec<f64>,
    /// Acceleration.
    pub qdd: Vec<f64>,
}

/// Command to an arm, valid until the next one. Trajectories are streamed point by point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Stay where you are.
    Hold,
    /// Follow a trajectory that is here now.
    Position(Setpoint),
    /// Move at these velocities (Ulici et al.).
    Velocity(Vec<f64>),
    /// Apply these motor torques.
    Torque(Vec<f64>),
    /// Press with a frame (Jubien et al. 2014): weight, and `Jᵀ` of this wrench in world axes.
    Press {
        /// The frame that presses.
        frame: String,
        /// Force on the environment \[N\].
        force_n: Vec3,
        /// Moment on the environment \[N·m\].
        moment_nm: Vec3,
    },
}

impl Command {
    /// A point of a trajectory.
    pub fn follow(q: Vec<f64>, qd: Vec<f64>, qdd: Vec<f64>) -> Self {
        Self::Position(Setpoint { q, qd, qdd })
    }

    /// Refuses vectors of the wrong length, numbers that are not finite, and unknown frames.
    pub(crate) fn check(&self, robot: &Robot) -> Result<()> {
        let n_dof = robot.n_dof();
        match self {
            Self::Hold => Ok(()),
            Self::Position(Setpoint { q, qd, qdd }) => {
                check_joint_vector("commanded position", q, n_dof)?;
                check_joint_vector("commanded velocity", qd, n_dof)?;
                check_joint_vector("commanded acceleration", qdd, n_dof)
            }
            Self::Velocity(qd) => check_joint_vector("commanded velocity", qd, n_dof),
            Self::Torque(tau) => check_joint_vector("commanded torque", tau, n_dof),
            Self::Press { frame, .. } => robot.frame(frame).map(|_| ()),
        }
    }

    /// Whether `other` is a command of the same kind, so that a controller goes on as it is.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// Forces in steps (Jubien et al. 2014): up to each level along a straight line, then constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceRamp {
    /// The frame that presses.
    pub frame: String,
    /// Unit vector along which it presses, in world axes.
    pub direction: Vec3,
    /// The levels, in turn \[N\].
    pub levels_n: Vec<f64>,
    /// Duration of the ramp to the next level \[s\].
    pub ramp_s: f64,
    /// Duration of a level \[s\].
    pub hold_s: f64,
}

impl ForceRamp {
    /// Duration of the whole \[s\].
    pub fn duration_s(&self) -> f64 {
        (self.ramp_s + self.hold_s) * self.levels_n.len() as f64
    }

    /// Force at a time \[N\]; the last level after the end.
    pub fn force_n(&self, t_s: f64) -> f64 {
        let period_s = self.ramp_s + self.hold_s;
        let step = (t_s.max(0.0) / period_s) as usize;
        let level =
            |k: usize| self.levels_n.get(k).or(self.levels_n.last()).copied().unwrap_or(0.0);
        let before = if step == 0 { 0.0 } else { level(step - 1) };
        let since_s = t_s - step as f64 * period_s;
        let share = if since_s < self.ramp_s { since_s.max(0.0) / self.ramp_s } else { 1.0 };
        before + share * (level(step) - before)
    }

    /// The command at a time.
    pub fn command(&self, t_s: f64) -> Command {
        let force_n = self.direction * self.force_n(t_s);
        Command::Press { frame: self.frame.clone(), force_n, moment_nm: Vec3::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_goes_from_level_to_level() {
        let ramp = ForceRamp {
            frame: "tool".into(),
            direction: Vec3::Z,
            levels_n: vec![100.0, 300.0],
            ramp_s: 2.0,
            hold_s: 3.0,
        };
        let expected = [
            (0.0, 0.0),
            (1.0, 50.0),
            (2.0, 100.0),
            (4.9, 100.0),
            (6.0, 200.0),
            (9.0, 300.0),
            (99.0, 300.0),
        ];
        for (t_s, force_n) in expected {
            assert!((ramp.force_n(t_s) - force_n).abs() < 1e-9, "{t_s} s");
        }
        assert_eq!(ramp.duration_s(), 10.0);
    }
}
