//! Where masters and nodes are, and where we are ourselves.

use super::patience::{Patience, lie};
use std::fmt;
use std::io::{self, Error, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Where a master is, if neither the settings nor the environment say so.
const USUAL_MASTER: &str = "http://localhost:11311";

/// No wait is longer: what nobody can wait for need not be counted.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// The master of the settings, else that of `ROS_MASTER_URI`, else the usual one.
pub(crate) fn master_uri(said: Option<&str>) -> String {
    said.map(str::to_owned)
        .or_else(|| of_environment("ROS_MASTER_URI"))
        .unwrap_or_else(|| USUAL_MASTER.to_owned())
}

fn of_environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Name or number.
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Address {
    pub(crate) fn new(host: &str, port: u16) -> Self {
        Self { host: host.to_owned(), port }
    }

    /// Of an address such as `http://localhost:11311/` or `rosrpc://robot:40021`.
    pub(crate) fn parse(uri: &str, scheme: &str) -> io::Result<Self> {
        let wrong = || lie(format!("{uri:?} is no address like {scheme}://host:port"));
        let rest = uri.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://"));
        let place = rest.and_then(|rest| rest.split('/').next()).ok_or_else(wrong)?;
        let (host, port) = place.rsplit_once(':').ok_or_else(wrong)?;
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let port = port.parse().ok().filter(|port| *port != 0).ok_or_else(wrong)?;
        if bare.is_empty() || bare.contains(char::is_whitespace) {
            return Err(wrong());
        }
        Ok(Self::new(bare, port))
    }

    /// As others are told it.
    pub(crate) fn uri(&self, scheme: &str) -> String {
        format!("{scheme}://{self}")
    }

    /// All places that go by this name.
    pub(crate) fn resolve(&self, patience: &Patience) -> io::Result<Vec<SocketAddr>> {
        if let Ok(ip) = self.host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(ip, self.port)]);
        }
        // Nothing bounds the time that a name takes: whoever waits for it does so on another thread.
        let (sender, receiver) = channel();
        let place = (self.host.clone(), self.port);
        std::thread::Builder::new().spawn(move || {
            let found = place.to_socket_addrs().map(|found| found.collect::<Vec<_>>());
            // Nobody waits any more: then nobody needs to know.
            let _ = sender.send(found);
        })?;
        let found = receiver.recv_timeout(patience.left()?.min(LONGEST)).map_err(|error| {
            let kind = match error {
                RecvTimeoutError::Timeout => ErrorKind::TimedOut,
                RecvTimeoutError::Disconnected => ErrorKind::Other,
            };
            Error::new(kind, format!("nobody knows the name {:?}", self.host))
        })??;
        match found.is_empty() {
            true => Err(Error::new(ErrorKind::NotFound, format!("no address of {:?}", self.host))),
            false => Ok(found),
        }
    }

    /// A connection to there, without delay for small messages.
    pub(crate) fn dial(&self, patience: &Patience) -> io::Result<TcpStream> {
        let mut problem = Error::from(ErrorKind::NotFound);
        for place in self.resolve(patience)? {
            match TcpStream::connect_timeout(&place, patience.left()?.min(LONGEST)) {
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

/// What others call this computer: `ROS_HOSTNAME`, else `ROS_IP`, as everywhere in ROS 1.
pub(crate) fn said_host() -> Option<String> {
    of_environment("ROS_HOSTNAME").or_else(|| of_environment("ROS_IP"))
}

/// What others call this computer where the environment does not say: the address by which it reaches
/// the master. Where that is on this computer too, its name, if somebody knows it.
pub(crate) fn own_host(to_master: &TcpStream, patience: &Patience) -> io::Result<String> {
    let near = to_master.local_addr()?.ip();
    let name = || {
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
        let name = Address::new(name.trim(), 1);
        name.resolve(patience).is_ok().then_some(name.host)
    };
    if !near.is_loopback() {
        return Ok(near.to_string());
    }
    Ok(name().unwrap_or_else(|| near.to_string()))
}

/// Where to listen so that those can come who know the host by this name: nobody from outside to a
/// host that is only known inside.
pub(crate) fn listening_ip(host: &str) -> IpAddr {
    let unspecified = IpAddr::from([0, 0, 0, 0]);
    match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_loopback() => ip,
        Ok(ip) if ip.is_ipv6() => IpAddr::from([0_u16; 8]),
        Ok(_) => unspecified,
        Err(_) if host == "localhost" => IpAddr::from([127, 0, 0, 1]),
        Err(_) => unspecified,
    }
}

#[cfg(test)]
mod tests {
    use super::super::patience::Over;
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
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
    fn names_are_resolved_in_time_or_not_at_all() {
        let patience = Patience::new(Duration::from_secs(10), &Over::default());
        let found = Address::new("localhost", 7).resolve(&patience).unwrap();
        assert!(found.iter().all(|place| place.ip().is_loopback() && place.port() == 7));
        let spent = Patience::new(Duration::ZERO, &Over::default());
        assert!(Address::new("localhost", 7).dial(&spent).is_err());
    }

    #[test]
    fn what_is_inside_is_not_open_to_the_outside() {
        assert!(listening_ip("127.0.0.1").is_loopback() && listening_ip("localhost").is_loopback());
        assert!(listening_ip("10.0.0.7").is_unspecified() && listening_ip("box").is_unspecified());
    }
}
