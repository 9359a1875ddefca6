//! Server of the trajectory action.

use crate::connection::{ConnectionError, ConnectionSettings};
use crate::ros::ros2::{ActionQos, DdsMessage, Ros2Node};
use crate::ros::{Goal, GoalPoint};
use crate::serve::{Controllers, GoalEnd};
use ros2_client::action::{GetResultResponse, SendGoalResponse};
use ros2_client::action_msgs::{
    CancelGoalResponse, CancelGoalResponseEnum, GoalId, GoalInfo, GoalStatus, GoalStatusArray,
    GoalStatusEnum,
};
use ros2_client::builtin_interfaces::Time;
use ros2_client::{ActionServer, RmwRequestId, ServiceMapping};
use std::time::Duration;
use taufit_io::ros::{FollowFeedback2, FollowGoal2, FollowResult, RosDuration, TrajectoryPoint};

/// Number of ended goals whose results are kept for late requests.
const N_REMEMBERED: usize = 8;

type TrajectoryServer =
    ActionServer<DdsMessage<FollowGoal2>, DdsMessage<FollowResult>, DdsMessage<FollowFeedback2>>;

/// Active goal, and the time of its acceptance.
struct CurrentGoal {
    id: GoalId,
    stamp: Time,
}

/// Server of the action.
pub(super) struct TrajectoryAction {
    server: TrajectoryServer,
    current: Option<CurrentGoal>,
    waiting: Vec<(GoalId, RmwRequestId)>,
    ended: Vec<(GoalId, GoalStatusEnum, FollowResult)>,
}

impl TrajectoryAction {
    pub(super) fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        let (name, type_name) = node.trajectory_action(&settings.ros.position_controller)?;
        let server = (node.node)
            .create_action_server(mapping, &name, &type_name, ActionQos::server())
            .map_err(|error| node.error(error))?;
        Ok(Self { server, current: None, waiting: Vec::new(), ended: Vec::new() })
    }

    /// Handles goals, cancellations and result requests.
    pub(super) fn answer(&mut self, controllers: &mut Controllers) {
        while let Ok(Some((request, asked))) = self.server.receive_goal() {
            let accepted = controllers.accept(goal_of(asked.goal.0)).is_ok();
            let stamp = Time::now();
            if accepted {
                // A new goal replaces the last one.
                self.end(GoalEnd::Aborted("another goal came".to_owned()));
                self.current = Some(CurrentGoal { id: asked.goal_id, stamp });
                self.publish_status(GoalStatusEnum::Executing);
            }
            // The client may have ended: here and below.
            let _ = self.server.send_goal_response(request, SendGoalResponse { accepted, stamp });
        }
        while let Ok(Some((request, _))) = self.server.receive_cancel_request() {
            let infos =
                self.current.iter().map(|goal| GoalInfo { goal_id: goal.id, stamp: goal.stamp });
            let goals_canceling: Vec<GoalInfo> = infos.collect();
            let return_code = match goals_canceling.is_empty() {
                true => CancelGoalResponseEnum::UnknownGoal,
                false => CancelGoalResponseEnum::None,
            };
            let answer = CancelGoalResponse { return_code, goals_canceling };
            let _ = self.server.send_cancel_response(request, answer);
            if let Some(end) = controllers.cancel() {
                self.end(end);
            }
        }
        while let Ok(Some((request, asked))) = self.server.receive_result_request() {
            self.waiting.push((asked.goal_id, request));
        }
        self.send_results();
    }

    /// Ends the active goal.
    pub(super) fn end(&mut self, end: GoalEnd) {
        let (status, code, message) = match end {
            GoalEnd::Done => (GoalStatusEnum::Succeeded, FollowResult::SUCCESSFUL, String::new()),
            GoalEnd::Cancelled => {
                (GoalStatusEnum::Canceled, FollowResult::SUCCESSFUL, "cancelled".to_owned())
            }
            GoalEnd::Aborted(message) => {
                (GoalStatusEnum::Aborted, FollowResult::PATH_TOLERANCE_VIOLATED, message)
            }
        };
        self.publish_status(status);
        if let Some(goal) = self.current.take() {
            let result = FollowResult { error_code: code, error_string: message };
            self.ended.push((goal.id, status, result));
            let surplus = self.ended.len().saturating_sub(N_REMEMBERED);
            self.ended.drain(..surplus);
        }
    }

    fn publish_status(&self, status: GoalStatusEnum) {
        let Some(CurrentGoal { id, stamp }) = &self.current else { return };
        let goal_info = GoalInfo { goal_id: *id, stamp: *stamp };
        let status_list = vec![GoalStatus { goal_info, status }];
        let _ = self.server.send_goal_statuses(GoalStatusArray { status_list });
    }

    fn send_results(&mut self) {
        let (server, ended) = (&self.server, &self.ended);
        self.waiting.retain(|(id, request)| {
            let Some((_, status, result)) = ended.iter().find(|(ended, ..)| ended == id) else {
                return true;
            };
            let result = DdsMessage(result.clone());
            let _ = server.send_result(*request, GetResultResponse { status: *status, result });
            false
        });
    }
}

fn goal_of(message: FollowGoal2) -> Goal {
    let seconds = |time: RosDuration| Duration::try_from_secs_f64(time.as_s()).unwrap_or_default();
    let point = |point: TrajectoryPoint| GoalPoint {
        after: seconds(point.time_from_start),
        q: point.positions,
        qd: point.velocities,
        qdd: point.accelerations,
    };
    Goal {
        joints: message.trajectory.joint_names,
        points: message.trajectory.points.into_iter().map(point).collect(),
    }
}
