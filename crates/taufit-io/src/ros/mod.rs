//! Messages of ROS 1 and 2, for networks and files.
//!
//! Fields stand in the order of the wire, so that serde writes what ROS reads: CDR for ROS 2, packed
//! fields for ROS 1. Where the two generations differ only in the header, a message is generic over it.
//!
//! | module | what it holds |
//! |---|---|
//! | `header` | times and headers |
//! | `joints` | joint states, arrays of numbers, trajectories |
//! | `follow` | the action that follows a trajectory, ROS 1 and ROS 2 |
//! | `actionlib` | how ROS 1 makes an action of five topics |
//! | `controllers` | listing and switching controllers, as each distribution does |
//! | `ros1` | names, checksums and definitions for ROS 1 |
//! | `schema` | names and definitions for ROS 2, as files hold them |

mod actionlib;
mod controllers;
mod follow;
mod header;
mod joints;
mod ros1;
pub(crate) mod schema;

pub use actionlib::{ActionGoal, ActionOutcome, GoalId, GoalStatus, GoalStatusArray};
pub use controllers::{
    Distribution, ListControllers1, ListedController1, ListedResources1, Strictness,
    SwitchController1, SwitchHumble, SwitchIron, SwitchOld, SwitchResponse,
    SwitchResponseWithMessage, listed_controllers, render_controllers,
};
pub use follow::{
    FollowFeedback1, FollowFeedback2, FollowGoal1, FollowGoal2, FollowResult, JointTolerance,
    MultiDofTrajectory, Unused,
};
pub use header::{Header, Header1, RosDuration, RosTime};
pub use joints::{
    Float64, Float64MultiArray, JointState, JointTrajectory, MultiArrayDimension, MultiArrayLayout,
    StringMessage, TrajectoryPoint,
};
pub use ros1::{Ros1Message, Ros1Service};
pub use schema::Ros2Message;

/// A request or an answer without fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Empty {}

/// The same in ROS 2, where an empty message has one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Empty2 {
    /// Zero.
    pub nothing: u8,
}
