//! Robots behind ROS, 1 or 2: a controller manager, a trajectory controller, a velocity controller and
//! the joint states (Ulici et al.: position control to the start, velocity control for the motion).
//!
//! | module | what it holds |
//! |---|---|
//! | `graph` | [`RosGraph`]: what both generations of ROS offer to a run |
//! | `bystander` | a graph in which we only listen |
//! | `states` | joint states, from messages to the feed |
//! | `goal` | a phase as a motion for the trajectory controller |
//! | `work`, `worker` | the thread that switches controllers and watches over goals, and a handle on it |
//! | `link` | [`RosLink`]: all of that as a robot |
//! | `ros1` | the graph of ROS 1 |
//! | `ros2` | the graph of ROS 2 |

mod bystander;
#[cfg(test)]
mod fake;
mod goal;
mod graph;
mod link;
#[cfg(feature = "ros1")]
pub(crate) mod ros1;
#[cfg(feature = "ros2")]
pub(crate) mod ros2;
mod states;
mod work;
mod worker;

pub(crate) use graph::{Controller, Goal, GoalPoint, GoalState, RosGraph};
pub(crate) use link::RosLink;
#[cfg(feature = "ros1")]
pub use ros1::Ros1Error;
pub(crate) use states::{JointStates, StatesReader, StatesSource};
