//! Interface of both ROS generations.

use crate::connection::ConnectionError;
use std::time::Duration;

/// Controller in the list of its manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ControllerStatus {
    pub(crate) name: String,
    /// `running` in ROS 1, `active` in ROS 2.
    pub(crate) is_active: bool,
}

/// Goal of the trajectory controller, with the robot's joint names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Goal {
    pub(crate) joints: Vec<String>,
    pub(crate) points: Vec<GoalPoint>,
}

/// Point of a goal and its time after the start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GoalPoint {
    pub(crate) after: Duration,
    pub(crate) q: Vec<f64>,
    pub(crate) qd: Vec<f64>,
    pub(crate) qdd: Vec<f64>,
}

/// State of a goal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GoalState {
    /// Sent, without an answer.
    Pending,
    /// In progress.
    Active,
    /// Reached.
    Done,
    /// Rejected, aborted or cancelled, with the controller's message.
    Failed(String),
}

/// ROS graph of a robot, for commands. Joint states come through a
/// [`PacketQueue`](crate::connection::PacketQueue).
///
/// Calls block for the time-out of the settings at most.
pub(crate) trait RosGraph: Send {
    /// Loaded controllers.
    fn controllers(&mut self) -> Result<Vec<ControllerStatus>, ConnectionError>;

    /// URDF that the robot publishes, if it does; the error if it cannot be read.
    fn description(&mut self) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Starts some controllers and stops others, all or none (STRICT).
    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), ConnectionError>;

    /// Publishes velocities in the order of the controller's joints. Does not block.
    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), ConnectionError>;

    /// Sends a goal to the trajectory controller.
    fn send_goal(&mut self, goal: &Goal) -> Result<(), ConnectionError>;

    /// State of the last goal. Does not block.
    fn goal_state(&mut self) -> Result<GoalState, ConnectionError>;

    /// Cancels the last goal. Does not block.
    fn cancel_goal(&mut self) -> Result<(), ConnectionError>;

    /// Cancels all goals, also those of other clients. Does not block.
    fn cancel_all_goals(&mut self) -> Result<(), ConnectionError> {
        self.cancel_goal()
    }

    /// Last published speed scaling, as a share of full speed; none where it is not published. Does not
    /// block.
    fn speed_scaling(&mut self) -> Option<f64>;
}

/// Graph without commands, for experiments that only record: it needs no controller manager, and another
/// program may move the robot. `T` keeps the subscription alive.
pub(crate) struct ListenOnlyGraph<T>(pub(crate) T);

impl<T> ListenOnlyGraph<T> {
    fn refusal<A>() -> Result<A, ConnectionError> {
        Err(ConnectionError::NoController {
            wanted: "a controller".to_owned(),
            found: "none, since this experiment only records".to_owned(),
        })
    }
}

impl<T: Send> RosGraph for ListenOnlyGraph<T> {
    fn controllers(&mut self) -> Result<Vec<ControllerStatus>, ConnectionError> {
        Ok(Vec::new())
    }

    fn switch(&mut self, _start: &[String], _stop: &[String]) -> Result<(), ConnectionError> {
        Self::refusal()
    }

    fn publish_velocity(&mut self, _qd: &[f64]) -> Result<(), ConnectionError> {
        Self::refusal()
    }

    fn send_goal(&mut self, _goal: &Goal) -> Result<(), ConnectionError> {
        Self::refusal()
    }

    fn goal_state(&mut self) -> Result<GoalState, ConnectionError> {
        Self::refusal()
    }

    fn cancel_goal(&mut self) -> Result<(), ConnectionError> {
        Ok(())
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        None
    }
}
