//! The graph of ROS 1, over `taufit-ros1`.
//!
//! | module | contents |
//! |---|---|
//! | `action` | client of the trajectory action |
//! | `graph` | [`Ros1Graph`](graph::Ros1Graph): implementation of [`RosGraph`] |

mod action;
mod graph;

use super::{JointStateReceiver, ListenOnlyGraph, RosConnection, RosGraph};
use crate::connection::{ConnectionError, ConnectionSettings};
use crate::error::Result;
use graph::subscribe_joint_states;
use taufit::model::Robot;
use taufit_io::ros::{Ros1Message, Ros1Service};
use taufit_ros1::{DataType, Ros1Error, Ros1Node, Ros1Publisher, master_uri};

pub(crate) use action::action_topic;
pub(super) use graph::Ros1Graph;

/// Type of a message, for its topic.
pub(crate) fn message_type<M: Ros1Message>() -> DataType {
    DataType { name: M::NAME, md5: M::MD5, definition: M::DEFINITION }
}

/// Type of a service.
pub(crate) fn service_type<S: Ros1Service>() -> DataType {
    DataType { name: S::NAME, md5: S::MD5, definition: "" }
}

/// Advertises a topic.
pub(crate) fn advertise<M: Ros1Message>(
    node: &Ros1Node,
    topic: &str,
) -> Result<Ros1Publisher<M>, Ros1Error> {
    node.advertise(topic, message_type::<M>())
}

/// Subscribes to a topic as long as the node exists.
pub(crate) fn subscribe<M: Ros1Message>(
    node: &Ros1Node,
    topic: &str,
    mut handler: impl FnMut(Result<M, Ros1Error>) + Send + 'static,
) -> Result<(), Ros1Error> {
    node.subscribe(topic, message_type::<M>(), move |received| {
        handler(received);
        true
    })
}

impl From<Ros1Error> for ConnectionError {
    fn from(error: Ros1Error) -> Self {
        match error {
            Ros1Error::NoMaster { master_uri, problem } => Self::NoMaster { master_uri, problem },
            Ros1Error::Unreachable { what, address, problem } => {
                Self::Unreachable { what, address, problem }
            }
            Ros1Error::Lost { peer, problem } => Self::Lost { what: peer, problem },
            Ros1Error::Protocol { peer, problem } => Self::Protocol { source_name: peer, problem },
            other => Self::Ros1(other),
        }
    }
}

impl RosConnection {
    /// Connects to a robot through a ROS 1 master.
    pub(crate) fn connect_ros1(settings: &ConnectionSettings, robot: &Robot) -> Result<Self> {
        let master_uri = master_uri(settings.ros.master_uri.as_deref());
        let node = Ros1Node::connect(&master_uri, "run", None, settings.timeout())
            .map_err(ConnectionError::from)?;
        let topic = &settings.ros.joint_states;
        let (sender, receiver) = JointStateReceiver::new(settings.joint_names.clone(), topic);
        subscribe_joint_states(&node, topic, sender)?;
        let graph: Box<dyn RosGraph> = if settings.only_listens {
            Box::new(ListenOnlyGraph(node))
        } else {
            Box::new(Ros1Graph::connect(node, settings)?)
        };
        Self::connect(graph, receiver, settings, robot)
    }
}
