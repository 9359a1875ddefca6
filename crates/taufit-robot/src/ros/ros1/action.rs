//! Client of the trajectory action: in ROS 1 five topics, of which four are used.

use super::{advertise, subscribe};
use crate::connection::ConnectionError;
use crate::ros::{Goal, GoalState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taufit_io::ros::{
    ActionGoal, ActionOutcome, FollowGoal1, FollowResult, GoalId, GoalStatus, GoalStatusArray,
    Header1, JointTrajectory, RosDuration, TrajectoryPoint,
};
use taufit_ros1::{Ros1Error, Ros1Node, Ros1Publisher};

/// Time after which a goal without an answer is sent again with the same id: the controller may not have
/// been connected. A controller ignores an id that it knows.
const RESEND_PERIOD: Duration = Duration::from_millis(300);

/// Longest time between a final status and its result, which come on different connections.
const RESULT_TIMEOUT: Duration = Duration::from_millis(300);

/// Topic of the action: `goal`, `cancel`, `status`, `result` or `feedback`.
pub(crate) fn action_topic(controller: &str, part: &str) -> String {
    format!("/{}/follow_joint_trajectory/{part}", controller.trim_start_matches('/'))
}

/// Client of the action.
pub(super) struct TrajectoryActionClient {
    goals: Ros1Publisher<ActionGoal<FollowGoal1>>,
    cancels: Ros1Publisher<GoalId>,
    report: Arc<Mutex<GoalReport>>,
    /// Last goal, and the time at which it was sent.
    sent: Option<(ActionGoal<FollowGoal1>, Instant)>,
    n_sent: u64,
    /// Prefix of goal ids.
    name: String,
}

impl TrajectoryActionClient {
    /// Connects to the action of a controller.
    pub(super) fn connect(node: &Ros1Node, controller: &str) -> Result<Self, ConnectionError> {
        let topic = |part: &str| action_topic(controller, part);
        let report = Arc::new(Mutex::new(GoalReport::default()));
        let (of_status, of_result) = (Arc::clone(&report), Arc::clone(&report));
        subscribe(node, &topic("status"), move |status: Result<GoalStatusArray, Ros1Error>| {
            match status {
                Ok(list) => locked(&of_status).on_status(&list),
                Err(error) => locked(&of_status).on_error(error.into()),
            }
        })?;
        type FollowOutcome = ActionOutcome<FollowResult>;
        subscribe(node, &topic("result"), move |result: Result<FollowOutcome, Ros1Error>| {
            match result {
                Ok(outcome) => locked(&of_result).on_result(&outcome),
                Err(error) => locked(&of_result).on_error(error.into()),
            }
        })?;
        Ok(Self {
            goals: advertise(node, &topic("goal"))?,
            cancels: advertise(node, &topic("cancel"))?,
            report,
            sent: None,
            n_sent: 0,
            name: node.name().trim_start_matches('/').to_owned(),
        })
    }

    /// Sends a goal; it replaces the last one.
    pub(super) fn send(&mut self, goal: &Goal) -> Result<(), ConnectionError> {
        self.n_sent += 1;
        // Without a stamp the motion begins at once: clocks differ.
        let goal_id = GoalId { id: format!("{}-{}", self.name, self.n_sent), ..GoalId::default() };
        locked(&self.report).reset(&goal_id.id);
        let message = ActionGoal { header: Header1::default(), goal_id, goal: follow_goal(goal) };
        self.goals.publish(&message)?;
        self.sent = Some((message, Instant::now()));
        Ok(())
    }

    /// State of the last goal.
    pub(super) fn state(&mut self) -> Result<GoalState, ConnectionError> {
        let state = locked(&self.report).state()?;
        if state == GoalState::Pending
            && let Some((goal, since)) = &mut self.sent
            && since.elapsed() > RESEND_PERIOD
        {
            self.goals.publish(goal)?;
            *since = Instant::now();
        }
        Ok(state)
    }

    /// Cancels the goals of all clients: an id that is empty and a stamp of zero.
    pub(super) fn cancel_all(&mut self) -> Result<(), ConnectionError> {
        Ok(self.cancels.publish(&GoalId::default())?)
    }

    /// Cancels the last goal.
    pub(super) fn cancel(&mut self) -> Result<(), ConnectionError> {
        match self.sent.take() {
            Some((goal, _)) => Ok(self.cancels.publish(&goal.goal_id)?),
            None => Ok(()),
        }
    }
}

/// Status and result of the last goal.
#[derive(Debug, Default)]
struct GoalReport {
    id: String,
    is_active: bool,
    /// Final status, and the time at which it came.
    ended: Option<(GoalStatus, Instant)>,
    /// Result, which takes precedence over the status.
    result: Option<GoalState>,
    /// Error of the status or result topic.
    error: Option<ConnectionError>,
}

impl GoalReport {
    /// Begins with a new goal.
    fn reset(&mut self, id: &str) {
        *self = Self { id: id.to_owned(), error: self.error.take(), ..Self::default() };
    }

    /// Stores an error that does not go away: wrong types and malformed messages. A lost connection may be
    /// restored.
    fn on_error(&mut self, error: ConnectionError) {
        if matches!(error, ConnectionError::Ros1(_) | ConnectionError::Protocol { .. }) {
            self.error = Some(error);
        }
    }

    fn on_status(&mut self, list: &GoalStatusArray) {
        let Some(status) = list.status_list.iter().find(|status| status.goal_id.id == self.id)
        else {
            return;
        };
        match status.status {
            GoalStatus::PENDING | GoalStatus::RECALLING => {}
            GoalStatus::ACTIVE | GoalStatus::PREEMPTING => self.is_active = true,
            _ => {
                self.ended.get_or_insert_with(|| (status.clone(), Instant::now()));
            }
        }
    }

    fn on_result(&mut self, outcome: &ActionOutcome<FollowResult>) {
        if outcome.status.goal_id.id == self.id {
            self.result = Some(goal_end(&outcome.status, Some(&outcome.outcome)));
        }
    }

    fn state(&self) -> Result<GoalState, ConnectionError> {
        Ok(match (&self.result, &self.ended, &self.error) {
            (Some(result), ..) => result.clone(),
            (None, Some((status, since)), _) if since.elapsed() > RESULT_TIMEOUT => {
                goal_end(status, None)
            }
            _ if self.is_active => GoalState::Active,
            (.., Some(error)) => return Err(error.clone()),
            _ => GoalState::Pending,
        })
    }
}

/// Final state of a goal: done only if both status and result are successful.
fn goal_end(status: &GoalStatus, result: Option<&FollowResult>) -> GoalState {
    let failed = result.filter(|result| result.error_code != FollowResult::SUCCESSFUL);
    if status.status == GoalStatus::SUCCEEDED && failed.is_none() {
        return GoalState::Done;
    }
    let word = match status.status {
        GoalStatus::PREEMPTED | GoalStatus::RECALLED => "cancelled",
        GoalStatus::REJECTED => "refused",
        GoalStatus::LOST => "lost",
        _ => "aborted",
    };
    let details = failed.map(FollowResult::label).unwrap_or_else(|| status.text.clone());
    GoalState::Failed(match details.as_str() {
        "" => word.to_owned(),
        details => format!("{word}, {details}"),
    })
}

/// ROS 1 message of a goal that begins at once.
fn follow_goal(goal: &Goal) -> FollowGoal1 {
    let points = goal.points.iter().map(|point| TrajectoryPoint {
        positions: point.q.clone(),
        velocities: point.qd.clone(),
        accelerations: point.qdd.clone(),
        effort: Vec::new(),
        time_from_start: RosDuration::from_s(point.after.as_secs_f64()),
    });
    let trajectory = JointTrajectory {
        header: Header1::default(),
        joint_names: goal.joints.clone(),
        points: points.collect(),
    };
    FollowGoal1 { trajectory, ..FollowGoal1::default() }
}

fn locked(report: &Mutex<GoalReport>) -> MutexGuard<'_, GoalReport> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(id: &str, status: u8, text: &str) -> GoalStatus {
        let goal_id = GoalId { id: id.to_owned(), ..GoalId::default() };
        GoalStatus { goal_id, status, text: text.to_owned() }
    }

    fn list(status: &[GoalStatus]) -> GoalStatusArray {
        GoalStatusArray { header: Header1::default(), status_list: status.to_vec() }
    }

    fn own_goal() -> GoalReport {
        GoalReport { id: "ours".to_owned(), ..GoalReport::default() }
    }

    #[test]
    fn a_goal_goes_from_pending_to_active_to_done() {
        let mut report = own_goal();
        report.on_status(&list(&[status("theirs", GoalStatus::ABORTED, "")]));
        assert_eq!(report.state(), Ok(GoalState::Pending));
        report.on_status(&list(&[status("ours", GoalStatus::ACTIVE, "")]));
        assert_eq!(report.state(), Ok(GoalState::Active));
        let header = Header1::default();
        let status = status("ours", GoalStatus::SUCCEEDED, "");
        report.on_result(&ActionOutcome { header, status, outcome: FollowResult::default() });
        assert_eq!(report.state(), Ok(GoalState::Done));
    }

    #[test]
    fn the_result_says_why_and_the_status_if_no_result_comes() {
        let mut report = own_goal();
        let aborted = status("ours", GoalStatus::ABORTED, "blocked");
        report.on_status(&list(std::slice::from_ref(&aborted)));
        assert_eq!(report.state(), Ok(GoalState::Pending), "the result may still come");
        report.ended = Instant::now().checked_sub(2 * RESULT_TIMEOUT).map(|then| (aborted, then));
        assert_eq!(report.state(), Ok(GoalState::Failed("aborted, blocked".to_owned())));
        let outcome = FollowResult { error_code: -4, error_string: "elbow".to_owned() };
        let status = status("ours", GoalStatus::ABORTED, "");
        report.on_result(&ActionOutcome { header: Header1::default(), status, outcome });
        let Ok(GoalState::Failed(message)) = report.state() else { panic!("{:?}", report.state()) };
        assert!(message.contains("left its way") && message.contains("elbow"), "{message}");
    }

    #[test]
    fn a_controller_that_speaks_of_something_else_is_named() {
        let mut report = own_goal();
        let lost = ConnectionError::Lost { what: "/arm".to_owned(), problem: String::new() };
        report.on_error(lost);
        assert_eq!(report.state(), Ok(GoalState::Pending), "it may come again");
        let (source_name, problem) = ("/arm".to_owned(), "noise".to_owned());
        report.on_error(ConnectionError::Protocol { source_name, problem });
        report.reset("ours");
        assert_eq!(report.state().unwrap_err().code(), "E241");
        report.on_status(&list(&[status("ours", GoalStatus::ACTIVE, "")]));
        assert_eq!(report.state(), Ok(GoalState::Active), "another one can be understood");
    }

    #[test]
    fn a_success_with_an_error_code_is_none() {
        let result = FollowResult { error_code: -5, ..FollowResult::default() };
        let end = goal_end(&status("ours", GoalStatus::SUCCEEDED, ""), Some(&result));
        assert!(matches!(end, GoalState::Failed(_)), "{end:?}");
    }
}
