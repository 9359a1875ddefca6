//! Our client against our server, over real sockets and in real time.

#![cfg(feature = "rtde")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod bench;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod hazards;
mod refusals;
mod scripts;
mod sweep;
