//! The arm as a node, once per period.

use super::manager::ManagerServices;
use super::trajectory::TrajectoryAction;
use crate::error::Result;
use crate::live::{LiveError, LiveSettings};
use crate::ros::ros2::{Ros2Node, Wire};
use crate::serve::{
    ArmPacket, Controllers, RobotThread, ServedArm, SpokenStates, StatesSpeaker, description,
};
use ros2_client::{Publisher, ServiceMapping, Subscription};
use taufit::experiment::Rmw;
use taufit_io::ros::{Float64, Float64MultiArray, Header, JointState, Ros2Message, Text, Time};

/// Joint states that wait to be sent by a busy computer: 1 s at 500 Hz.
const KEPT: usize = 500;

/// The speed scaling is said with every so many packets.
const SPEED_EVERY: u64 = 5;

/// A robot of ROS 2. It leaves the graph when this is dropped.
#[derive(Debug)]
pub struct Ros2Server {
    thread: RobotThread,
}

impl Ros2Server {
    /// Offers an arm under the names of the settings.
    pub fn start(arm: ServedArm, settings: &LiveSettings) -> Result<Self> {
        let packets = arm.listen();
        let mut robot = RobotNode::new(arm, settings)?;
        let step = move |packet: &ArmPacket| robot.step(packet);
        Ok(Self { thread: RobotThread::start("ros2 robot", packets, step)? })
    }

    /// Whether the robot is still there.
    pub fn is_alive(&self) -> bool {
        self.thread.is_alive()
    }
}

/// What the thread owns.
struct RobotNode {
    /// It runs as long as this lives.
    _arm: ServedArm,
    speaker: StatesSpeaker,
    controllers: Controllers,
    manager: ManagerServices,
    action: TrajectoryAction,
    states: Publisher<Wire<JointState<Header>>>,
    speed: Option<Publisher<Wire<Float64>>>,
    velocities: Subscription<Wire<Float64MultiArray>>,
    n_packets: u64,
    /// Says it again to those who come late.
    _description: Option<Publisher<Wire<Text>>>,
    // Last, so that all else is gone when it leaves the graph.
    _node: Ros2Node,
}

impl RobotNode {
    fn new(arm: ServedArm, settings: &LiveSettings) -> Result<Self> {
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
            topic => Some(node.publisher(topic, Float64::NAME, KEPT)?),
        };
        Ok(Self {
            speaker: StatesSpeaker::new(joints.clone(), arm.mischief().clone()),
            controllers: Controllers::new(&arm, controllers, joints),
            _description: describe(&mut node, &arm, settings)?,
            manager: ManagerServices::new(&mut node, mapping, settings)?,
            action: TrajectoryAction::new(&mut node, mapping, settings)?,
            states: node.publisher(&names.joint_states, JointState::<Header>::NAME, KEPT)?,
            speed,
            velocities: node.subscription(&names.velocity_topic, Float64MultiArray::NAME)?,
            n_packets: 0,
            _arm: arm,
            _node: node,
        })
    }

    fn step(&mut self, packet: &ArmPacket) {
        self.n_packets += 1;
        self.manager.answer(&mut self.controllers);
        while let Ok(Some((Wire(velocities), _))) = self.velocities.take() {
            self.controllers.velocity(velocities.data);
        }
        if let Some(end) = self.controllers.step(packet) {
            self.action.end(end);
        }
        self.action.answer(&mut self.controllers);
        self.speak(packet);
    }

    /// Says where the joints are. What cannot be sent is lost, as on any network.
    fn speak(&mut self, packet: &ArmPacket) {
        if let Some(said) = self.speaker.say(packet) {
            let _ = self.states.publish(Wire(message(said)));
        }
        if let Some(speed) = &self.speed
            && self.n_packets.is_multiple_of(SPEED_EVERY)
        {
            let data = 100.0 * self.controllers.speed();
            let _ = speed.publish(Wire(Float64 { data }));
        }
    }
}

/// Publishes the robot's URDF, once for all.
fn describe(
    node: &mut Ros2Node,
    arm: &ServedArm,
    settings: &LiveSettings,
) -> Result<Option<Publisher<Wire<Text>>>, LiveError> {
    let topic = &settings.ros.robot_description;
    let Some(data) = description(arm, &settings.joint_names).filter(|_| !topic.is_empty()) else {
        return Ok(None);
    };
    let publisher = node.late_publisher(topic, Text::NAME)?;
    publisher.publish(Wire(Text { data })).map_err(|error| node.trouble(error))?;
    Ok(Some(publisher))
}

fn message(said: SpokenStates) -> JointState<Header> {
    let header = Header { stamp: Time::from_s(said.stamp_s), frame_id: String::new() };
    JointState {
        header,
        name: said.names,
        position: said.q,
        velocity: said.qd,
        effort: said.effort,
    }
}
