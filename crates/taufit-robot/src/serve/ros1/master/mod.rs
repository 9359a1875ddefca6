//! A master of ROS 1: it knows who publishes, subscribes to and offers what, and keeps parameters.
//!
//! | module | what it holds |
//! |---|---|
//! | `names` | names in the graph |
//! | `registry` | who does what |
//! | `params` | parameters |
//! | `courier` | news for nodes |
//! | `desk` | questions, and their answers |

mod courier;
mod desk;
mod names;
mod params;
mod registry;

use crate::live::LiveError;
use crate::ros::Ros1Error;
use crate::ros::ros1::{Address, Door, Over, serve_calls};
use desk::Desk;
use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;

/// A master in place of `roscore`, for rehearsals. It ends when this is dropped.
#[derive(Debug)]
pub struct Ros1Master {
    uri: String,
    /// Open as long as it lives.
    _door: Door,
}

impl Ros1Master {
    /// A master at an address of this computer; port 0 takes a free one.
    pub fn start(bind: IpAddr, port: u16) -> Result<Self, LiveError> {
        let address = Address::new(&bind.to_string(), port);
        Self::open(bind, &address).map_err(|error| {
            let (master_uri, problem) = (address.uri("http"), error.to_string());
            Ros1Error::MasterPort { master_uri, problem }.into()
        })
    }

    /// Listens at `bind`, on the port of the address under which others know it.
    pub(super) fn open(bind: IpAddr, address: &Address) -> io::Result<Self> {
        let listener = TcpListener::bind((bind, address.port))?;
        let uri = Address::new(&address.host, listener.local_addr()?.port()).uri("http");
        let over = Over::default();
        let desk = Desk::new(format!("{uri}/"), &over);
        let of_door = Arc::clone(&over);
        let door = Door::attend(listener, &over, move |stream| {
            serve_calls(stream, &of_door, |call| desk.answer(call));
        })?;
        Ok(Self { uri, _door: door })
    }

    /// Where it is, as `ROS_MASTER_URI` says it.
    pub fn uri(&self) -> &str {
        &self.uri
    }
}
