//! `trajectory_msgs/JointTrajectory`, as YAML and as CDR hold it.

/// Topic of the message in a bag: that of the usual controller of ros2_control.
pub(super) const TOPIC: &str = "/joint_trajectory_controller/joint_trajectory";
