//! The action of the trajectory controller: in ROS 1 five plain topics, of which four are used.

use super::node::{Ros1Node, Topic};
use crate::live::LiveError;
use crate::ros::{Goal, GoalState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taufit_io::ros::{
    ActionGoal, ActionOutcome, FollowGoal1, FollowResult, GoalId, GoalStatus, GoalStatusArray,
    Header1, JointTrajectory, RosDuration, TrajectoryPoint,
};

/// A goal that nobody has heard of after this time is sent again, under the same name: the controller
/// may not have been connected yet. One that it knows already is not begun twice.
const SEND_AGAIN: Duration = Duration::from_millis(300);

/// The result comes on another connection than the status: how long the one waits for the other.
const RESULT_DELAY: Duration = Duration::from_millis(300);

/// A topic of the action: `goal`, `cancel`, `status`, `result` or `feedback`.
pub(crate) fn action_topic(controller: &str, part: &str) -> String {
    format!("/{}/follow_joint_trajectory/{part}", controller.trim_start_matches('/'))
}

/// A client of the action.
pub(super) struct FollowAction {
    goals: Topic<ActionGoal<FollowGoal1>>,
    cancels: Topic<GoalId>,
    heard: Arc<Mutex<Heard>>,
    /// The last goal, and when it was sent.
    sent: Option<(ActionGoal<FollowGoal1>, Instant)>,
    n_sent: u64,
    /// What names of goals begin with.
    name: String,
}

impl FollowAction {
    /// Connects to the action of a controller.
    pub(super) fn connect(node: &Ros1Node, controller: &str) -> Result<Self, LiveError> {
        let topic = |part: &str| action_topic(controller, part);
        let heard = Arc::new(Mutex::new(Heard::default()));
        let (of_status, of_result) = (Arc::clone(&heard), Arc::clone(&heard));
        node.subscribe(&topic("status"), move |list: Result<GoalStatusArray, LiveError>| {
            match list {
                Ok(list) => locked(&of_status).take_status(&list),
                Err(error) => locked(&of_status).take_trouble(error),
            }
            true
        })?;
        node.subscribe(
            &topic("result"),
            move |end: Result<ActionOutcome<FollowResult>, LiveError>| {
                match end {
                    Ok(outcome) => locked(&of_result).take_result(&outcome),
                    Err(error) => locked(&of_result).take_trouble(error),
                }
                true
            },
        )?;
        Ok(Self {
            goals: node.advertise(&topic("goal"))?,
            cancels: node.advertise(&topic("cancel"))?,
            heard,
            sent: None,
            n_sent: 0,
            name: node.name().trim_start_matches('/').to_owned(),
        })
    }

    /// Sends a goal in place of the one before.
    pub(super) fn send(&mut self, goal: &Goal) -> Result<(), LiveError> {
        self.n_sent += 1;
        // Without a stamp the controller takes its own time: clocks differ.
        let goal_id = GoalId { id: format!("{}-{}", self.name, self.n_sent), ..GoalId::default() };
        locked(&self.heard).wait_for(&goal_id.id);
        let message = ActionGoal { header: Header1::default(), goal_id, goal: follow_goal(goal) };
        self.goals.publish(&message)?;
        self.sent = Some((message, Instant::now()));
        Ok(())
    }

    /// What became of it.
    pub(super) fn state(&mut self) -> Result<GoalState, LiveError> {
        let state = locked(&self.heard).state()?;
        if state == GoalState::Pending
            && let Some((goal, since)) = &mut self.sent
            && since.elapsed() > SEND_AGAIN
        {
            self.goals.publish(goal)?;
            *since = Instant::now();
        }
        Ok(state)
    }

    /// Gives it up.
    pub(super) fn cancel(&mut self) -> Result<(), LiveError> {
        match self.sent.take() {
            Some((goal, _)) => self.cancels.publish(&goal.goal_id),
            None => Ok(()),
        }
    }
}

/// What the controller said about the last goal.
#[derive(Debug, Default)]
struct Heard {
    id: String,
    is_active: bool,
    /// The last word of its status, and when it came.
    ended: Option<(GoalStatus, Instant)>,
    /// Its result: the last word of all.
    result: Option<GoalState>,
    /// Why nothing that the controller says can be understood.
    trouble: Option<LiveError>,
}

impl Heard {
    /// A goal of this name is sent; what was said about others does not count any more.
    fn wait_for(&mut self, id: &str) {
        *self = Self { id: id.to_owned(), trouble: self.trouble.take(), ..Self::default() };
    }

    /// A controller that speaks of something else will not come to speak of the goal. One that cannot be
    /// heard now may be heard later.
    fn take_trouble(&mut self, error: LiveError) {
        if matches!(error, LiveError::Ros1(_) | LiveError::Gibberish { .. }) {
            self.trouble = Some(error);
        }
    }

    fn take_status(&mut self, list: &GoalStatusArray) {
        let Some(said) = list.status_list.iter().find(|said| said.goal_id.id == self.id) else {
            return;
        };
        match said.status {
            GoalStatus::PENDING | GoalStatus::RECALLING => {}
            GoalStatus::ACTIVE | GoalStatus::PREEMPTING => self.is_active = true,
            _ => {
                self.ended.get_or_insert_with(|| (said.clone(), Instant::now()));
            }
        }
    }

    fn take_result(&mut self, outcome: &ActionOutcome<FollowResult>) {
        if outcome.status.goal_id.id == self.id {
            self.result = Some(end_of(&outcome.status, Some(&outcome.outcome)));
        }
    }

    fn state(&self) -> Result<GoalState, LiveError> {
        Ok(match (&self.result, &self.ended, &self.trouble) {
            (Some(result), ..) => result.clone(),
            (None, Some((status, since)), _) if since.elapsed() > RESULT_DELAY => {
                end_of(status, None)
            }
            _ if self.is_active => GoalState::Active,
            (.., Some(trouble)) => return Err(trouble.clone()),
            _ => GoalState::Pending,
        })
    }
}

/// How a goal ended: done only if both status and result say so.
fn end_of(status: &GoalStatus, result: Option<&FollowResult>) -> GoalState {
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
    let details = failed.map(FollowResult::words).unwrap_or_else(|| status.text.clone());
    GoalState::Failed(match details.as_str() {
        "" => word.to_owned(),
        details => format!("{word}, {details}"),
    })
}

/// A motion in the words of ROS 1. It begins at once.
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

fn locked(heard: &Mutex<Heard>) -> MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(id: &str, status: u8, text: &str) -> GoalStatus {
        let goal_id = GoalId { id: id.to_owned(), ..GoalId::default() };
        GoalStatus { goal_id, status, text: text.to_owned() }
    }

    fn list(said: &[GoalStatus]) -> GoalStatusArray {
        GoalStatusArray { header: Header1::default(), status_list: said.to_vec() }
    }

    fn ours() -> Heard {
        Heard { id: "ours".to_owned(), ..Heard::default() }
    }

    #[test]
    fn a_goal_goes_from_pending_to_active_to_done() {
        let mut heard = ours();
        heard.take_status(&list(&[status("theirs", GoalStatus::ABORTED, "")]));
        assert_eq!(heard.state(), Ok(GoalState::Pending));
        heard.take_status(&list(&[status("ours", GoalStatus::ACTIVE, "")]));
        assert_eq!(heard.state(), Ok(GoalState::Active));
        let header = Header1::default();
        let status = status("ours", GoalStatus::SUCCEEDED, "");
        heard.take_result(&ActionOutcome { header, status, outcome: FollowResult::default() });
        assert_eq!(heard.state(), Ok(GoalState::Done));
    }

    #[test]
    fn the_result_says_why_and_the_status_if_no_result_comes() {
        let mut heard = ours();
        let aborted = status("ours", GoalStatus::ABORTED, "blocked");
        heard.take_status(&list(std::slice::from_ref(&aborted)));
        assert_eq!(heard.state(), Ok(GoalState::Pending), "the result may still come");
        heard.ended = Instant::now().checked_sub(2 * RESULT_DELAY).map(|then| (aborted, then));
        assert_eq!(heard.state(), Ok(GoalState::Failed("aborted, blocked".to_owned())));
        let outcome = FollowResult { error_code: -4, error_string: "elbow".to_owned() };
        let status = status("ours", GoalStatus::ABORTED, "");
        heard.take_result(&ActionOutcome { header: Header1::default(), status, outcome });
        let Ok(GoalState::Failed(words)) = heard.state() else { panic!("{:?}", heard.state()) };
        assert!(words.contains("left its way") && words.contains("elbow"), "{words}");
    }

    #[test]
    fn a_controller_that_speaks_of_something_else_is_named() {
        let mut heard = ours();
        let lost = LiveError::Lost { what: "/arm".to_owned(), problem: String::new() };
        heard.take_trouble(lost);
        assert_eq!(heard.state(), Ok(GoalState::Pending), "it may come again");
        let (source_name, problem) = ("/arm".to_owned(), "noise".to_owned());
        heard.take_trouble(LiveError::Gibberish { source_name, problem });
        heard.wait_for("ours");
        assert_eq!(heard.state().unwrap_err().code(), "E241");
        heard.take_status(&list(&[status("ours", GoalStatus::ACTIVE, "")]));
        assert_eq!(heard.state(), Ok(GoalState::Active), "another one can be understood");
    }

    #[test]
    fn a_success_with_an_error_code_is_none() {
        let result = FollowResult { error_code: -5, ..FollowResult::default() };
        let end = end_of(&status("ours", GoalStatus::SUCCEEDED, ""), Some(&result));
        assert!(matches!(end, GoalState::Failed(_)), "{end:?}");
    }
}
