//! What both generations of ROS offer to a run.

use crate::live::LiveError;
use std::time::Duration;

/// A controller, as its manager lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Controller {
    pub(crate) name: String,
    /// `running` in ROS 1, `active` in ROS 2.
    pub(crate) is_active: bool,
}

/// A motion for the trajectory controller, in the robot's names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    pub(crate) joints: Vec<String>,
    pub(crate) points: Vec<GoalPoint>,
}

/// Where to be, and when after the start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GoalPoint {
    pub(crate) after: Duration,
    pub(crate) q: Vec<f64>,
    pub(crate) qd: Vec<f64>,
    pub(crate) qdd: Vec<f64>,
}

/// How far a goal has come.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GoalState {
    /// Sent, not answered.
    Pending,
    /// Under way.
    Active,
    /// Reached.
    Done,
    /// Refused, given up or cancelled, with the controller's words.
    Failed(String),
}

/// A ROS graph with a robot in it. Joint states come through a [`Feed`](crate::live::Feed) that is
/// handed out on connecting; this is the other direction.
///
/// Calls block, for the time-out of the settings at most: whoever must not wait calls them from a
/// thread of its own.
pub(crate) trait RosGraph: Send {
    /// The controllers that the manager has loaded.
    fn controllers(&mut self) -> Result<Vec<Controller>, LiveError>;

    /// The URDF that the robot publishes, if it does; why it could not be had, where there is one.
    fn description(&mut self) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Starts some controllers and stops others, all or nothing (STRICT).
    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), LiveError>;

    /// Velocities in the order of the controller's joints. Does not block.
    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), LiveError>;

    /// Hands a motion to the trajectory controller; what becomes of it is asked for.
    fn send_goal(&mut self, goal: &Goal) -> Result<(), LiveError>;

    /// What became of the last goal. Does not block.
    fn goal_state(&mut self) -> Result<GoalState, LiveError>;

    /// Gives the last goal up. Does not block.
    fn cancel_goal(&mut self) -> Result<(), LiveError>;

    /// Share of its speed that the robot runs at, as last heard; none where it does not say. Does not
    /// block.
    fn speed_scaling(&mut self) -> Option<f64>;
}
