//! Doors: who connects gets a thread of its own.

use super::patience::Over;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Who is let in at the same time. More than any graph of a robot needs; others find the door closed.
const MOST_GUESTS: usize = 256;

/// A door that will not open is tried again after this time.
const REST: Duration = Duration::from_millis(50);

/// How long our own knock may take that wakes the doorman up.
const KNOCK: Duration = Duration::from_millis(200);

/// An open port. It is closed when this is dropped, and all is over for those who came in.
#[derive(Debug)]
pub(crate) struct Door {
    place: SocketAddr,
    over: Over,
    thread: Option<JoinHandle<()>>,
}

impl Door {
    /// Lets people in, each on a thread of its own.
    pub(crate) fn attend(
        listener: TcpListener,
        over: &Over,
        serve: impl Fn(TcpStream) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let place = listener.local_addr()?;
        let doorman = Doorman { listener, over: Arc::clone(over), serve: Arc::new(serve) };
        let spawned = std::thread::Builder::new().name("door".to_owned());
        let thread = spawned.spawn(move || doorman.work())?;
        Ok(Self { place, over: Arc::clone(over), thread: Some(thread) })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // The doorman waits for somebody to come.
        let knock = SocketAddr::new(inside(self.place.ip()), self.place.port());
        let is_awake = TcpStream::connect_timeout(&knock, KNOCK).is_ok();
        if let Some(thread) = self.thread.take()
            && is_awake
        {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// Where a port is reached from this computer.
fn inside(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ip => ip,
    }
}

struct Doorman<F> {
    listener: TcpListener,
    over: Over,
    serve: Arc<F>,
}

impl<F: Fn(TcpStream) + Send + Sync + 'static> Doorman<F> {
    fn work(self) {
        let n_guests = Arc::new(AtomicUsize::new(0));
        while !self.over.load(Ordering::Relaxed) {
            let Ok((stream, _)) = self.listener.accept() else {
                // Too many open files, for instance: that may pass.
                std::thread::sleep(REST);
                continue;
            };
            let guest = Guest::new(&n_guests);
            if self.over.load(Ordering::Relaxed) || guest.number > MOST_GUESTS {
                continue;
            }
            let serve = Arc::clone(&self.serve);
            if stream.set_nodelay(true).is_ok() {
                // Without a thread the visitor finds the door closed.
                let _ = std::thread::Builder::new().name("guest".to_owned()).spawn(move || {
                    serve(stream);
                    drop(guest);
                });
            }
        }
    }
}

/// Somebody who was let in, counted as long as this lives.
struct Guest {
    n_guests: Arc<AtomicUsize>,
    number: usize,
}

impl Guest {
    fn new(n_guests: &Arc<AtomicUsize>) -> Self {
        let number = n_guests.fetch_add(1, Ordering::Relaxed) + 1;
        Self { n_guests: Arc::clone(n_guests), number }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.n_guests.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::time::Instant;

    #[test]
    fn a_door_lets_in_and_closes_at_once() {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let place = ("127.0.0.1", listener.local_addr().unwrap().port());
        let hello = |mut stream: TcpStream| drop(stream.write_all(b"hello"));
        let door = Door::attend(listener, &Over::default(), hello).unwrap();
        let mut said = String::new();
        TcpStream::connect(place).unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "hello");
        let began = Instant::now();
        drop(door);
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        assert!(TcpStream::connect(place).is_err());
    }
}
