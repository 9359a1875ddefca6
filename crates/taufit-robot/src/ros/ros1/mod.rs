//! ROS 1: a master that knows who offers what, and plain connections between those who talk.
//!
//! | module | what it holds |
//! |---|---|
//! | `wire` | our messages, as a node wants them |
//! | `node` | [`Ros1Node`]: a node with the threads that serve it |
//! | `action` | the action of the trajectory controller, as plain topics |
//! | `graph` | [`Ros1Graph`](graph::Ros1Graph): all of that as a [`RosGraph`](super::RosGraph) |
//!
//! The address that the robot finds us under is that of `ROS_HOSTNAME` or `ROS_IP`, else the name of this
//! computer, as everywhere in ROS 1: without a name that the robot can resolve, commands do not arrive.

mod action;
mod graph;
mod node;
mod wire;

use super::{RosLink, StatesSource};
use crate::error::Result;
use crate::live::LiveSettings;

pub(crate) use action::action_topic;
pub(crate) use node::{Ros1Node, Topic, master_uri};

impl RosLink {
    /// Connects to a robot behind a ROS 1 master.
    pub(crate) fn connect_ros1(
        settings: &LiveSettings,
        robot: &taufit::model::Robot,
    ) -> Result<Self> {
        let names = settings.joint_names.clone();
        let (reader, source) = StatesSource::new(names, &settings.ros.joint_states);
        let graph = graph::Ros1Graph::connect(settings, reader)?;
        Self::connect(Box::new(graph), source, settings, robot)
    }
}
