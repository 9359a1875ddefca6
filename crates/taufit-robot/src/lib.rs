//! Connections to robots behind one trait, and runs that are recorded under a guard.
//!
//! In the order of a run:
//!
//! | module | contents |
//! |---|---|
//! | `connection` | [`RobotConnection`]; [`connect`], settings and presets of real robots |
//! | `simulated` | [`SimulatedConnection`]: the simulated arm |
//! | `paced` | [`PacedConnection`]: a simulated arm in real time |
//! | `real_time` | [`request_real_time`]: threads that a busy computer does not hold back |
//! | `guard` | checks of feedback that end a run |
//! | `run` | [`run_plan`]: sends commands, receives feedback, records, phase by phase |
//! | `ros`, `rtde` | connections over ROS 1, ROS 2 and RTDE |
//! | [`serve`] | the simulated arm as a server of those protocols |
//!
//! A run always ends with a stop command and a closed log.

#[cfg_attr(
    not(any(feature = "ros1", feature = "ros2", feature = "rtde")),
    allow(dead_code, unused_imports, reason = "used by the connections of real robots only")
)]
mod connection;
mod error;
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub mod fuzz;
mod guard;
mod paced;
mod real_time;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod ros;
#[cfg(feature = "rtde")]
mod rtde;
mod run;
pub mod serve;
mod simulated;

pub use connection::{
    AuxiliaryData, CommandKind, ConnectionError, ConnectionInfo, ConnectionKind,
    ConnectionSettings, ConnectionWarning, PRESETS, Preset, RobotConnection, RobotFeedback,
    RosNames, RtdeAddress, Targets, WrenchFeedback, connect,
};
pub use error::{Error, Result};
pub use paced::PacedConnection;
pub use real_time::request_real_time;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub use ros::EmergencyStop;
#[cfg(feature = "rtde")]
pub use rtde::RtdeError;
pub use run::{Operator, RunProgress, RunReport, run_plan};
pub use simulated::SimulatedConnection;
#[cfg(feature = "ros1")]
pub use taufit_ros1::{Ros1Error, Ros1Master};
