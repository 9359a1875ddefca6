//! ROS 1 over real sockets and in real time, without any ROS: our client, our served robot, our master,
//! and peers that lie.

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
