//! The served arm as a robot of ROS 2, with the interfaces of ros2_control: joint states, a controller
//! manager, a trajectory controller, a velocity controller.
//!
//! | module | contents |
//! |---|---|
//! | `manager` | services of the controller manager |
//! | `trajectory` | server of the trajectory action |

mod manager;
mod trajectory;

use self::manager::ManagerServices;
use self::trajectory::TrajectoryAction;
use crate::connection::{ConnectionError, ConnectionSettings, ConnectionWarning};
use crate::error::Result;
use crate::ros::ros2::{DdsMessage, Ros2Node};
use crate::serve::{
    ArmPacket, Controllers, JointStateDriver, JointStateMessage, RobotThread, ServedArm,
    robot_description,
};
use ros2_client::{Publisher, ServiceMapping, Subscription};
use taufit::experiment::Rmw;
use taufit_io::ros::{
    Float64, Float64MultiArray, Header, JointState, Ros2Message, RosTime, StringMessage,
};

/// Joint states that are queued on a busy computer: 1 s at 500 Hz.
const QUEUE_LENGTH: usize = 500;

/// Packets per message of the speed scaling.
const SPEED_SCALING_PERIOD: u64 = 5;

/// Served robot of ROS 2. It leaves the graph when dropped.
#[derive(Debug)]
pub struct Ros2Server {
    thread: RobotThread,
    warning: Option<ConnectionWarning>,
}

impl Ros2Server {
    /// Serves an arm under the names of the settings.
    pub fn start(arm: ServedArm, settings: &ConnectionSettings) -> Result<Self> {
        let packets = arm.listen();
        let mut robot = Ros2RobotNode::new(arm, settings)?;
        let warning = robot.node.warning.take();
        let step = move |packet: &ArmPacket| robot.step(packet);
        Ok(Self { thread: RobotThread::start("ros2 robot", packets, step)?, warning })
    }

    /// Warning that packets from other network interfaces are received.
    pub fn warning(&self) -> Option<&ConnectionWarning> {
        self.warning.as_ref()
    }

    /// Whether the served robot runs.
    pub fn is_alive(&self) -> bool {
        self.thread.is_alive()
    }
}

/// State of the robot's thread.
struct Ros2RobotNode {
    /// The arm runs until it is dropped.
    _arm: ServedArm,
    driver: JointStateDriver,
    controllers: Controllers,
    manager: ManagerServices,
    action: TrajectoryAction,
    states: Publisher<DdsMessage<JointState<Header>>>,
    speed: Option<Publisher<DdsMessage<Float64>>>,
    velocities: Subscription<DdsMessage<Float64MultiArray>>,
    n_packets: u64,
    /// Publishes the URDF to late subscribers.
    _description: Option<Publisher<DdsMessage<StringMessage>>>,
    // Last: everything else is dropped before the node leaves the graph.
    node: Ros2Node,
}

impl Ros2RobotNode {
    fn new(arm: ServedArm, settings: &ConnectionSettings) -> Result<Self> {
        let mut node = Ros2Node::join("robot", settings)?;
        let mapping = match settings.ros.rmw {
            Rmw::CycloneDds => ServiceMapping::Cyclone,
            Rmw::Auto | Rmw::FastRtps => ServiceMapping::Enhanced,
        };
        let names = &settings.ros;
        let joints = settings.joint_names.clone();
        let controllers =
            [&names.position_controller, &names.velocity_controller].map(String::clone);
        let speed = match names.speed_scaling.as_str() {
            "" => None,
            topic => Some(node.publisher(topic, Float64::NAME, QUEUE_LENGTH)?),
        };
        Ok(Self {
            driver: JointStateDriver::new(joints.clone(), arm.driver_faults().clone()),
            controllers: Controllers::new(&arm, controllers, joints),
            _description: describe(&mut node, &arm, settings)?,
            manager: ManagerServices::new(&mut node, mapping, settings)?,
            action: TrajectoryAction::new(&mut node, mapping, settings)?,
            states: node.publisher(
                &names.joint_states,
                JointState::<Header>::NAME,
                QUEUE_LENGTH,
            )?,
            speed,
            velocities: node.subscription(&names.velocity_topic, Float64MultiArray::NAME)?,
            n_packets: 0,
            _arm: arm,
            node,
        })
    }

    fn step(&mut self, packet: &ArmPacket) {
        self.n_packets += 1;
        self.manager.answer(&mut self.controllers);
        while let Ok(Some((DdsMessage(velocities), _))) = self.velocities.take() {
            self.controllers.velocity(velocities.data);
        }
        if let Some(end) = self.controllers.step(packet) {
            self.action.end(end);
        }
        self.action.answer(&mut self.controllers);
        self.publish(packet);
    }

    /// Publishes joint states and speed scaling. What cannot be sent is lost.
    fn publish(&mut self, packet: &ArmPacket) {
        if let Some(states) = self.driver.message_of(packet) {
            let _ = self.states.publish(DdsMessage(message(states)));
        }
        if let Some(speed) = &self.speed
            && self.n_packets.is_multiple_of(SPEED_SCALING_PERIOD)
        {
            let data = 100.0 * self.controllers.speed();
            let _ = speed.publish(DdsMessage(Float64 { data }));
        }
    }
}

/// Publishes the robot's URDF once.
fn describe(
    node: &mut Ros2Node,
    arm: &ServedArm,
    settings: &ConnectionSettings,
) -> Result<Option<Publisher<DdsMessage<StringMessage>>>, ConnectionError> {
    let topic = &settings.ros.robot_description;
    let Some(data) = robot_description(arm, &settings.joint_names).filter(|_| !topic.is_empty())
    else {
        return Ok(None);
    };
    let publisher = node.latched_publisher(topic, StringMessage::NAME)?;
    publisher.publish(DdsMessage(StringMessage { data })).map_err(|error| node.error(error))?;
    Ok(Some(publisher))
}

fn message(states: JointStateMessage) -> JointState<Header> {
    let header = Header { stamp: RosTime::from_s(states.stamp_s), frame_id: String::new() };
    JointState {
        header,
        name: states.names,
        position: states.q,
        velocity: states.qd,
        effort: states.effort,
    }
}
