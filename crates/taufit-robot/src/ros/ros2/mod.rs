//! The graph of ROS 2, without an installation of ROS: RustDDS speaks what the usual middlewares speak.
//!
//! | module | what it holds |
//! |---|---|
//! | `wire` | our messages as the client library takes them |
//! | `wait` | futures, with an end to waiting |
//! | `node` | [`Ros2Node`]: a node of ours, its topics and their quality |
//! | `states` | the thread that reads joint states |
//! | `services` | the controller manager's services, as each distribution and middleware has them |
//! | `graph` | [`Ros2Graph`]: all of that as a graph |

mod graph;
mod node;
mod services;
mod states;
mod wait;
mod wire;

pub(crate) use node::{ActionQuality, Ros2Node, reliable};
pub(crate) use services::{SwitchWire, distribution};
pub(crate) use wire::{Raw, Wire};

use super::bystander::Bystander;
use super::{RosGraph, RosLink, StatesSource};
use crate::error::Result;
use crate::live::LiveSettings;
use graph::Ros2Graph;
use states::read_states;
use taufit::model::Robot;

impl RosLink {
    /// Joins the graph of ROS 2, and waits until the robot has said where its joints are.
    pub(crate) fn connect_ros2(settings: &LiveSettings, robot: &Robot) -> Result<Self> {
        let mut node = Ros2Node::join("taufit", settings)?;
        let topic = &settings.ros.joint_states;
        let (reader, source) = StatesSource::new(settings.joint_names.clone(), topic);
        let listener = read_states(&mut node, topic, reader)?;
        let graph: Box<dyn RosGraph> = if settings.only_listens {
            Box::new(Bystander((listener, node)))
        } else {
            Box::new(Ros2Graph::new(node, listener, settings)?)
        };
        Self::connect(graph, source, settings, robot)
    }
}
