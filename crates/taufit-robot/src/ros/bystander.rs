//! A graph in which we only listen.

use super::{Controller, Goal, GoalState, RosGraph};
use crate::live::LiveError;

/// Listens as long as it lives, by whatever it holds. It asks nobody for anything, so that joint states
/// can be recorded wherever there are some: without a controller manager, or while somebody else moves
/// the robot.
pub(super) struct Bystander<T>(pub(super) T);

impl<T> Bystander<T> {
    /// A run that only listens never asks for more.
    fn refusal<A>() -> Result<A, LiveError> {
        Err(LiveError::NoController {
            wanted: "a controller".to_owned(),
            found: "none, since this experiment only listens".to_owned(),
        })
    }
}

impl<T: Send> RosGraph for Bystander<T> {
    fn controllers(&mut self) -> Result<Vec<Controller>, LiveError> {
        Ok(Vec::new())
    }

    fn switch(&mut self, _start: &[String], _stop: &[String]) -> Result<(), LiveError> {
        Self::refusal()
    }

    fn publish_velocity(&mut self, _qd: &[f64]) -> Result<(), LiveError> {
        Self::refusal()
    }

    fn send_goal(&mut self, _goal: &Goal) -> Result<(), LiveError> {
        Self::refusal()
    }

    fn goal_state(&mut self) -> Result<GoalState, LiveError> {
        Self::refusal()
    }

    fn cancel_goal(&mut self) -> Result<(), LiveError> {
        Ok(())
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        None
    }
}
