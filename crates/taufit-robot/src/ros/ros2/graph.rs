//! The controllers of a robot in ROS 2.

use super::services::{ListService, Service, SwitchService, SwitchWire, distribution, mappings};
use super::states::Listener;
use super::wait::within;
use super::{ActionQuality, Raw, Ros2Node, Wire};
use crate::live::{LiveError, LiveSettings, RosNames};
use crate::ros::{Controller, Goal, GoalPoint, GoalState, RosGraph};
use ros2_client::action_msgs::{GoalId, GoalStatusEnum};
use ros2_client::{ActionClient, Publisher, RmwRequestId, ServiceMapping, Subscription};
use std::time::Duration;
use taufit_io::ros::{
    Empty2, Float64, Float64MultiArray, FollowGoal2, FollowResult, JointTrajectory, Ros2Message,
    RosDuration, Text, TrajectoryPoint, listed_controllers,
};

/// How a controller says that it runs.
const ACTIVE: &str = "active";

/// Whoever publishes a URDF has been there for long, and is known by now, or nearly.
const PRESENCE: Duration = Duration::from_secs(1);

/// Velocities that may be on their way without being acknowledged: 2 s at 500 Hz. Less, and the writer
/// refuses new ones whenever the other end is slow to answer.
const VELOCITIES: usize = 1000;

/// Feedback is never read.
type Follow = ActionClient<Wire<FollowGoal2>, Wire<FollowResult>, Wire<Empty2>>;

/// What speaks services with the middleware of the peer.
struct Clients {
    list: ListService,
    switch: SwitchService,
    follow: Follow,
}

/// A goal that was sent.
#[derive(Clone, Debug)]
struct Sent {
    id: GoalId,
    /// The request for its result.
    request: RmwRequestId,
    state: GoalState,
}

/// A robot's controllers, seen from a node of ours.
pub(super) struct Ros2Graph {
    /// One set for each way in which services may be wrapped, until one was answered.
    clients: Vec<Clients>,
    velocity: Publisher<Wire<Float64MultiArray>>,
    speed: Option<Subscription<Wire<Float64>>>,
    description: Option<Subscription<Wire<Text>>>,
    heard_speed: Option<f64>,
    goal: Option<Sent>,
    names: RosNames,
    wire: SwitchWire,
    timeout: Duration,
    _listener: Listener,
    // Last, so that all else is gone when it leaves the graph.
    node: Ros2Node,
}

impl Ros2Graph {
    pub(super) fn new(
        mut node: Ros2Node,
        listener: Listener,
        settings: &LiveSettings,
    ) -> Result<Self, LiveError> {
        let names = settings.ros.clone();
        let clients = (mappings(names.rmw).iter())
            .map(|mapping| Clients::new(&mut node, *mapping, &names))
            .collect::<Result<_, _>>()?;
        let velocity =
            node.publisher(&names.velocity_topic, Float64MultiArray::NAME, VELOCITIES)?;
        let speed = match names.speed_scaling.as_str() {
            "" => None,
            topic => Some(node.subscription(topic, Float64::NAME)?),
        };
        let description = match names.robot_description.as_str() {
            "" => None,
            topic => Some(node.late_subscription(topic, Text::NAME)?),
        };
        Ok(Self {
            description,
            clients,
            velocity,
            speed,
            heard_speed: None,
            goal: None,
            wire: SwitchWire(distribution(&names.distribution)?),
            timeout: settings.timeout(),
            names,
            _listener: listener,
            node,
        })
    }

    fn client(&self) -> Result<&Clients, LiveError> {
        self.clients.first().ok_or_else(|| self.node.trouble("no service answers"))
    }

    fn gibberish(&self, problem: String) -> LiveError {
        LiveError::Gibberish { source_name: self.names.controller_manager.clone(), problem }
    }

    /// Waits until somebody takes velocities: before that they vanish.
    fn wait_for_velocity_controller(&self) -> Result<(), LiveError> {
        let matched = self.velocity.wait_for_subscription(&self.node.node);
        within(self.timeout, matched).ok_or_else(|| LiveError::Unreachable {
            what: "the velocity controller",
            address: self.names.velocity_topic.clone(),
            problem: "nobody listens to its topic".to_owned(),
        })
    }
}

impl Clients {
    fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        names: &RosNames,
    ) -> Result<Self, LiveError> {
        let manager = &names.controller_manager;
        let (name, type_name) = node.follow_action(&names.position_controller)?;
        let follow = (node.node)
            .create_action_client(mapping, &name, &type_name, ActionQuality::client())
            .map_err(|error| node.trouble(error))?;
        let (list, switch) =
            (("list_controllers", "ListControllers"), ("switch_controller", "SwitchController"));
        Ok(Self {
            list: Service::new(node, mapping, manager, list)?,
            switch: Service::new(node, mapping, manager, switch)?,
            follow,
        })
    }
}

impl RosGraph for Ros2Graph {
    fn controllers(&mut self) -> Result<Vec<Controller>, LiveError> {
        // Whoever wraps services in another way does not answer.
        let mut answer = Err(self.node.trouble("no service was asked"));
        while !self.clients.is_empty() {
            let list = &self.clients[0].list;
            answer = list.call(&self.node, Wire(Empty2::default()), self.timeout);
            if answer.is_ok() || self.clients.len() == 1 {
                self.clients.truncate(1);
                break;
            }
            self.clients.remove(0);
        }
        let Raw(body) = answer?;
        let listed = listed_controllers(&body).map_err(|problem| self.gibberish(problem))?;
        let controllers =
            listed.into_iter().map(|(name, state)| Controller { name, is_active: state == ACTIVE });
        Ok(controllers.collect())
    }

    fn description(&mut self) -> Result<Option<String>, String> {
        // It is asked for once.
        let Some(subscription) = self.description.take() else { return Ok(None) };
        if within(PRESENCE, subscription.wait_for_publisher(&self.node.node)).is_none() {
            return Ok(None);
        }
        match within(self.timeout, subscription.async_take()) {
            Some(Ok((Wire(Text { data }), _))) => Ok(Some(data)),
            Some(Err(error)) => Err(error.to_string()),
            None => Err(format!("nothing came from {}", self.names.robot_description)),
        }
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), LiveError> {
        let request = self
            .wire
            .request([start, stop], self.timeout)
            .map_err(|problem| self.gibberish(problem))?;
        // The manager itself may take as long as it was allowed to.
        let answer =
            self.client()?.switch.call(&self.node, request, self.timeout.saturating_mul(2))?;
        let outcome = self.wire.outcome(&answer).map_err(|problem| self.gibberish(problem))?;
        let refused = |answer| LiveError::SwitchRefused {
            controller: if start.is_empty() { stop } else { start }.join(", "),
            wish: if start.is_empty() { "stopped" } else { "started" },
            answer,
        };
        outcome.map_err(refused)?;
        if start.contains(&self.names.velocity_controller) {
            self.wait_for_velocity_controller()?;
        }
        Ok(())
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), LiveError> {
        let sent = self.velocity.publish(Wire(Float64MultiArray::new(qd)));
        sent.map_err(|error| LiveError::Lost {
            what: self.names.velocity_controller.clone(),
            problem: format!("it does not take velocities any more ({error})"),
        })
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), LiveError> {
        let lost = |problem: String| LiveError::Lost {
            what: self.names.position_controller.clone(),
            problem,
        };
        let follow = &self.client()?.follow;
        within(self.timeout, follow.goal_client().wait_for_service(&self.node.node))
            .ok_or_else(|| lost("nobody takes goals".to_owned()))?;
        let (id, answer) = within(self.timeout, follow.async_send_goal(Wire(message(goal))))
            .ok_or_else(|| lost("no answer to a goal".to_owned()))?
            .map_err(|error| lost(error.to_string()))?;
        if !answer.accepted {
            let answer = "it did not accept the goal".to_owned();
            return Err(LiveError::MotionAborted { answer });
        }
        let request = follow.request_result(id).map_err(|error| lost(error.to_string()))?;
        self.goal = Some(Sent { id, request, state: GoalState::Active });
        Ok(())
    }

    fn goal_state(&mut self) -> Result<GoalState, LiveError> {
        let Some(sent) = &self.goal else { return Ok(GoalState::Pending) };
        if sent.state != GoalState::Active {
            return Ok(sent.state.clone());
        }
        let found = self.client()?.follow.receive_result(sent.request);
        let state = match found.map_err(|error| self.gibberish(error.to_string()))? {
            None => GoalState::Active,
            Some((GoalStatusEnum::Succeeded, Wire(result)))
                if result.error_code == FollowResult::SUCCESSFUL =>
            {
                GoalState::Done
            }
            Some((status, Wire(result))) => {
                GoalState::Failed(format!("{}, {}", word(status), result.words()))
            }
        };
        if let Some(sent) = &mut self.goal {
            sent.state = state.clone();
        }
        Ok(state)
    }

    fn cancel_goal(&mut self) -> Result<(), LiveError> {
        if let Some(sent) = &self.goal {
            let cancelled = self.client()?.follow.cancel_goal(sent.id);
            cancelled.map_err(|error| self.node.trouble(error))?;
        }
        Ok(())
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        let topic = self.speed.as_ref()?;
        while let Ok(Some((Wire(percent), _))) = topic.take() {
            self.heard_speed = Some(percent.data / 100.0);
        }
        self.heard_speed
    }
}

fn word(status: GoalStatusEnum) -> &'static str {
    match status {
        GoalStatusEnum::Canceled | GoalStatusEnum::Canceling => "cancelled",
        GoalStatusEnum::Aborted => "aborted",
        _ => "not finished",
    }
}

/// The goal as it goes over the wire, to begin at once.
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
