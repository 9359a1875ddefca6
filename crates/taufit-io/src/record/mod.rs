//! Logs that we write: MCAP with joint states of ROS 2, whole up to the last second whatever happens.
//!
//! The way of a sample: `cdr` makes a ROS 2 message of it, `chunk` gathers messages for at most one
//! second of the robot's clock, `mcap` frames records, `summary` is the index at the end, and
//! [`LogWriter`] puts all of that in order. A chunk goes to the file in one piece: a run that is
//! killed loses the chunk that was being filled and nothing before it.
//!
//! | topic | message | what |
//! |---|---|---|
//! | `/joint_states` | `sensor_msgs/msg/JointState` | what the robot said |
//! | `/taufit/commands` | `sensor_msgs/msg/JointState` | what it was told; arrays that were not commanded are empty |
//! | `/wrench` | `geometry_msgs/msg/WrenchStamped` | what its force sensor said, if it has one |
//! | `/taufit/targets` | `sensor_msgs/msg/JointState` | what its controller followed, if it says so: `<joint>` with position, velocity and torque, `<joint>.motor` with the current as effort |
//! | `/taufit/events` | `std_msgs/msg/String` | JSON: phases that begin and end, why a run stopped, and what else the robot says now and then (temperatures, payload) |
//!
//! The experiment and the robot's description are attached, and a metadata record called `taufit` says
//! what efforts mean. All times are those of the robot's clock. Planned motions
//! ([`export`](crate::export)) are written with the same records.

pub(crate) mod cdr;
mod chunk;
mod file;
pub(crate) mod mcap;
mod rosbag2;
pub(crate) mod summary;
mod writer;

pub use file::LogDestination;
pub use rosbag2::{bag_log, write_bag_metadata};
pub use writer::{Attachment, LogHead, LogWriter};
