//! ROS 1 master: registration of nodes, topics and services, and the parameter server.
//!
//! | module | contents |
//! |---|---|
//! | `names` | graph resource names |
//! | `registry` | publishers, subscribers, services |
//! | `params` | parameter server |
//! | `notifier` | calls to nodes |
//! | `api` | answers to calls of nodes |

mod api;
mod names;
mod notifier;
mod params;
mod registry;

use crate::xmlrpc::serve_calls;
use crate::{Address, Ros1Error, StopFlag, TcpServer};
use api::MasterApi;
use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;

/// Master in place of `roscore`. It ends when dropped.
#[derive(Debug)]
pub struct Ros1Master {
    uri: String,
    _server: TcpServer,
}

impl Ros1Master {
    /// Starts a master at an address of this computer; port 0 takes a free one.
    pub fn start(bind: IpAddr, port: u16) -> Result<Self, Ros1Error> {
        let address = Address::new(&bind.to_string(), port);
        Self::open(bind, &address).map_err(|error| {
            let (master_uri, problem) = (address.uri("http"), error.to_string());
            Ros1Error::MasterPort { master_uri, problem }
        })
    }

    /// Listens at `bind`, on the port of the address under which nodes know the master.
    pub fn open(bind: IpAddr, address: &Address) -> io::Result<Self> {
        let listener = TcpListener::bind((bind, address.port))?;
        let uri = Address::new(&address.host, listener.local_addr()?.port()).uri("http");
        let stop = StopFlag::default();
        let api = MasterApi::new(format!("{uri}/"), &stop);
        let of_server = Arc::clone(&stop);
        let server = TcpServer::start(listener, &stop, move |stream| {
            serve_calls(stream, &of_server, |call| api.answer(call));
        })?;
        Ok(Self { uri, _server: server })
    }

    /// Address of the master, as in `ROS_MASTER_URI`.
    pub fn uri(&self) -> &str {
        &self.uri
    }
}
