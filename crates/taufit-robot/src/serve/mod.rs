//! The simulated arm as a server of the protocols of real robots: for rehearsals, and to test other programs.
//!
//! | module | contents |
//! |---|---|
//! | `arm` | [`ServedArm`]: the arm on a thread of its own, in real time |
//! | `driver_faults` | [`DriverFaults`], [`FeedbackFault`]: injected faults |
//! | `controllers`, `active_goal` | controller manager with two controllers; a goal in progress |
//! | `driver_messages` | joint states and URDF that a ROS driver publishes |
//! | `robot_thread` | thread of a served ROS driver |
//! | `ros1`, `ros2`, `rtde` | servers |

#[cfg(any(feature = "ros1", feature = "ros2"))]
mod active_goal;
mod arm;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod controllers;
mod driver_faults;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod driver_messages;
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
#[cfg(any(feature = "ros1", feature = "ros2", feature = "rtde"))]
pub(crate) use driver_faults::FeedbackFaults;
pub use driver_faults::{DriverFaults, FeedbackFault, SharedFaults};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use driver_messages::{JointStateDriver, JointStateMessage, robot_description};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use robot_thread::RobotThread;
#[cfg(feature = "ros1")]
pub use ros1::{Ros1ServeSettings, Ros1Server};
#[cfg(feature = "ros2")]
pub use ros2::Ros2Server;
#[cfg(feature = "rtde")]
pub use rtde::{RtdePorts, RtdeServeSettings, RtdeServer, ServedState};
#[cfg(feature = "ros1")]
pub use taufit_ros1::Ros1Master;
