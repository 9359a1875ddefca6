//! Time limits of socket operations, and blocking reads and writes that respect them.

use std::io::{self, Error, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Longest time between two checks of the stop flag.
pub(crate) const POLL_PERIOD: Duration = Duration::from_millis(50);

/// Shortest time-out of a socket: zero would mean none.
const SHORTEST_TIMEOUT: Duration = Duration::from_millis(1);

/// Bytes that are allocated at once: a false length costs no more memory.
const CHUNK_BYTES: usize = 64 * 1024;

/// Flag that ends all threads of a node or server.
pub type StopFlag = Arc<AtomicBool>;

/// Time limit that all steps of one exchange share, so that a peer cannot extend it by being slow in
/// every step.
#[derive(Clone, Debug)]
pub struct Deadline {
    began: Instant,
    /// None for no limit.
    allowed: Option<Duration>,
    stop: StopFlag,
}

impl Deadline {
    /// Deadline `allowed` from now; the stop flag ends it at once.
    pub fn new(allowed: Duration, stop: &StopFlag) -> Self {
        Self { began: Instant::now(), allowed: Some(allowed), stop: Arc::clone(stop) }
    }

    /// No limit but the stop flag.
    pub fn none(stop: &StopFlag) -> Self {
        Self { began: Instant::now(), allowed: None, stop: Arc::clone(stop) }
    }

    /// Remaining time; an error once there is none.
    pub(crate) fn remaining(&self) -> io::Result<Duration> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::ConnectionAborted, "the node has ended"));
        }
        let Some(allowed) = self.allowed else { return Ok(Duration::MAX) };
        let remaining = allowed.saturating_sub(self.began.elapsed());
        if remaining.is_zero() {
            let message = format!("no answer within {:.1} s", allowed.as_secs_f64());
            return Err(Error::new(ErrorKind::TimedOut, message));
        }
        Ok(remaining)
    }

    /// Time-out of the next socket operation.
    fn socket_timeout(&self) -> io::Result<Duration> {
        Ok(self.remaining()?.clamp(SHORTEST_TIMEOUT, POLL_PERIOD))
    }
}

/// Reads what is available, at least one byte; zero at the end of the stream.
pub fn read_some(
    stream: &mut TcpStream,
    buffer: &mut [u8],
    deadline: &Deadline,
) -> io::Result<usize> {
    loop {
        stream.set_read_timeout(Some(deadline.socket_timeout()?))?;
        match stream.read(buffer) {
            Err(error) if is_retryable(&error) => {}
            other => return other,
        }
    }
}

/// Reads exactly `n` bytes.
pub(crate) fn read_exact(
    stream: &mut TcpStream,
    n: usize,
    deadline: &Deadline,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(n.min(CHUNK_BYTES));
    while bytes.len() < n {
        let begin = bytes.len();
        bytes.resize(n.min(begin + CHUNK_BYTES), 0);
        let read = read_some(stream, &mut bytes[begin..], deadline)?;
        if read == 0 {
            let message = format!("connection closed after {begin} of {n} bytes");
            return Err(Error::new(ErrorKind::UnexpectedEof, message));
        }
        bytes.truncate(begin + read);
    }
    Ok(bytes)
}

/// Writes all bytes.
pub(crate) fn write_all(
    stream: &mut TcpStream,
    mut bytes: &[u8],
    deadline: &Deadline,
) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(deadline.socket_timeout()?))?;
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(error) if is_retryable(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn is_retryable(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

/// Error for data that violate the protocol.
pub(crate) fn protocol_error(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (near, listener.accept().unwrap().0)
    }

    #[test]
    fn a_slow_peer_does_not_extend_the_deadline() {
        let (mut near, mut far) = pair();
        let slow = std::thread::spawn(move || {
            while far.write_all(&[1]).is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let deadline = Deadline::new(Duration::from_millis(200), &StopFlag::default());
        let began = Instant::now();
        let error = read_exact(&mut near, 10_000, &deadline).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        drop(near);
        slow.join().unwrap();
    }

    #[test]
    fn writing_to_a_peer_that_does_not_read_times_out() {
        let (mut near, _far) = pair();
        let deadline = Deadline::new(Duration::from_millis(100), &StopFlag::default());
        let error = write_all(&mut near, &vec![0; 64 << 20], &deadline).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
    }

    #[test]
    fn the_stop_flag_ends_a_read_without_deadline() {
        let (mut near, _far) = pair();
        let stop = StopFlag::default();
        let deadline = Deadline::none(&stop);
        let reader = std::thread::spawn(move || read_exact(&mut near, 1, &deadline));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(reader.join().unwrap().unwrap_err().kind(), ErrorKind::ConnectionAborted);
    }

    #[test]
    fn a_false_length_costs_no_memory() {
        let (mut near, far) = pair();
        drop(far);
        let deadline = Deadline::new(Duration::from_secs(1), &StopFlag::default());
        let error = read_exact(&mut near, usize::MAX, &deadline).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}");
    }
}
