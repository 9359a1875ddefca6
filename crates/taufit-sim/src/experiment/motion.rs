//! Ways to move, with their commands over time.

use super::{RestToRest, Travel};
use crate::command::{Command, ForceRamp, Setpoint};
use taufit_excite::excite::Trajectory;

/// Motion of a robot during a phase.
#[derive(Clone, Debug, PartialEq)]
pub enum PhaseMotion {
    /// From pose to pose.
    Move(RestToRest),
    /// Stay in a pose.
    Hold {
        /// The pose.
        q: Vec<f64>,
        /// Duration \[s\].
        duration_s: f64,
    },
    /// Follow a trajectory whose joints are in the order of the robot's.
    Follow(Trajectory),
    /// One joint at constant velocity, under velocity control.
    Travel(Travel),
    /// Press against a clamp.
    Press(ForceRamp),
    /// Nothing is commanded.
    Listen {
        /// Duration \[s\].
        duration_s: f64,
    },
}

impl PhaseMotion {
    /// Duration \[s\].
    pub fn duration_s(&self) -> f64 {
        match self {
            Self::Move(way) => way.duration_s,
            Self::Hold { duration_s, .. } | Self::Listen { duration_s } => *duration_s,
            Self::Follow(trajectory) => trajectory.duration_s(),
            Self::Travel(travel) => travel.duration_s(),
            Self::Press(ramp) => ramp.duration_s(),
        }
    }

    /// The command at a time since its start; none where the robot is only listened to.
    pub fn command(&self, t_s: f64) -> Option<Command> {
        match self {
            Self::Travel(travel) => Some(Command::Velocity(travel.velocity(t_s))),
            Self::Press(ramp) => Some(ramp.command(t_s)),
            Self::Listen { .. } => None,
            _ => self.reference(t_s).map(Command::Position),
        }
    }

    /// Reference of position, velocity and acceleration; none where the robot presses or is only recorded.
    pub fn reference(&self, t_s: f64) -> Option<Setpoint> {
        match self {
            Self::Move(way) => Some(way.at(t_s)),
            Self::Hold { q, .. } => {
                let still = vec![0.0; q.len()];
                Some(Setpoint { q: q.clone(), qd: still.clone(), qdd: still })
            }
            Self::Follow(trajectory) => {
                let state = trajectory.at(t_s);
                Some(Setpoint { q: state.q, qd: state.qd, qdd: state.qdd })
            }
            Self::Travel(travel) => {
                let (q, qd) = (travel.position(t_s), travel.velocity(t_s));
                Some(Setpoint { qdd: vec![0.0; q.len()], q, qd })
            }
            Self::Press(_) | Self::Listen { .. } => None,
        }
    }
}
