//! TCP connections to the controller.

use super::protocol::RtdePacket;
use crate::connection::ConnectionError;
use std::io::Write;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Socket address of a host name and a port.
pub(super) fn resolve(
    what: &'static str,
    host: &str,
    port: u16,
) -> Result<SocketAddr, ConnectionError> {
    let unreachable = |problem: String| ConnectionError::Unreachable {
        what,
        address: format!("{host}:{port}"),
        problem,
    };
    let mut found = (host, port).to_socket_addrs().map_err(|e| unreachable(e.to_string()))?;
    found.next().ok_or_else(|| unreachable("no such address".to_owned()))
}

/// Connection to a port of the controller.
pub(super) fn connect(
    what: &'static str,
    address: SocketAddr,
    timeout: Duration,
) -> Result<TcpStream, ConnectionError> {
    let open = || {
        let stream = TcpStream::connect_timeout(&address, timeout)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(timeout))?;
        Ok(stream)
    };
    open().map_err(|error: std::io::Error| ConnectionError::Unreachable {
        what,
        address: address.to_string(),
        problem: error.to_string(),
    })
}

/// Writes a packet.
pub(super) fn write(stream: &mut TcpStream, packet: &RtdePacket) -> Result<(), ConnectionError> {
    stream.write_all(&packet.to_bytes()?).map_err(|error| lost(&error))
}

pub(super) fn lost(error: &std::io::Error) -> ConnectionError {
    ConnectionError::Lost { what: "the controller".to_owned(), problem: error.to_string() }
}

/// Whether the operation can be repeated.
pub(super) fn is_retryable(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
