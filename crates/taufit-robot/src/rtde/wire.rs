//! Sockets: where they lead to, and what went wrong with them.

use super::protocol::Frame;
use crate::live::LiveError;
use std::io::Write;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Where a name and a port are.
pub(super) fn resolve(what: &'static str, host: &str, port: u16) -> Result<SocketAddr, LiveError> {
    let unreachable = |problem: String| LiveError::Unreachable {
        what,
        address: format!("{host}:{port}"),
        problem,
    };
    let mut found = (host, port).to_socket_addrs().map_err(|e| unreachable(e.to_string()))?;
    found.next().ok_or_else(|| unreachable("no such address".to_owned()))
}

/// A connection to one of the controller's ports.
pub(super) fn dial(
    what: &'static str,
    address: SocketAddr,
    timeout: Duration,
) -> Result<TcpStream, LiveError> {
    let open = || {
        let stream = TcpStream::connect_timeout(&address, timeout)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(timeout))?;
        Ok(stream)
    };
    open().map_err(|error: std::io::Error| LiveError::Unreachable {
        what,
        address: address.to_string(),
        problem: error.to_string(),
    })
}

/// Sends a packet.
pub(super) fn write(stream: &mut TcpStream, frame: &Frame) -> Result<(), LiveError> {
    stream.write_all(&frame.to_bytes()?).map_err(|error| lost(&error))
}

pub(super) fn lost(error: &std::io::Error) -> LiveError {
    LiveError::Lost { what: "the controller".to_owned(), problem: error.to_string() }
}

/// Whether one only has to wait.
pub(super) fn is_passing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
