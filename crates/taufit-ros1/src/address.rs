//! Host names and ports of masters and nodes, and of this computer.

use crate::Deadline;
use crate::deadline::protocol_error;
use std::fmt;
use std::io::{self, Error, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Address of the master if neither the settings nor the environment have one.
const DEFAULT_MASTER_URI: &str = "http://localhost:11311";

/// Upper bound of waiting times, for functions that do not take longer ones.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3600);

/// Address of the master: that of the settings, else `ROS_MASTER_URI`, else port 11311 of this computer.
pub fn master_uri(configured: Option<&str>) -> String {
    configured
        .map(str::to_owned)
        .or_else(|| environment_variable("ROS_MASTER_URI"))
        .unwrap_or_else(|| DEFAULT_MASTER_URI.to_owned())
}

fn environment_variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host name or IP address.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

impl Address {
    /// Address of a host name or IP address and a port.
    pub fn new(host: &str, port: u16) -> Self {
        Self { host: host.to_owned(), port }
    }

    /// Address in a URI such as `http://localhost:11311/` or `rosrpc://robot:40021`.
    pub fn parse(uri: &str, scheme: &str) -> io::Result<Self> {
        let wrong =
            || protocol_error(format!("{uri:?} is not an address like {scheme}://host:port"));
        let rest = uri.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://"));
        let address = rest.and_then(|rest| rest.split('/').next()).ok_or_else(wrong)?;
        let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
        let bare_host =
            host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let port = port.parse().ok().filter(|port| *port != 0).ok_or_else(wrong)?;
        if bare_host.is_empty() || bare_host.contains(char::is_whitespace) {
            return Err(wrong());
        }
        Ok(Self::new(bare_host, port))
    }

    /// URI with this scheme.
    pub fn uri(&self, scheme: &str) -> String {
        format!("{scheme}://{self}")
    }

    /// Socket addresses of the host name.
    pub fn resolve(&self, deadline: &Deadline) -> io::Result<Vec<SocketAddr>> {
        if let Ok(ip) = self.host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(ip, self.port)]);
        }
        // Name resolution has no time-out: it is waited for on another thread.
        let (sender, receiver) = channel();
        let address = (self.host.clone(), self.port);
        std::thread::Builder::new().spawn(move || {
            let found = address.to_socket_addrs().map(|found| found.collect::<Vec<_>>());
            // After the deadline it has no receiver.
            let _ = sender.send(found);
        })?;
        let found =
            receiver.recv_timeout(deadline.remaining()?.min(LONGEST_WAIT)).map_err(|error| {
                let kind = match error {
                    RecvTimeoutError::Timeout => ErrorKind::TimedOut,
                    RecvTimeoutError::Disconnected => ErrorKind::Other,
                };
                Error::new(kind, format!("the host name {:?} cannot be resolved", self.host))
            })??;
        match found.is_empty() {
            true => Err(Error::new(ErrorKind::NotFound, format!("no address of {:?}", self.host))),
            false => Ok(found),
        }
    }

    /// TCP connection without delay for small messages.
    pub(crate) fn connect(&self, deadline: &Deadline) -> io::Result<TcpStream> {
        let mut problem = Error::from(ErrorKind::NotFound);
        for address in self.resolve(deadline)? {
            match TcpStream::connect_timeout(&address, deadline.remaining()?.min(LONGEST_WAIT)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => problem = error,
            }
        }
        Err(problem)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Host name of this computer for other nodes by the environment: `ROS_HOSTNAME`, else `ROS_IP`.
pub fn host_of_environment() -> Option<String> {
    environment_variable("ROS_HOSTNAME").or_else(|| environment_variable("ROS_IP"))
}

/// Host name of this computer, where it can be resolved.
pub fn host_name(deadline: &Deadline) -> Option<String> {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let address = Address::new(name.trim(), 1);
    address.resolve(deadline).is_ok().then_some(address.host)
}

/// Listener for nodes that know this computer by `host`: at that address only. All interfaces for a name
/// without an address of its own, and for an address of a translating router: both must be named by the user.
pub(crate) fn listen_for(host: &str, deadline: &Deadline) -> io::Result<TcpListener> {
    let everywhere = || TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0));
    let resolved = Address::new(host, 1).resolve(deadline)?;
    let found = resolved.iter().find(|address| address.is_ipv4()).or(resolved.first());
    let Some(ip) = found.map(SocketAddr::ip) else { return everywhere() };
    // Many computers resolve their own name to a loopback address that others cannot reach.
    let is_private_name =
        ip.is_loopback() && host != "localhost" && host.parse::<IpAddr>().is_err();
    if is_private_name {
        return everywhere();
    }
    match TcpListener::bind((ip, 0)) {
        Err(error) if error.kind() == ErrorKind::AddrNotAvailable => everywhere(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopFlag;

    #[test]
    fn addresses_are_parsed_and_rendered() {
        let read = |uri| Address::parse(uri, "http").map_err(|error| error.to_string());
        assert_eq!(read("http://robot:11311/"), Ok(Address::new("robot", 11311)));
        assert_eq!(read("http://[::1]:80").unwrap().uri("http"), "http://[::1]:80");
        for wrong in ["", "robot:11311", "http://robot", "http://:1", "http://a:0", "http://a b:1"]
        {
            assert!(read(wrong).unwrap_err().contains("http://host:port"), "{wrong}");
        }
        assert!(Address::parse("http://a:1", "rosrpc").is_err());
    }

    #[test]
    fn names_are_resolved_before_the_deadline() {
        let deadline = Deadline::new(Duration::from_secs(10), &StopFlag::default());
        let found = Address::new("localhost", 7).resolve(&deadline).unwrap();
        assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == 7));
        let spent = Deadline::new(Duration::ZERO, &StopFlag::default());
        assert!(Address::new("localhost", 7).connect(&spent).is_err());
    }

    #[test]
    fn a_listener_has_the_address_of_its_host() {
        let deadline = Deadline::new(Duration::from_secs(10), &StopFlag::default());
        let ip = |host: &str| listen_for(host, &deadline).unwrap().local_addr().unwrap().ip();
        assert!(ip("127.0.0.1").is_loopback() && ip("localhost").is_loopback());
        // An address for documentation (RFC 5737), which no computer has.
        assert!(ip("192.0.2.1").is_unspecified());
    }
}
