//! Server of the trajectory action: goals in, status and results out.

use crate::ros::{Goal, GoalPoint};
use crate::serve::{ArmPacket, Controllers, GoalEnd};
use std::collections::VecDeque;
use std::time::Duration;
use taufit::command::{Command, Setpoint};
use taufit_io::ros::{
    ActionGoal, ActionOutcome, FollowFeedback1, FollowGoal1, FollowResult, GoalId, GoalStatus,
    GoalStatusArray, Header1, RosTime, TrajectoryPoint,
};

/// Number of goals whose final status is published.
const N_REMEMBERED: usize = 20;

/// Goals with their status and results.
#[derive(Debug, Default)]
pub(super) struct TrajectoryActionServer {
    /// Newest last; only that one can be active.
    goals: VecDeque<GoalStatus>,
    /// Results that were not sent yet.
    results: Vec<ActionOutcome<FollowResult>>,
}

impl TrajectoryActionServer {
    /// Passes a goal to the controller; a known id is ignored.
    pub(super) fn on_goal(
        &mut self,
        message: ActionGoal<FollowGoal1>,
        controllers: &mut Controllers,
    ) {
        let ActionGoal { goal_id, goal, .. } = message;
        if self.goals.iter().any(|known| known.goal_id.id == goal_id.id) {
            return;
        }
        let accepted = motion(&goal).and_then(|motion| controllers.accept(motion));
        if accepted.is_ok() {
            self.end(GoalStatus::PREEMPTED, "another goal came", 0);
        }
        if self.goals.len() == N_REMEMBERED {
            self.goals.pop_front();
        }
        self.goals.push_back(GoalStatus {
            goal_id,
            status: GoalStatus::ACTIVE,
            text: String::new(),
        });
        if let Err(reason) = accepted {
            self.end(GoalStatus::REJECTED, &reason, FollowResult::INVALID_GOAL);
        }
    }

    /// Cancels the goal with this id, or any goal for an empty id.
    pub(super) fn on_cancel(&mut self, id: &GoalId, controllers: &mut Controllers) {
        let is_current =
            self.goals.back().is_some_and(|goal| id.id.is_empty() || goal.goal_id.id == id.id);
        if is_current && controllers.cancel().is_some() {
            self.end(GoalStatus::PREEMPTED, "cancelled", 0);
        }
    }

    /// Stores the end of the goal that the controller reports.
    pub(super) fn on_end(&mut self, end: &GoalEnd) {
        match end {
            GoalEnd::Done => self.end(GoalStatus::SUCCEEDED, "", FollowResult::SUCCESSFUL),
            GoalEnd::Cancelled => self.end(GoalStatus::PREEMPTED, "cancelled", 0),
            GoalEnd::Aborted(reason) => {
                self.end(GoalStatus::ABORTED, reason, FollowResult::PATH_TOLERANCE_VIOLATED);
            }
        }
    }

    /// Ends the active goal, if there is one.
    fn end(&mut self, status: u8, reason: &str, error_code: i32) {
        let Some(goal) = self.goals.back_mut() else { return };
        if goal.status != GoalStatus::ACTIVE {
            return;
        }
        (goal.status, goal.text) = (status, reason.to_owned());
        self.results.push(ActionOutcome {
            header: Header1::default(),
            status: goal.clone(),
            outcome: FollowResult { error_code, error_string: reason.to_owned() },
        });
    }

    /// Results to be sent.
    pub(super) fn results(&mut self) -> Vec<ActionOutcome<FollowResult>> {
        std::mem::take(&mut self.results)
    }

    /// Status of all goals.
    pub(super) fn status(&self, stamp: RosTime) -> GoalStatusArray {
        let header = Header1 { stamp, ..Header1::default() };
        GoalStatusArray { header, status_list: self.goals.iter().cloned().collect() }
    }

    /// Feedback of the active goal.
    pub(super) fn feedback(
        &self,
        stamp: RosTime,
        joints: &[String],
        packet: &ArmPacket,
    ) -> Option<ActionOutcome<FollowFeedback1>> {
        let status = self.goals.back().filter(|goal| goal.status == GoalStatus::ACTIVE)?.clone();
        let Command::Position(Setpoint { q, qd, qdd }) = &packet.command else { return None };
        let header = Header1 { stamp, ..Header1::default() };
        let less = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>();
        let is = &packet.feedback;
        let outcome = FollowFeedback1 {
            header: header.clone(),
            joint_names: joints.to_vec(),
            desired: point(q.clone(), qd.clone(), qdd.clone()),
            actual: point(is.q.clone(), is.qd.clone(), Vec::new()),
            error: point(less(q, &is.q), less(qd, &is.qd), Vec::new()),
        };
        Some(ActionOutcome { header, status, outcome })
    }
}

fn point(positions: Vec<f64>, velocities: Vec<f64>, accelerations: Vec<f64>) -> TrajectoryPoint {
    TrajectoryPoint { positions, velocities, accelerations, ..TrajectoryPoint::default() }
}

/// Goal of a message.
fn motion(goal: &FollowGoal1) -> Result<Goal, String> {
    let points = goal.trajectory.points.iter().map(|point| {
        let after = Duration::try_from_secs_f64(point.time_from_start.as_s())
            .map_err(|error| format!("a point has no time: {error}"))?;
        let (q, qd) = (point.positions.clone(), point.velocities.clone());
        Ok(GoalPoint { after, q, qd, qdd: point.accelerations.clone() })
    });
    let points = points.collect::<Result<Vec<_>, String>>()?;
    Ok(Goal { joints: goal.trajectory.joint_names.clone(), points })
}
