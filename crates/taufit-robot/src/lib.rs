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
//! | `event` | what the log says beside the samples |
//!
//! However a run ends, the robot stands still and the log is closed.

mod error;
mod event;
mod guard;
mod link;
mod paced;
mod run;
mod simulated;

pub use error::{Error, Result};
pub use link::{CommandKind, Feedback, LinkInfo, RobotLink, WrenchFeedback};
pub use paced::Paced;
pub use run::{Operator, Progress, RunReport, run_plan};
pub use simulated::SimulatedLink;
