//! TCP server with one thread per connection.

use crate::StopFlag;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Largest number of simultaneous connections; further ones are closed at once.
const MAX_CONNECTIONS: usize = 256;

/// Pause after a failed `accept`, such as one for want of file descriptors.
const RETRY_PERIOD: Duration = Duration::from_millis(50);

/// Time-out of the connection that wakes the accept loop at the end.
const WAKE_TIMEOUT: Duration = Duration::from_millis(200);

/// Listening TCP port. When dropped, it sets the stop flag and closes the port.
#[derive(Debug)]
pub struct TcpServer {
    address: SocketAddr,
    stop: StopFlag,
    thread: Option<JoinHandle<()>>,
}

impl TcpServer {
    /// Accepts connections of a listener and calls `serve` for each on a thread of its own.
    pub fn start(
        listener: TcpListener,
        stop: &StopFlag,
        serve: impl Fn(TcpStream) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let (stop, stop_of_thread) = (Arc::clone(stop), Arc::clone(stop));
        let thread = std::thread::Builder::new()
            .name("tcp server".to_owned())
            .spawn(move || accept_loop(&listener, &stop_of_thread, Arc::new(serve)))?;
        Ok(Self { address, stop, thread: Some(thread) })
    }

    /// Port that is listened at.
    pub fn port(&self) -> u16 {
        self.address.port()
    }
}

impl Drop for TcpServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // `accept` blocks until a peer connects.
        let wake = SocketAddr::new(reachable_ip(self.address.ip()), self.address.port());
        let is_awake = TcpStream::connect_timeout(&wake, WAKE_TIMEOUT).is_ok();
        if let Some(thread) = self.thread.take()
            && is_awake
        {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}

/// Address under which a listener is reached from this computer.
fn reachable_ip(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    }
}

fn accept_loop<F>(listener: &TcpListener, stop: &StopFlag, serve: Arc<F>)
where
    F: Fn(TcpStream) + Send + Sync + 'static,
{
    let n_connections = Arc::new(AtomicUsize::new(0));
    while !stop.load(Ordering::Relaxed) {
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(RETRY_PERIOD);
            continue;
        };
        let slot = ConnectionSlot::new(&n_connections);
        if stop.load(Ordering::Relaxed) || slot.number > MAX_CONNECTIONS {
            continue;
        }
        let serve = Arc::clone(&serve);
        if stream.set_nodelay(true).is_ok() {
            // Without a thread the connection is closed.
            let _ = std::thread::Builder::new().name("connection".to_owned()).spawn(move || {
                serve(stream);
                drop(slot);
            });
        }
    }
}

/// Connection that counts towards the limit until it is dropped.
struct ConnectionSlot {
    n_connections: Arc<AtomicUsize>,
    number: usize,
}

impl ConnectionSlot {
    fn new(n_connections: &Arc<AtomicUsize>) -> Self {
        let number = n_connections.fetch_add(1, Ordering::Relaxed) + 1;
        Self { n_connections: Arc::clone(n_connections), number }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.n_connections.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::time::Instant;

    #[test]
    fn a_server_accepts_connections_and_closes_at_once() {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let address = ("127.0.0.1", listener.local_addr().unwrap().port());
        let hello = |mut stream: TcpStream| drop(stream.write_all(b"hello"));
        let server = TcpServer::start(listener, &StopFlag::default(), hello).unwrap();
        let mut received = String::new();
        TcpStream::connect(address).unwrap().read_to_string(&mut received).unwrap();
        assert_eq!(received, "hello");
        let began = Instant::now();
        drop(server);
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        assert!(TcpStream::connect(address).is_err());
    }
}
