//! Recordings: MCAP files with joint states of ROS 2, complete up to the last second after a crash.
//!
//! A sample becomes a ROS 2 message (`cdr`), messages of at most half a second of the robot's clock a chunk, which goes
//! to the file when it is complete ([`LogWriter`]): a run that is killed loses the chunk that was being filled and
//! nothing before it. The file is flushed to the disk several times per second ([`LogDestination`]), so that a loss of
//! power costs less than a second as well.
//!
//! | topic | message | content |
//! |---|---|---|
//! | `/joint_states` | `sensor_msgs/msg/JointState` | measured state |
//! | `/taufit/commands` | `sensor_msgs/msg/JointState` | command; arrays that were not commanded are empty |
//! | `/wrench` | `geometry_msgs/msg/WrenchStamped` | measured wrench, with a force sensor |
//! | `/taufit/targets` | `sensor_msgs/msg/JointState` | setpoints of the controller, if it reports them: `<joint>` with position, velocity and torque, `<joint>.motor` with the current as effort |
//! | `/taufit/events` | `std_msgs/msg/String` | JSON: phases that begin and end, the reason of a stop, and slow signals of the robot (temperatures, payload) |
//!
//! The experiment and the robot's description are attached, and a metadata record called `taufit` states
//! the kind of the efforts. All times are those of the robot's clock. Planned motions
//! ([`export`](crate::export)) are written as one such message.

pub(crate) mod cdr;
mod file;
mod periodic_sync;
mod rosbag2;
pub(crate) mod writer;

pub use file::LogDestination;
pub use rosbag2::{bag_log, write_bag_metadata};
pub use writer::{Attachment, LogHeader, LogWriter};
