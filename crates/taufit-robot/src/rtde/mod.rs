//! Controllers of Universal Robots over their real-time data exchange (RTDE).
//!
//! | module | contents |
//! |---|---|
//! | `protocol` | packets as bytes |
//! | `registers` | registers that client and program share |
//! | `program` | URScript program that follows setpoints on the controller |
//! | `socket` | TCP connections |
//! | `handshake` | negotiation of version, outputs and inputs |
//! | `session` | data connection |
//! | `sample` | contents of one data packet |
//! | `setpoint_sender` | setpoints for the program |
//! | `dashboard` | client of the dashboard server |
//! | `identity` | comparison of robot and model |
//! | `readiness` | checks that the robot can move |
//! | `connection` | [`RtdeConnection`] |
//! | `error` | [`RtdeError`] |
//!
//! Setpoints are streamed: a program that is sent to the controller once reads input registers in every
//! cycle, and stops the robot as soon as they are no longer updated.

mod connection;
mod dashboard;
mod error;
mod handshake;
mod identity;
pub(crate) mod program;
pub(crate) mod protocol;
mod readiness;
pub(crate) mod registers;
mod sample;
mod session;
mod setpoint_sender;
mod socket;

pub(crate) use connection::RtdeConnection;
pub use error::RtdeError;
pub(crate) use identity::check_joints;
