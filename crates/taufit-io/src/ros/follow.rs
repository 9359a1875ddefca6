//! `control_msgs/FollowJointTrajectory`: goal, result and feedback.

use super::{Header, Header1, JointTrajectory, RosDuration, TrajectoryPoint};
use serde::{Deserialize, Deserializer, Serialize};

/// `control_msgs/JointTolerance`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct JointTolerance {
    /// The joint.
    pub name: String,
    /// Largest error of its position.
    pub position: f64,
    /// Largest error of its velocity.
    pub velocity: f64,
    /// Largest error of its acceleration.
    pub acceleration: f64,
}

/// The goal in ROS 1.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowGoal1 {
    /// Trajectory.
    pub trajectory: JointTrajectory<Header1>,
    /// On the way; those of the controller if empty.
    pub path_tolerance: Vec<JointTolerance>,
    /// At the end; those of the controller if empty.
    pub goal_tolerance: Vec<JointTolerance>,
    /// Tolerance of the time of arrival.
    pub goal_time_tolerance: RosDuration,
}

/// The goal in ROS 2, Galactic and later.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowGoal2 {
    /// Trajectory.
    pub trajectory: JointTrajectory<Header>,
    /// Motion of joints with several coordinates: none.
    pub multi_dof_trajectory: MultiDofTrajectory,
    /// On the way; those of the controller if empty.
    pub path_tolerance: Vec<JointTolerance>,
    /// None.
    pub component_path_tolerance: Vec<Unused>,
    /// At the end; those of the controller if empty.
    pub goal_tolerance: Vec<JointTolerance>,
    /// None.
    pub component_goal_tolerance: Vec<Unused>,
    /// Tolerance of the time of arrival.
    pub goal_time_tolerance: RosDuration,
}

/// `trajectory_msgs/MultiDOFJointTrajectory` without points.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MultiDofTrajectory {
    /// Time of the start.
    pub header: Header,
    /// None.
    pub joint_names: Vec<String>,
    /// None.
    pub points: Vec<Unused>,
}

/// An element of a list that must be empty: arms have no joints with several coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unused {}

impl<'de> Deserialize<'de> for Unused {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("joints with several coordinates are not supported"))
    }
}

/// Result of a goal.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FollowResult {
    /// Zero for success.
    pub error_code: i32,
    /// Message of the controller.
    pub error_string: String,
}

impl FollowResult {
    /// Success.
    pub const SUCCESSFUL: i32 = 0;
    /// Invalid trajectory.
    pub const INVALID_GOAL: i32 = -1;
    /// Unknown or missing joints.
    pub const INVALID_JOINTS: i32 = -2;
    /// Start time in the past.
    pub const OLD_HEADER_TIMESTAMP: i32 = -3;
    /// A joint left its path tolerance.
    pub const PATH_TOLERANCE_VIOLATED: i32 = -4;
    /// A joint missed its goal tolerance.
    pub const GOAL_TOLERANCE_VIOLATED: i32 = -5;

    /// Meaning of the code, with the message of the controller.
    pub fn label(&self) -> String {
        let code = match self.error_code {
            Self::SUCCESSFUL => "done",
            Self::INVALID_GOAL => "the goal is not valid",
            Self::INVALID_JOINTS => "it has other joints",
            Self::OLD_HEADER_TIMESTAMP => "the goal begins in the past",
            Self::PATH_TOLERANCE_VIOLATED => "a joint left its way",
            Self::GOAL_TOLERANCE_VIOLATED => "a joint did not reach its end",
            other => return format!("code {other} {}", self.error_string).trim_end().to_owned(),
        };
        match self.error_string.as_str() {
            "" => code.to_owned(),
            said => format!("{code} ({said})"),
        }
    }
}

/// Feedback in ROS 1.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowFeedback1 {
    /// Stamp.
    pub header: Header1,
    /// Joints, in the order of all vectors.
    pub joint_names: Vec<String>,
    /// Desired state.
    pub desired: TrajectoryPoint,
    /// Actual state.
    pub actual: TrajectoryPoint,
    /// The difference.
    pub error: TrajectoryPoint,
}

/// Feedback in ROS 2 up to Kilted. The remaining fields are for joints with several coordinates, and
/// are not read.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowFeedback2 {
    /// Stamp.
    pub header: Header,
    /// Joints, in the order of all vectors.
    pub joint_names: Vec<String>,
    /// Desired state.
    pub desired: TrajectoryPoint,
    /// Actual state.
    pub actual: TrajectoryPoint,
    /// The difference.
    pub error: TrajectoryPoint,
}
