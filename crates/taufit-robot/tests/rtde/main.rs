//! RTDE connection against the served controller, over real sockets and in real time.

#![cfg(feature = "rtde")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod hazards;
mod refusals;
mod rig;
mod scripts;
mod sweep;
