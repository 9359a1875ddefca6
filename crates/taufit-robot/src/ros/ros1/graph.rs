//! The graph of a ROS 1 master, with a robot of ros_control in it.

use super::action::FollowAction;
use super::node::{Ros1Node, Topic};
use super::xmlrpc::Value;
use crate::live::{LiveError, LiveSettings};
use crate::ros::{Controller, Goal, GoalState, JointStates, RosGraph, StatesReader};
use std::sync::{Arc, Mutex, PoisonError};
use taufit_io::ros::{
    Empty, Float64, Float64MultiArray, Header1, JointState, ListControllers1, Strictness,
    SwitchController1,
};

/// What a controller that runs is called.
const RUNNING: &str = "running";

/// A robot behind a ROS 1 master.
pub(super) struct Ros1Graph {
    manager: String,
    timeout_s: f64,
    /// Parameter with the robot's URDF.
    description: String,
    velocities: Topic<Float64MultiArray>,
    action: FollowAction,
    /// Share of its speed that the robot runs at, once it has said so.
    speed: Arc<Mutex<Option<f64>>>,
    /// Last, since the topics belong to it.
    node: Ros1Node,
}

impl Ros1Graph {
    /// Connects to the robot's topics.
    pub(super) fn connect(node: Ros1Node, settings: &LiveSettings) -> Result<Self, LiveError> {
        let names = &settings.ros;
        Ok(Self {
            manager: names.controller_manager.clone(),
            description: names.robot_description.clone(),
            timeout_s: settings.timeout_s,
            velocities: node.advertise_commands(&names.velocity_topic)?,
            action: FollowAction::connect(&node, &names.position_controller)?,
            speed: watch_speed(&node, &names.speed_scaling)?,
            node,
        })
    }
}

/// Joint states go to `reader` from now on.
pub(super) fn read_states(
    node: &Ros1Node,
    topic: &str,
    mut reader: StatesReader,
) -> Result<(), LiveError> {
    node.subscribe(topic, move |heard: Result<JointState<Header1>, LiveError>| match heard {
        Ok(states) => reader.take(JointStates {
            t_s: states.header.stamp.as_s(),
            names: &states.name,
            q: &states.position,
            qd: &states.velocity,
            effort: &states.effort,
        }),
        Err(error) => reader.note(error),
    })
}

fn watch_speed(node: &Ros1Node, topic: &str) -> Result<Arc<Mutex<Option<f64>>>, LiveError> {
    let speed = Arc::new(Mutex::new(None));
    if topic.is_empty() {
        return Ok(speed);
    }
    let heard = Arc::clone(&speed);
    node.subscribe(topic, move |share: Result<Float64, LiveError>| {
        if let Ok(share) = share {
            *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(share.data);
        }
        true
    })?;
    Ok(speed)
}

impl RosGraph for Ros1Graph {
    fn controllers(&mut self) -> Result<Vec<Controller>, LiveError> {
        let service = format!("{}/list_controllers", self.manager);
        let listed = self.node.call::<ListControllers1>(&service, &Empty {})?;
        let found = listed.controller.into_iter().map(|controller| Controller {
            is_active: controller.state == RUNNING,
            name: controller.name,
        });
        Ok(found.collect())
    }

    fn description(&mut self) -> Result<Option<String>, String> {
        if self.description.is_empty() {
            return Ok(None);
        }
        let master = self.node.master();
        let ask = |method: &str| master.ask(method, vec![Value::from(self.description.as_str())]);
        let text = match ask("hasParam").map_err(|error| error.to_string())? {
            Value::Bool(true) => ask("getParam").map_err(|error| error.to_string())?,
            _ => return Ok(None),
        };
        let text = text.text().map_err(|error| format!("{}: {error}", self.description))?;
        Ok(Some(text.to_owned()))
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), LiveError> {
        let service = format!("{}/switch_controller", self.manager);
        let wish = SwitchController1 {
            start_controllers: start.to_vec(),
            stop_controllers: stop.to_vec(),
            strictness: Strictness::Strict as i32,
            start_asap: true,
            timeout: self.timeout_s,
        };
        if self.node.call::<SwitchController1>(&service, &wish)?.ok {
            return Ok(());
        }
        let (controllers, wish) =
            if start.is_empty() { (stop, "stopped") } else { (start, "started") };
        Err(LiveError::SwitchRefused {
            controller: controllers.join(", "),
            wish,
            answer: "the controller manager gives no reason; its own log may".to_owned(),
        })
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), LiveError> {
        self.velocities.publish(&Float64MultiArray::new(qd))
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), LiveError> {
        self.action.send(goal)
    }

    fn goal_state(&mut self) -> Result<GoalState, LiveError> {
        self.action.state()
    }

    fn cancel_goal(&mut self) -> Result<(), LiveError> {
        self.action.cancel()
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        *self.speed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
