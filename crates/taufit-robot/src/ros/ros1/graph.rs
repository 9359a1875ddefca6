//! Graph of a ROS 1 master with a robot of ros_control.

use super::action::TrajectoryActionClient;
use super::{message_type, service_type, subscribe};
use crate::connection::{ConnectionError, ConnectionSettings};
use crate::ros::{ControllerStatus, Goal, GoalState, JointStateSender, JointStateView, RosGraph};
use std::sync::{Arc, Mutex, PoisonError};
use taufit_io::ros::{
    Empty, Float64, Float64MultiArray, Header1, JointState, ListControllers1, Strictness,
    SwitchController1, SwitchResponse,
};
use taufit_ros1::{Ros1Error, Ros1Node, Ros1Publisher, XmlRpcValue, master_uri};

/// State of an active controller.
const RUNNING: &str = "running";

/// Robot in the graph of a ROS 1 master.
pub(in crate::ros) struct Ros1Graph {
    manager: String,
    timeout_s: f64,
    /// Parameter with the robot's URDF.
    description: String,
    velocities: Ros1Publisher<Float64MultiArray>,
    action: TrajectoryActionClient,
    /// Last published speed scaling.
    speed: Arc<Mutex<Option<f64>>>,
    /// Last, since the topics belong to it.
    node: Ros1Node,
}

impl Ros1Graph {
    /// Joins the graph as a node of this role.
    pub(in crate::ros) fn join(
        role: &str,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        let master_uri = master_uri(settings.ros.master_uri.as_deref());
        let node = Ros1Node::connect(&master_uri, role, None, settings.timeout())?;
        Self::connect(node, settings)
    }

    /// Connects to the robot's topics.
    pub(super) fn connect(
        node: Ros1Node,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        let names = &settings.ros;
        Ok(Self {
            manager: names.controller_manager.clone(),
            description: names.robot_description.clone(),
            timeout_s: settings.timeout_s,
            velocities: node
                .advertise_commands(&names.velocity_topic, message_type::<Float64MultiArray>())?,
            action: TrajectoryActionClient::connect(&node, &names.position_controller)?,
            speed: subscribe_speed_scaling(&node, &names.speed_scaling)?,
            node,
        })
    }
}

/// Sends the joint states of a topic to `sender`.
pub(super) fn subscribe_joint_states(
    node: &Ros1Node,
    topic: &str,
    mut sender: JointStateSender,
) -> Result<(), ConnectionError> {
    type StampedJointState = JointState<Header1>;
    let handler = move |received: Result<StampedJointState, Ros1Error>| match received {
        Ok(states) => sender.accept(JointStateView {
            t_s: states.header.stamp.as_s(),
            names: &states.name,
            q: &states.position,
            qd: &states.velocity,
            effort: &states.effort,
        }),
        Err(error) => sender.reject(error.into()),
    };
    Ok(node.subscribe(topic, message_type::<StampedJointState>(), handler)?)
}

fn subscribe_speed_scaling(
    node: &Ros1Node,
    topic: &str,
) -> Result<Arc<Mutex<Option<f64>>>, ConnectionError> {
    let speed = Arc::new(Mutex::new(None));
    if topic.is_empty() {
        return Ok(speed);
    }
    let received = Arc::clone(&speed);
    subscribe(node, topic, move |share: Result<Float64, Ros1Error>| {
        if let Ok(share) = share {
            *received.lock().unwrap_or_else(PoisonError::into_inner) = Some(share.data);
        }
    })?;
    Ok(speed)
}

impl RosGraph for Ros1Graph {
    fn controllers(&mut self) -> Result<Vec<ControllerStatus>, ConnectionError> {
        let service = format!("{}/list_controllers", self.manager);
        let data_type = service_type::<ListControllers1>();
        let listed: ListControllers1 = self.node.call(&service, data_type, &Empty {})?;
        let found = listed.controller.into_iter().map(|controller| ControllerStatus {
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
        let call =
            |method: &str| master.call(method, vec![XmlRpcValue::from(self.description.as_str())]);
        let text = match call("hasParam").map_err(|error| error.to_string())? {
            XmlRpcValue::Bool(true) => call("getParam").map_err(|error| error.to_string())?,
            _ => return Ok(None),
        };
        let text = text.text().map_err(|error| format!("{}: {error}", self.description))?;
        Ok(Some(text.to_owned()))
    }

    fn switch(&mut self, start: &[String], stop: &[String]) -> Result<(), ConnectionError> {
        let service = format!("{}/switch_controller", self.manager);
        let request = SwitchController1 {
            start_controllers: start.to_vec(),
            stop_controllers: stop.to_vec(),
            strictness: Strictness::Strict as i32,
            start_asap: true,
            timeout: self.timeout_s,
        };
        let data_type = service_type::<SwitchController1>();
        let switched: SwitchResponse = self.node.call(&service, data_type, &request)?;
        if switched.ok {
            return Ok(());
        }
        let (controllers, action) =
            if start.is_empty() { (stop, "stopped") } else { (start, "started") };
        Err(ConnectionError::SwitchRefused {
            controller: controllers.join(", "),
            action,
            answer: "the controller manager gives no reason; its own log may".to_owned(),
        })
    }

    fn publish_velocity(&mut self, qd: &[f64]) -> Result<(), ConnectionError> {
        Ok(self.velocities.publish(&Float64MultiArray::new(qd))?)
    }

    fn send_goal(&mut self, goal: &Goal) -> Result<(), ConnectionError> {
        self.action.send(goal)
    }

    fn goal_state(&mut self) -> Result<GoalState, ConnectionError> {
        self.action.state()
    }

    fn cancel_goal(&mut self) -> Result<(), ConnectionError> {
        self.action.cancel()
    }

    fn cancel_all_goals(&mut self) -> Result<(), ConnectionError> {
        self.action.cancel_all()
    }

    fn speed_scaling(&mut self) -> Option<f64> {
        *self.speed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
