//! Robots that are driven and recorded, behind one trait, under a guard that is always on.
//!
//! Read it in the order in which a run goes:
//!
//! | module | what it holds |
//! |---|---|
//! | `link` | [`RobotLink`]: what a robot can be told and what it says |
//! | `simulated` | [`SimulatedLink`]: the robot that is always there |
//! | `paced` | [`Paced`]: a simulated clock held back to that of the wall |
//! | `guard` | what ends a run at once |
//! | `run` | [`run_plan`]: command, listen, record, phase by phase |
//! | `live` | [`connect`]: robots that are really there; presets of known drivers |
//! | `ros`, `rtde` | the ways to them |
//! | [`serve`] | the simulated robot, at the other end of such a way |
//! | `event` | what the log says beside the samples |
//!
//! However a run ends, the robot stands still and the log is closed.

mod error;
mod event;
mod guard;
mod link;
#[cfg_attr(
    not(any(feature = "ros1", feature = "ros2", feature = "rtde")),
    allow(dead_code, unused_imports, reason = "only links use it")
)]
mod live;
mod paced;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod ros;
#[cfg(feature = "rtde")]
mod rtde;
mod run;
pub mod serve;
mod simulated;

pub use error::{Error, Result};
pub use link::{Aside, CommandKind, Feedback, LinkInfo, RobotLink, Targets, WrenchFeedback};
pub use live::{
    LinkKind, LiveDoubt, LiveError, LiveSettings, PRESETS, Preset, RosNames, RtdeAddress, connect,
};
pub use paced::Paced;
#[cfg(feature = "ros1")]
pub use ros::Ros1Error;
#[cfg(feature = "rtde")]
pub use rtde::RtdeError;
pub use run::{Operator, Progress, RunReport, run_plan};
pub use simulated::SimulatedLink;
