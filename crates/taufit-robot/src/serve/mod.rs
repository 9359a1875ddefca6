//! The simulated robot at the other end of a wire: for rehearsals, and for trying other programs.
//!
//! | module | what it holds |
//! |---|---|
//! | `arm` | [`ServedArm`]: the arm on a thread of its own, in real time |
//! | `course` | a goal of its trajectory controller under way |
//! | `controllers` | what a controller manager of ROS does with it |
//! | `description` | the URDF that a driver publishes of it |
//! | `joint_states` | what a driver of ROS says about it |
//! | `robot_thread` | such a driver, packet by packet |
//! | `feedback_faults` | [`FeedbackFault`]: faults of what it says |
//! | `ros1` | the arm as a robot of ROS 1 |
//! | `ros2` | the arm as a robot of ROS 2 |
//! | `mischief` | [`Mischief`]: faults that a driver can have |
//! | `rtde` | `RtdeServer`: the arm as a controller of Universal Robots |

mod arm;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod controllers;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod course;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod description;
mod feedback_faults;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod joint_states;
mod mischief;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod robot_thread;
#[cfg(feature = "ros1")]
mod ros1;
#[cfg(feature = "ros2")]
mod ros2;
#[cfg(feature = "rtde")]
mod rtde;

pub use arm::{ArmPacket, ServedArm};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use controllers::{ControllerKind, Controllers, GoalEnd};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use description::description;
pub use feedback_faults::FeedbackFault;
#[cfg(any(feature = "ros1", feature = "ros2", feature = "rtde"))]
pub(crate) use feedback_faults::FeedbackFaults;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use joint_states::{SpokenStates, StatesSpeaker};
pub use mischief::Mischief;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use robot_thread::RobotThread;
#[cfg(feature = "ros1")]
pub use ros1::{Ros1Master, Ros1ServeSettings, Ros1Server};
#[cfg(feature = "ros2")]
pub use ros2::Ros2Server;
#[cfg(feature = "rtde")]
pub use rtde::{RtdePorts, RtdeServeSettings, RtdeServer, ServedState};
