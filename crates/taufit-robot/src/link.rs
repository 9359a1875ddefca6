//! What a robot can be told, and what it says.

use crate::error::Result;
use crate::live::{LiveDoubt, LiveError};
use serde::{Deserialize, Serialize};
use taufit::experiment::Phase;
use taufit::recording::EffortKind;
use taufit::sim::Command;

/// A kind of command.
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

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Torque => "torque",
            Self::Press => "force",
        }
    }
}

/// What a robot is like, as far as a run has to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkInfo {
    /// Names of the joints, in the order of all vectors.
    pub joints: Vec<String>,
    /// Packets of feedback per second \[Hz\].
    pub rate_hz: f64,
    /// What its efforts mean.
    pub effort_kind: EffortKind,
    /// What it can be told.
    pub commands: Vec<CommandKind>,
    /// The frame whose axes and origin wrenches refer to; none without a force sensor.
    pub wrench_frame: Option<String>,
}

/// What a force sensor said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrenchFeedback {
    /// Its stamp on the robot's clock \[s\].
    pub t_s: f64,
    /// `fx fy fz mx my mz` of the robot on its environment, in the frame of the link's info \[N, N·m\].
    pub wrench: [f64; 6],
}

/// One packet of feedback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feedback {
    /// The robot's stamp \[s\].
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
    /// The force sensor, if it has said something since the last packet.
    pub wrench: Option<WrenchFeedback>,
}

/// What the controller of a robot follows: one number per joint, NaN where it does not say.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Targets {
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Torques by its own model.
    pub tau: Vec<f64>,
    /// Motor currents \[A\].
    pub current_a: Vec<f64>,
}

/// What a robot says beside where its joints are: kept in the log, judged by nobody.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Aside {
    /// What its controller follows.
    pub targets: Option<Targets>,
    /// Whatever changes slowly, such as temperatures.
    pub state: Option<serde_json::Value>,
}

/// A robot: told something, listened to, stopped. Implement this for a robot of your own.
///
/// A run calls `send` and `receive` in turn, once per period, from one thread.
pub trait RobotLink {
    /// What it is like.
    fn info(&self) -> &LinkInfo;

    /// Time on the robot's clock \[s\], as far as it is known without news from it.
    fn now_s(&self) -> f64;

    /// Time on the local monotonic clock \[s\], by which silence is measured: it goes on whatever the robot
    /// says. A simulated robot that does not run in real time gives its simulated time.
    fn local_s(&self) -> f64;

    /// Why the packets since the last usable one could not be used; none if there were no such packets.
    fn rejected(&self) -> Option<LiveError> {
        None
    }

    /// Refuses a robot that would not move if it were told to: switched off, locked, slowed down.
    /// Nothing moves.
    fn check_ready(&mut self) -> Result<()> {
        Ok(())
    }

    /// What is doubtful about the link, beside what is refused.
    fn doubts(&self) -> Vec<LiveDoubt> {
        Vec::new()
    }

    /// Whether the robot says what its controller follows.
    fn has_targets(&self) -> bool {
        false
    }

    /// What came with the packet that was received last, beside its joints. Given once.
    fn aside(&mut self) -> Option<Aside> {
        None
    }

    /// A phase of the plan is about to begin: for robots that are handed whole motions, or that
    /// switch controllers. Does not wait.
    fn begin(&mut self, _phase: &Phase) -> Result<()> {
        Ok(())
    }

    /// Whether the robot does what the phase asks for; until then it is only listened to.
    fn is_ready(&mut self) -> Result<bool> {
        Ok(true)
    }

    /// Whether it has done it, once the time of the phase is over; until then it is listened to.
    fn is_over(&mut self) -> Result<bool> {
        Ok(true)
    }

    /// What to do from now on, until something else is sent.
    fn send(&mut self, command: &Command) -> Result<()>;

    /// Waits for one period at most; none if no packet came.
    fn receive(&mut self) -> Result<Option<Feedback>>;

    /// Comes to a stop as quickly as is safe, and stays there. Must work in every state.
    fn stop(&mut self) -> Result<()>;
}
