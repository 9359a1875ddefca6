//! Robots of Universal Robots over their real-time data exchange (RTDE), without anybody's library.
//!
//! | module | what it holds |
//! |---|---|
//! | `protocol` | bytes to values and back |
//! | `registers` | what the registers mean that both ends share |
//! | `program` | the program that follows setpoints on the controller |
//! | `wire` | sockets |
//! | `talk` | what the two ends agree on before data flow |
//! | `session` | the connection on which they flow |
//! | `reading` | what one packet says |
//! | `follower` | what the program is told |
//! | `dashboard` | questions to the dashboard server |
//! | `identity` | whether the robot is the one of the model |
//! | `readiness` | whether it moves as told |
//! | `link` | [`RtdeLink`]: all of that as a robot of a run |
//! | `error` | [`RtdeError`] |
//!
//! Setpoints are streamed: a program that is sent to the controller once looks at input registers in
//! every cycle, and brings the robot to a stop by itself as soon as they are no longer renewed.

mod dashboard;
mod error;
mod follower;
mod identity;
mod link;
pub(crate) mod program;
pub(crate) mod protocol;
mod readiness;
mod reading;
pub(crate) mod registers;
mod session;
mod talk;
mod wire;

pub use error::RtdeError;
pub(crate) use identity::check_joints;
pub(crate) use link::RtdeLink;
