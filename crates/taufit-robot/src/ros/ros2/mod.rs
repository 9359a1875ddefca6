//! The graph of ROS 2 over RustDDS, without an installation of ROS.
//!
//! | module | contents |
//! |---|---|
//! | `message` | messages as the client library takes them |
//! | `node` | [`Ros2Node`]: topics and their quality of service |
//! | `joint_states` | thread that reads joint states |
//! | `loopback` | confinement to the loopback interface |
//! | `services` | services of the controller manager, for each distribution and middleware |
//! | `graph` | [`Ros2Graph`]: implementation of [`RosGraph`] |

mod graph;
mod joint_states;
mod loopback;
mod message;
mod node;
mod services;

pub(crate) use message::{DdsMessage, RawMessage};
pub(crate) use node::{ActionQos, Ros2Node, reliable_qos};
pub(crate) use services::{SwitchEncoding, distribution};

use super::{JointStateReceiver, ListenOnlyGraph, RosConnection, RosGraph};
use crate::connection::ConnectionSettings;
use crate::error::Result;
pub(super) use graph::Ros2Graph;
use joint_states::read_joint_states;
use taufit::model::Robot;

impl RosConnection {
    /// Joins the graph of ROS 2 and waits for the first joint states.
    pub(crate) fn connect_ros2(settings: &ConnectionSettings, robot: &Robot) -> Result<Self> {
        let mut node = Ros2Node::join("taufit", settings)?;
        let warning = node.warning.take();
        let topic = &settings.ros.joint_states;
        let (sender, receiver) = JointStateReceiver::new(settings.joint_names.clone(), topic);
        let joint_states = read_joint_states(&mut node, topic, sender)?;
        let graph: Box<dyn RosGraph> = if settings.only_listens {
            Box::new(ListenOnlyGraph((joint_states, node)))
        } else {
            Box::new(Ros2Graph::new(node, Some(joint_states), settings)?)
        };
        let mut connection = Self::connect(graph, receiver, settings, robot)?;
        connection.warnings.extend(warning);
        Ok(connection)
    }
}
