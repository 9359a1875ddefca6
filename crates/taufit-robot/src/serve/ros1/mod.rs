//! The served arm as a robot of ROS 1, with the interfaces of ros_control.
//!
//! | module | what it holds |
//! |---|---|
//! | `action` | goals in, status and results out |
//! | `driver` | takes requests at any time, speaks with every packet |
//! | `server` | [`Ros1Server`]: all of that as a node |
//! | `master` | [`Ros1Master`]: who offers what, where no `roscore` runs |

mod action;
mod driver;
mod master;
mod server;

pub use master::Ros1Master;
pub use server::{Ros1ServeSettings, Ros1Server};
