//! Actions of ROS 1: goal, status and result as topics.

use super::{Header1, RosTime};
use serde::{Deserialize, Serialize};

/// `actionlib_msgs/GoalID`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GoalId {
    /// Time of sending; zero to cancel goals of any time.
    pub stamp: RosTime,
    /// Its name; empty to cancel all.
    pub id: String,
}

/// `actionlib_msgs/GoalStatus`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GoalStatus {
    /// Goal.
    pub goal_id: GoalId,
    /// One of the constants.
    pub status: u8,
    /// Message of the server.
    pub text: String,
}

impl GoalStatus {
    /// Not processed yet.
    pub const PENDING: u8 = 0;
    /// Under way.
    pub const ACTIVE: u8 = 1;
    /// Cancelled during execution.
    pub const PREEMPTED: u8 = 2;
    /// Done.
    pub const SUCCEEDED: u8 = 3;
    /// Aborted by the server.
    pub const ABORTED: u8 = 4;
    /// Not accepted.
    pub const REJECTED: u8 = 5;
    /// Cancellation requested.
    pub const PREEMPTING: u8 = 6;
    /// About to be cancelled before it began.
    pub const RECALLING: u8 = 7;
    /// Cancelled before it began.
    pub const RECALLED: u8 = 8;
    /// Unknown to the server.
    pub const LOST: u8 = 9;
}

/// `actionlib_msgs/GoalStatusArray`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GoalStatusArray {
    /// Stamp.
    pub header: Header1,
    /// Status of every goal that the server keeps.
    pub status_list: Vec<GoalStatus>,
}

/// A goal on its topic: `...ActionGoal`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ActionGoal<G> {
    /// Stamp.
    pub header: Header1,
    /// Its name.
    pub goal_id: GoalId,
    /// The goal.
    pub goal: G,
}

/// A result or a feedback on its topic: `...ActionResult`, `...ActionFeedback`.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ActionOutcome<T> {
    /// Stamp.
    pub header: Header1,
    /// Goal and its status.
    pub status: GoalStatus,
    /// The result or the feedback.
    pub outcome: T,
}
