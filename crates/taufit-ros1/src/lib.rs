//! ROS 1 from the socket up: nodes with topics and services, and a master, without an installation of ROS.
//!
//! | module | contents |
//! |---|---|
//! | `deadline` | time limits of socket operations; blocking reads and writes that respect them |
//! | `address`, `tcp_server` | host names and ports; the accept loop |
//! | `xmlrpc` | XML-RPC over HTTP, between nodes and the master |
//! | `codec`, `data_type` | serialisation of messages; type names and checksums |
//! | `tcpros` | connection headers and framed messages between nodes |
//! | `master_client` | calls of a node to its master |
//! | `publication`, `subscription`, `service` | published topics, subscribed topics, services |
//! | `node_state`, `node` | state that the threads of a node share; [`Ros1Node`] |
//! | `master` | [`Ros1Master`]: registration of nodes, parameters |
//!
//! Protocol: wiki.ros.org, *ROS/Master_Slave_APIs*, *ROS/Parameter Server API*, *ROS/Connection Header*,
//! *ROS/TCPROS*.
//!
//! Other nodes find a node under `ROS_HOSTNAME` or `ROS_IP`, else under the local address of the connection to
//! the master. It listens at that address only: at the loopback, if the master runs on this computer.

mod address;
mod codec;
mod data_type;
mod deadline;
mod error;
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub mod fuzz;
mod master;
mod master_client;
mod node;
mod node_state;
mod publication;
mod service;
mod subscription;
mod tcp_server;
mod tcpros;
mod xmlrpc;

pub use address::{Address, host_name, host_of_environment, master_uri};
pub use data_type::DataType;
pub use deadline::{Deadline, StopFlag, read_some};
pub use error::Ros1Error;
pub use master::Ros1Master;
pub use master_client::MasterClient;
pub use node::{Ros1Node, Ros1Publisher};
pub use tcp_server::TcpServer;
pub use xmlrpc::XmlRpcValue;
