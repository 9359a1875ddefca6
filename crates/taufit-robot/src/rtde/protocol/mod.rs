//! RTDE as bytes: everything is big-endian, every packet has a size and a kind.
//!
//! | module | what it holds |
//! |---|---|
//! | `malformed` | [`Malformed`]: bytes that make no sense |
//! | `bytes` | numbers from a slice that may be too short |
//! | `frame` | [`Frame`]: one packet, and packets from a stream |
//! | `value` | [`Value`], [`FieldType`]: what fields hold |
//! | `recipe` | [`Recipe`]: which fields a data packet has |
//! | `message` | [`Request`], [`Reply`]: what the two ends say to each other |
//!
//! Source: Universal Robots, *RTDE guide*, protocol version 2. Nothing here panics, whatever the bytes.

mod bytes;
mod frame;
mod malformed;
mod message;
mod recipe;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use frame::{Frame, Frames, Kind};
pub(crate) use malformed::Malformed;
pub(crate) use message::{Reply, Request};
pub(crate) use recipe::{IN_USE, NOT_FOUND, Recipe};
pub(crate) use value::{FieldType, Value};

/// The version of the protocol that we speak.
pub(crate) const VERSION: u16 = 2;
