//! Doors: who connects gets a thread of its own.

use crate::live::LiveError;
use std::io::{ErrorKind, Read};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often somebody looks whether it is over.
const LOOK: Duration = Duration::from_millis(50);

/// Set when all threads shall end.
pub(super) type Over = Arc<AtomicBool>;

/// Opens a port; 0 takes a free one.
pub(super) fn open(bind: IpAddr, port: u16) -> Result<TcpListener, LiveError> {
    let open = || {
        let listener = TcpListener::bind(SocketAddr::new(bind, port))?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    open().map_err(|error: std::io::Error| LiveError::Unreachable {
        what: "a port of the served controller",
        address: SocketAddr::new(bind, port).to_string(),
        problem: error.to_string(),
    })
}

/// Lets people in until it is over, each on a thread of its own.
pub(super) fn attend(
    listener: TcpListener,
    over: Over,
    serve: impl Fn(TcpStream) + Send + Sync + 'static,
) -> Option<JoinHandle<()>> {
    let serve = Arc::new(serve);
    let door = move || {
        while !over.load(Ordering::Relaxed) {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(LOOK);
                continue;
            };
            let is_usable = stream.set_nonblocking(false).is_ok()
                && stream.set_nodelay(true).is_ok()
                && stream.set_read_timeout(Some(LOOK)).is_ok()
                && stream.set_write_timeout(Some(Duration::from_secs(1))).is_ok();
            let serve = Arc::clone(&serve);
            if is_usable {
                // Without a thread the visitor finds the door closed.
                let _ = std::thread::Builder::new().spawn(move || serve(stream));
            }
        }
    };
    std::thread::Builder::new().name("door".to_owned()).spawn(door).ok()
}

/// What a visitor says next; none once it has gone, or all is over.
pub(super) fn hear(stream: &mut TcpStream, over: &Over, buffer: &mut [u8]) -> Option<usize> {
    while !over.load(Ordering::Relaxed) {
        match stream.read(buffer) {
            Ok(0) => return None,
            Ok(n) => return Some(n),
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                _ => return None,
            },
        }
    }
    None
}
