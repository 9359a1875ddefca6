//! The trait of connections, with feedback and commands.

use crate::connection::{ConnectionError, ConnectionWarning};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use taufit::command::Command;
use taufit::experiment::Phase;
use taufit::recording::EffortKind;

/// Kind of command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandKind {
    /// Points of a trajectory, and holding.
    Position,
    /// Joint velocities.
    Velocity,
    /// Motor torques.
    Torque,
    /// A wrench at a frame.
    Press,
}

impl CommandKind {
    /// The kind of a command.
    pub fn of(command: &Command) -> Self {
        match command {
            Command::Hold | Command::Position(_) => Self::Position,
            Command::Velocity(_) => Self::Velocity,
            Command::Torque(_) => Self::Torque,
            Command::Press { .. } => Self::Press,
        }
    }

    /// Name, for messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Torque => "torque",
            Self::Press => "force",
        }
    }
}

/// Properties of a robot that a run needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConnectionInfo {
    /// Names of the joints, in the order of all vectors.
    pub joints: Vec<String>,
    /// Packets of feedback per second \[Hz\].
    pub rate_hz: f64,
    /// Quantity of its efforts.
    pub effort_kind: EffortKind,
    /// Commands that it accepts.
    pub commands: Vec<CommandKind>,
    /// Frame of wrenches, axes and origin; none without a force sensor.
    pub wrench_frame: Option<String>,
}

/// Sample of a force sensor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrenchFeedback {
    /// Time stamp on the robot's clock \[s\].
    pub t_s: f64,
    /// `fx fy fz mx my mz` of the robot on its environment, in the frame of [`ConnectionInfo`] \[N, N·m\].
    pub wrench: [f64; 6],
}

/// One packet of feedback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RobotFeedback {
    /// Time stamp \[s\].
    pub t_s: f64,
    /// Positions; those of the motors, where links have encoders of their own.
    pub q: Vec<f64>,
    /// Positions of the links, where these have encoders.
    #[serde(default)]
    pub q_link: Option<Vec<f64>>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Torques or currents.
    pub effort: Vec<f64>,
    /// Sample of the force sensor, if there is a new one.
    pub wrench: Option<WrenchFeedback>,
}

/// Reference of the robot's controller: one number per joint, NaN where unknown.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Targets {
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Torques by the model of the controller.
    pub tau: Vec<f64>,
    /// Motor currents \[A\].
    pub current_a: Vec<f64>,
}

/// Data of a packet beside the joints: recorded, not checked.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct AuxiliaryData {
    /// Reference of the controller.
    pub targets: Option<Targets>,
    /// Slowly changing state, such as temperatures.
    pub state: Option<serde_json::Value>,
}

/// Connection to a robot. Implement it for a robot of your own.
///
/// A run calls `send` and `receive` in turn, once per period, from one thread.
pub trait RobotConnection {
    /// Properties of the robot.
    fn info(&self) -> &ConnectionInfo;

    /// Time on the robot's clock \[s\], extrapolated between packets.
    fn now_s(&self) -> f64;

    /// Time on the local monotonic clock \[s\], by which silence is measured, independent of the robot. A
    /// simulated robot that does not run in real time returns its simulated time.
    fn local_s(&self) -> f64;

    /// Error of the packets since the last usable one; none if there were none.
    fn rejected(&self) -> Option<ConnectionError> {
        None
    }

    /// Refuses a robot that would not follow commands: switched off, locked, slowed down. Nothing moves.
    fn check_ready(&mut self) -> Result<()> {
        Ok(())
    }

    /// Warnings about the connection.
    fn warnings(&self) -> Vec<ConnectionWarning> {
        Vec::new()
    }

    /// Whether packets contain the reference of the controller.
    fn has_targets(&self) -> bool {
        false
    }

    /// Auxiliary data of the last packet; returned once.
    fn auxiliary(&mut self) -> Option<AuxiliaryData> {
        None
    }

    /// Prepares a phase of the plan, for robots that take whole motions or switch controllers. Does not
    /// block.
    fn begin(&mut self, _phase: &Phase) -> Result<()> {
        Ok(())
    }

    /// Whether the robot is ready for the phase.
    fn is_ready(&mut self) -> Result<bool> {
        Ok(true)
    }

    /// Whether the phase has ended, once its time has passed.
    fn is_over(&mut self) -> Result<bool> {
        Ok(true)
    }

    /// Command in force until the next one.
    fn send(&mut self, command: &Command) -> Result<()>;

    /// Next packet; waits for one period at most.
    fn receive(&mut self) -> Result<Option<RobotFeedback>>;

    /// Stops the robot as quickly as is safe. Must work in every state.
    fn stop(&mut self) -> Result<()>;
}
