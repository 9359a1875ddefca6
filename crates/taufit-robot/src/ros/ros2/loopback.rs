//! Confinement of the UDP sockets of RustDDS to the loopback interface.
//!
//! RustDDS 0.15 binds its receiving sockets to 0.0.0.0: `with_only_networks` restricts announcements,
//! multicast and sending, and is documented as no access control. So the sockets of a new participant are
//! bound to the loopback device (`SO_BINDTODEVICE`), which the kernel enforces for every packet.

use std::collections::BTreeSet;
use std::io;

/// Links of the open sockets of this process, as in `/proc/self/fd`.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenSockets(BTreeSet<String>);

#[cfg(target_os = "linux")]
impl OpenSockets {
    /// Sockets that are open now.
    pub(super) fn now() -> Self {
        Self(open_sockets().unwrap_or_default().into_iter().map(|(_, link)| link).collect())
    }

    /// Binds all UDP sockets that were opened since to the loopback device.
    pub(super) fn confine_newer(&self) -> io::Result<()> {
        use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
        let process = pidfd_open(getpid(), PidfdFlags::empty())?;
        for (descriptor, link) in open_sockets()? {
            if self.0.contains(&link) {
                continue;
            }
            // A duplicate refers to the same socket; one that was closed meanwhile is skipped.
            let Ok(duplicate) = pidfd_getfd(&process, descriptor, PidfdGetfdFlags::empty()) else {
                continue;
            };
            let socket = socket2::SockRef::from(&duplicate);
            let is_udp = socket.r#type()? == socket2::Type::DGRAM
                && socket.local_addr()?.as_socket_ipv4().is_some();
            if is_udp {
                socket.bind_device(Some(b"lo"))?;
            }
        }
        Ok(())
    }
}

/// Descriptors of the open sockets of this process with their links.
#[cfg(target_os = "linux")]
fn open_sockets() -> io::Result<Vec<(i32, String)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd")? {
        let path = entry?.path();
        let descriptor = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let link = std::fs::read_link(&path).ok().and_then(|link| link.to_str().map(str::to_owned));
        found.extend(descriptor.zip(link.filter(|link| link.starts_with("socket:"))));
    }
    Ok(found)
}

#[cfg(not(target_os = "linux"))]
impl OpenSockets {
    /// Nothing: descriptors are not listed.
    pub(super) fn now() -> Self {
        Self::default()
    }

    /// Error: sockets cannot be bound to a device.
    pub(super) fn confine_newer(&self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::net::UdpSocket;
    use std::time::Duration;

    /// The loopback device accepts what is sent to it, also under the wildcard address; only new sockets are
    /// changed.
    #[test]
    fn new_udp_sockets_are_bound_to_the_loopback_device() {
        let device = |socket: &UdpSocket| socket2::SockRef::from(socket).device().unwrap();
        let older = UdpSocket::bind("0.0.0.0:0").unwrap();
        let before = OpenSockets::now();
        let newer = UdpSocket::bind("0.0.0.0:0").unwrap();
        before.confine_newer().unwrap();
        assert_eq!(device(&older), None);
        assert_eq!(device(&newer).as_deref(), Some(&b"lo"[..]));
        newer.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        older.send_to(b"x", ("127.0.0.1", newer.local_addr().unwrap().port())).unwrap();
        assert_eq!(newer.recv(&mut [0; 8]).unwrap(), 1);
    }
}
