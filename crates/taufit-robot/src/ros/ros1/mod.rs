//! ROS 1: a master that knows who offers what, and plain connections between those who talk.
//!
//! Read it from the socket up:
//!
//! | module | what it holds |
//! |---|---|
//! | `patience` | how long one waits on a socket |
//! | `address`, `door` | where others are, where we are, who comes in |
//! | `xmlrpc` | questions and answers between nodes and master |
//! | `master` | what a node asks its master |
//! | `codec`, `kind` | messages as bytes, and how both ends know that they mean the same |
//! | `tcpros` | what goes over a connection between nodes |
//! | `publication`, `subscription`, `service` | topics out, topics in, services both ways |
//! | `core` | all of a node, as its threads share it, and what it answers to others |
//! | `node` | [`Ros1Node`]: a node with the threads that serve it |
//! | `action` | the action of the trajectory controller, as plain topics |
//! | `graph` | [`Ros1Graph`](graph::Ros1Graph): all of that as a [`RosGraph`](super::RosGraph) |
//!
//! The address that the robot finds us under is that of `ROS_HOSTNAME` or `ROS_IP`, as everywhere in
//! ROS 1; else the one by which the master is reached, or the name of this computer where the master is
//! on it too. Where the robot cannot resolve that, commands do not arrive.

mod action;
mod address;
mod codec;
mod core;
mod door;
mod error;
mod graph;
mod kind;
mod master;
mod node;
mod patience;
mod publication;
mod service;
mod subscription;
mod tcpros;
mod xmlrpc;

use super::bystander::Bystander;
use super::{RosGraph, RosLink, StatesSource};
use crate::error::Result;
use crate::live::LiveSettings;
use graph::{Ros1Graph, read_states};
use taufit::model::Robot;

pub(crate) use action::action_topic;
pub(crate) use address::{Address, master_uri, said_host};
pub(crate) use door::Door;
pub use error::Ros1Error;
pub(crate) use master::{Master, packed, refused};
pub(crate) use node::{Ros1Node, Topic};
pub(crate) use patience::{Over, Patience};
pub(crate) use xmlrpc::{Call, Fault, Value, call, serve_calls};

impl RosLink {
    /// Connects to a robot behind a ROS 1 master.
    pub(crate) fn connect_ros1(settings: &LiveSettings, robot: &Robot) -> Result<Self> {
        let master_uri = master_uri(settings.ros.master_uri.as_deref());
        let node = Ros1Node::connect(&master_uri, "run", None, settings.timeout())?;
        let topic = &settings.ros.joint_states;
        let (reader, source) = StatesSource::new(settings.joint_names.clone(), topic);
        read_states(&node, topic, reader)?;
        let graph: Box<dyn RosGraph> = if settings.only_listens {
            Box::new(Bystander(node))
        } else {
            Box::new(Ros1Graph::connect(node, settings)?)
        };
        Self::connect(graph, source, settings, robot)
    }
}
