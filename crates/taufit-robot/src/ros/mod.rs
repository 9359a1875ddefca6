//! Connections over ROS 1 and ROS 2: joint states, a controller manager, a trajectory controller, a velocity
//! controller (Ulici et al.: position control to the start, velocity control for the motion).
//!
//! | module | contents |
//! |---|---|
//! | `graph` | [`RosGraph`]: the interface of both ROS generations; a graph without commands |
//! | `joint_states` | joint states, from messages to packets |
//! | `goal` | a phase as a goal of the trajectory controller |
//! | `controller_thread` | thread that switches controllers and supervises goals |
//! | `connection` | [`RosConnection`] |
//! | `emergency_stop` | [`EmergencyStop`]: stop on behalf of a run that has died |
//! | `ros1`, `ros2` | the graphs of ROS 1 and ROS 2 |

mod connection;
mod controller_thread;
mod emergency_stop;
#[cfg(test)]
mod fake_graph;
mod goal;
mod graph;
mod joint_states;
#[cfg(feature = "ros1")]
pub(crate) mod ros1;
#[cfg(feature = "ros2")]
pub(crate) mod ros2;

pub(crate) use connection::RosConnection;
pub use emergency_stop::EmergencyStop;
pub(crate) use graph::{ControllerStatus, Goal, GoalPoint, GoalState, ListenOnlyGraph, RosGraph};
pub(crate) use joint_states::{JointStateReceiver, JointStateSender, JointStateView};
