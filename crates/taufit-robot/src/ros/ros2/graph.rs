//! Graph of a robot of ros2_control.

use super::joint_states::JointStateThread;
use super::services::{
    ListService, ServiceClient, SwitchEncoding, SwitchService, distribution, mappings, wait_for,
};
use super::{ActionQos, DdsMessage, RawMessage, Ros2Node};
use crate::connection::{ConnectionError, ConnectionSettings, RosNames};
use crate::ros::{ControllerStatus, Goal, GoalPoint, GoalState, RosGraph};
use ros2_client::action_msgs::{GoalId, GoalStatusEnum};
use ros2_client::{ActionClient, Publisher, RmwRequestId, ServiceMapping, Subscription};
use std::time::{Duration, Instant};
use taufit_io::ros::{
    Empty2, Float64, Float64MultiArray, FollowGoal2, FollowResult, JointTrajectory, Ros2Message,
    RosDuration, StringMessage, TrajectoryPoint, listed_controllers,
};

/// State of an active controller.
const ACTIVE: &str = "active";

/// Time in which an existing publisher of the URDF is discovered.
const DISCOVERY_TIME: Duration = Duration::from_secs(1);

/// Time in which an idle controller manager lists its controllers; twice as much at each further attempt.
const ANSWER_TIME: Duration = Duration::from_millis(500);

/// Velocities without acknowledgement: 2 s at 500 Hz. With less, the writer refuses new ones whenever the
/// reader is slow.
const VELOCITY_QUEUE_LENGTH: usize = 1000;

/// Feedback of the action is not read.
type TrajectoryClient =
    ActionClient<DdsMessage<FollowGoal2>, DdsMessage<FollowResult>, DdsMessage<Empty2>>;

/// Clients for one service mapping of the middleware.
struct ServiceClients {
    mapping: ServiceMapping,
    list: ListService,
    switch: SwitchService,
    trajectory: TrajectoryClient,
}

/// Goal that was sent.
#[derive(Clone, Debug)]
struct SentGoal {
    id: GoalId,
    /// Request of its result.
    request: RmwRequestId,
    state: GoalState,
}

/// Controllers of a robot in a ROS 2 graph.
pub(in crate::ros) struct Ros2Graph {
    /// One set for each service mapping, until one has been answered.
    clients: Vec<ServiceClients>,
    velocity: Publisher<DdsMessage<Float64MultiArray>>,
    speed: Option<Subscription<DdsMessage<Float64>>>,
    description: Option<Subscription<DdsMessage<StringMessage>>>,
    last_speed: Option<f64>,
    goal: Option<SentGoal>,
    names: RosNames,
    encoding: SwitchEncoding,
    timeout: Duration,
    _joint_states: Option<JointStateThread>,
    // Last: everything else is dropped before the node leaves the graph.
    node: Ros2Node,
}

impl Ros2Graph {
    /// Joins the graph as a node of this name, without joint states.
    pub(in crate::ros) fn join(
        name: &str,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        Self::new(Ros2Node::join(name, settings)?, None, settings)
    }

    pub(super) fn new(
        mut node: Ros2Node,
        joint_states: Option<JointStateThread>,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        let names = settings.ros.clone();
        let clients = (mappings(names.rmw).iter())
            .map(|mapping| ServiceClients::new(&mut node, *mapping, &names))
            .collect::<Result<_, _>>()?;
        let velocity =
            node.publisher(&names.velocity_topic, Float64MultiArray::NAME, VELOCITY_QUEUE_LENGTH)?;
        let speed = match names.speed_scaling.as_str() {
            "" => None,
            topic => Some(node.subscription(topic, Float64::NAME)?),
        };
        let description = match names.robot_description.as_str() {
            "" => None,
            topic => Some(node.latched_subscription(topic, StringMessage::NAME)?),
        };
        Ok(Self {
            description,
            clients,
            velocity,
            speed,
            last_speed: None,
            goal: None,
            encoding: SwitchEncoding(distribution(&names.distribution)?),
            timeout: settings.timeout(),
            names,
            _joint_states: joint_states,
            node,
        })
    }

    /// Asks for the controllers until the answer comes, by each service mapping in turn: a middleware with
    /// another mapping does not answer.
    ///
    /// A request that reaches the server before it has discovered its client is lost, and those of the same
    /// client after it wait for it in vain. No client can see whether it has been discovered; a new one asks.
    fn list_controllers(&mut self) -> Result<RawMessage, ConnectionError> {
        let deadline = Instant::now() + self.timeout;
        let mut answer_time = ANSWER_TIME;
        loop {
            for k in 0..self.clients.len() {
                let list = &self.clients[k].list;
                let request = DdsMessage(Empty2::default());
                let answer = list.call(&self.node, request, answer_time.min(self.timeout));
                if answer.is_ok() || Instant::now() >= deadline {
                    self.clients.swap(0, k);
                    self.clients.truncate(1);
                    return answer;
                }
                let mapping = self.clients[k].mapping;
                self.clients[k].list = list_client(&mut self.node, mapping, &self.names)?;
            }
            answer_time = answer_time.saturating_mul(2);
        }
    }

    fn client(&self) -> Result<&ServiceClients, ConnectionError> {
        self.clients.first().ok_or_else(|| self.node.error("no service answers"))
    }

    fn protocol_error(&self, problem: String) -> ConnectionError {
        ConnectionError::Protocol { source_name: self.names.controller_manager.clone(), problem }
    }

    /// Waits for a subscriber of the velocities: earlier messages are lost.
    fn wait_for_velocity_controller(&self) -> Result<(), ConnectionError> {
        let matched = self.velocity.wait_for_subscription(&self.node.node);
        wait_for(self.timeout, matched).ok_or_else(|| ConnectionError::Unreachable {
            what: "the velocity controller",
            address: self.names.velocity_topic.clone(),
            problem: "its topic has no subscriber".to_owned(),
        })
    }
}

impl ServiceClients {
    fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        names: &RosNames,
    ) -> Result<Self, ConnectionError> {
        let manager = &names.controller_manager;
        let (name, type_name) = node.trajectory_action(&names.position_controller)?;
        let trajectory = (node.node)
            .create_action_client(mapping, &name, &type_name, ActionQos::client())
            .map_err(|error| node.error(error))?;
        let switch = ("switch_controller", "SwitchController");
        Ok(Self {
            mapping,
            list: list_client(node, mapping, names)?,
            switch: ServiceClient::new(node, mapping, manager, switch)?,
            trajectory,
        })
    }
}

fn list_client(
    node: &mut Ros2Node,
    mapping: ServiceMapping,
    names: &RosNames,
) -> Result<ListService, ConnectionError> {
    let list = ("list_controllers", "ListControllers");
    ServiceClient::new(node, mapping, &names.controller_manager, list)
}

impl RosGraph for Ros2Graph {
    fn controllers(&mut self) -> Result<Vec<ControllerStatus>, ConnectionError> {
        let RawMessage(body) = self.list_controllers()?;
        let listed = listed_controllers(&body).map_err(|problem| self.protocol_error(problem))?;
        let controllers = listed
            .into_iter()
            .map(|(name, state)| ControllerStatus { name, is_active: state == ACTIVE });
        Ok(controllers.collect())
    }

    fn description(&mut self) -> Result<Option<String>, String> {
        // Read once.
        let Some(subscription) = self.description.take() else { return Ok(None) };
        if wait_for(DISCOVERY_TIME, subscription.wait_for_publisher(&self.node.node)).is_none() {
            return Ok(None);
        }
        match wait_for(self.timeout, subscription.async_take()) {
            Some(Ok((DdsMessage(StringMessage { data }), _))) => Ok(Some(data)),
            Some(Err(error)) => Err(error.to_string()),
            None => Err(format!("nothing came from {}", self.names.robot_description)),
        }
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), ConnectionError> {
        let request = self
            .encoding
            .request([start, stop], self.timeout)
            .map_err(|problem| self.protocol_error(problem))?;
        // The manager itself may use the whole time-out.
        let answer =
            self.client()?.switch.call(&self.node, request, self.timeout.saturating_mul(2))?;
        let outcome =
            self.encoding.outcome(&answer).map_err(|problem| self.protocol_error(problem))?;
        let refused = |answer| ConnectionError::SwitchRefused {
            controller: if start.is_empty() { stop } else { start }.join(", "),
            action: if start.is_empty() { "stopped" } else { "started" },
            answer,
        };
        outcome.map_err(refused)?;
        if start.contains(&self.names.velocity_controller) {
            self.wait_for_velocity_controller()?;
        }
        Ok(())
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), ConnectionError> {
        let sent = self.velocity.publish(DdsMessage(Float64MultiArray::new(qd)));
        sent.map_err(|error| ConnectionError::Lost {
            what: self.names.velocity_controller.clone(),
            problem: format!("it does not take velocities any more ({error})"),
        })
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), ConnectionError> {
        let lost = |problem: String| ConnectionError::Lost {
            what: self.names.position_controller.clone(),
            problem,
        };
        let trajectory = &self.client()?.trajectory;
        wait_for(self.timeout, trajectory.goal_client().wait_for_service(&self.node.node))
            .ok_or_else(|| lost("its action has no server".to_owned()))?;
        let (id, answer) =
            wait_for(self.timeout, trajectory.async_send_goal(DdsMessage(message(goal))))
                .ok_or_else(|| lost("no answer to a goal".to_owned()))?
                .map_err(|error| lost(error.to_string()))?;
        if !answer.accepted {
            let answer = "it did not accept the goal".to_owned();
            return Err(ConnectionError::MotionAborted { answer });
        }
        let request = trajectory.request_result(id).map_err(|error| lost(error.to_string()))?;
        self.goal = Some(SentGoal { id, request, state: GoalState::Active });
        Ok(())
    }

    fn goal_state(&mut self) -> Result<GoalState, ConnectionError> {
        let Some(sent) = &self.goal else { return Ok(GoalState::Pending) };
        if sent.state != GoalState::Active {
            return Ok(sent.state.clone());
        }
        let found = self.client()?.trajectory.receive_result(sent.request);
        let state = match found.map_err(|error| self.protocol_error(error.to_string()))? {
            None => GoalState::Active,
            Some((GoalStatusEnum::Succeeded, DdsMessage(result)))
                if result.error_code == FollowResult::SUCCESSFUL =>
            {
                GoalState::Done
            }
            Some((status, DdsMessage(result))) => {
                GoalState::Failed(format!("{}, {}", label(status), result.label()))
            }
        };
        if let Some(sent) = &mut self.goal {
            sent.state = state.clone();
        }
        Ok(state)
    }

    fn cancel_goal(&mut self) -> Result<(), ConnectionError> {
        if let Some(sent) = &self.goal {
            let cancelled = self.client()?.trajectory.cancel_goal(sent.id);
            cancelled.map_err(|error| self.node.error(error))?;
        }
        Ok(())
    }

    fn cancel_all_goals(&mut self) -> Result<(), ConnectionError> {
        let cancelled = self.client()?.trajectory.cancel_all_goals();
        cancelled.map(drop).map_err(|error| self.node.error(error))
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        let topic = self.speed.as_ref()?;
        while let Ok(Some((DdsMessage(percent), _))) = topic.take() {
            self.last_speed = Some(percent.data / 100.0);
        }
        self.last_speed
    }
}

fn label(status: GoalStatusEnum) -> &'static str {
    match status {
        GoalStatusEnum::Canceled | GoalStatusEnum::Canceling => "cancelled",
        GoalStatusEnum::Aborted => "aborted",
        _ => "not finished",
    }
}

/// ROS 2 message of a goal that begins at once.
fn message(goal: &Goal) -> FollowGoal2 {
    let point = |GoalPoint { after, q, qd, qdd }: &GoalPoint| TrajectoryPoint {
        positions: q.clone(),
        velocities: qd.clone(),
        accelerations: qdd.clone(),
        effort: Vec::new(),
        time_from_start: RosDuration::from_s(after.as_secs_f64()),
    };
    FollowGoal2 {
        trajectory: JointTrajectory {
            joint_names: goal.joints.clone(),
            points: goal.points.iter().map(point).collect(),
            ..JointTrajectory::default()
        },
        ..FollowGoal2::default()
    }
}
