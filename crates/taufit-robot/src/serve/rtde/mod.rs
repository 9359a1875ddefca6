//! The simulated arm as a controller of Universal Robots: real-time data exchange, ports that take
//! programs, dashboard server.
//!
//! | module | what it holds |
//! |---|---|
//! | `settings` | [`RtdeServeSettings`]: what the controller is like |
//! | `port` | doors: who connects gets a thread of its own |
//! | `session` | one client of the real-time data exchange |
//! | `fields` | what can be asked for, and what can be told |
//! | `script_port` | programs that come in |
//! | `script` | the plain ones: a few commands, line by line |
//! | `follow` | our own, which follows setpoints |
//! | `mover` | from what a program wants to commands of the arm |
//! | `controller` | what all of them share, cycle by cycle |
//! | `clock` | what happens in every cycle |
//! | `dashboard` | one line there, one line back |
//! | `server` | [`RtdeServer`]: all of it together |

mod clock;
mod controller;
mod dashboard;
mod fields;
mod follow;
mod mover;
mod port;
mod script;
mod script_port;
mod server;
mod session;
mod settings;

pub use server::{RtdeServer, ServedState};
pub use settings::{RtdePorts, RtdeServeSettings};
