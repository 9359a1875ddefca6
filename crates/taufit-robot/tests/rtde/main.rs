//! Our client against our server, over real sockets and in real time.

#![cfg(feature = "rtde")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod bench;
mod faults;
#[path = "../common/good_time.rs"]
mod good_time;
mod refusals;
mod scripts;
mod sweep;
