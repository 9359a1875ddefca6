//! ROS 1 connection against the served robot and master, over real sockets and in real time, and against peers
//! that violate the protocol.

#![cfg(feature = "ros1")]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod hostile;
mod master;
mod raw;
mod rig;
mod sweep;
