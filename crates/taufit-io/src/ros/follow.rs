//! `control_msgs/FollowJointTrajectory`: a motion, what became of it, how far it has come.

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
    /// The motion.
    pub trajectory: JointTrajectory<Header1>,
    /// On the way; those of the controller if empty.
    pub path_tolerance: Vec<JointTolerance>,
    /// At the end; those of the controller if empty.
    pub goal_tolerance: Vec<JointTolerance>,
    /// How late the end may be reached.
    pub goal_time_tolerance: RosDuration,
}

/// The goal in ROS 2, Galactic and later.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowGoal2 {
    /// The motion.
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
    /// How late the end may be reached.
    pub goal_time_tolerance: RosDuration,
}

/// `trajectory_msgs/MultiDOFJointTrajectory` without points.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MultiDofTrajectory {
    /// When it begins.
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

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FollowResult {
    /// Zero if all went well.
    pub error_code: i32,
    /// The controller's words.
    pub error_string: String,
}

impl FollowResult {
    /// All went well.
    pub const SUCCESSFUL: i32 = 0;
    /// The motion makes no sense.
    pub const INVALID_GOAL: i32 = -1;
    /// The motion is of other joints.
    pub const INVALID_JOINTS: i32 = -2;
    /// It begins in the past.
    pub const OLD_HEADER_TIMESTAMP: i32 = -3;
    /// A joint went astray.
    pub const PATH_TOLERANCE_VIOLATED: i32 = -4;
    /// A joint did not arrive.
    pub const GOAL_TOLERANCE_VIOLATED: i32 = -5;

    /// The code in words, with what the controller says.
    pub fn words(&self) -> String {
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

/// How far it has come, ROS 1.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowFeedback1 {
    /// When.
    pub header: Header1,
    /// Joints, in the order of all vectors.
    pub joint_names: Vec<String>,
    /// Where they should be.
    pub desired: TrajectoryPoint,
    /// Where they are.
    pub actual: TrajectoryPoint,
    /// The difference.
    pub error: TrajectoryPoint,
}

/// How far it has come, ROS 2 up to Kilted. What follows is about joints with several coordinates, and
/// is not read.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct FollowFeedback2 {
    /// When.
    pub header: Header,
    /// Joints, in the order of all vectors.
    pub joint_names: Vec<String>,
    /// Where they should be.
    pub desired: TrajectoryPoint,
    /// Where they are.
    pub actual: TrajectoryPoint,
    /// The difference.
    pub error: TrajectoryPoint,
}
