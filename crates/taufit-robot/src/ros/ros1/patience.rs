//! How long one waits on a socket, and what ends all waiting.

use std::io::{self, Error, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often somebody who waits looks whether it is over.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// The least time that a socket can be told to wait: zero would mean for ever.
const LEAST: Duration = Duration::from_millis(1);

/// Bytes that are made room for at once: a length that lies costs no more.
const PIECE: usize = 64 * 1024;

/// Set when all threads shall end.
pub(crate) type Over = Arc<AtomicBool>;

/// How long one waits. It is shared by all steps of one piece of work, so that a peer cannot draw the
/// whole out by being slow in every part.
#[derive(Clone, Debug)]
pub(crate) struct Patience {
    began: Instant,
    /// For ever, if none.
    allowed: Option<Duration>,
    over: Over,
}

impl Patience {
    /// From now on.
    pub(crate) fn new(allowed: Duration, over: &Over) -> Self {
        Self { began: Instant::now(), allowed: Some(allowed), over: Arc::clone(over) }
    }

    /// Until it is over.
    pub(crate) fn endless(over: &Over) -> Self {
        Self { began: Instant::now(), allowed: None, over: Arc::clone(over) }
    }

    /// What is left of it; an error once nothing is.
    pub(crate) fn left(&self) -> io::Result<Duration> {
        if self.over.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::ConnectionAborted, "the node has ended"));
        }
        let Some(allowed) = self.allowed else { return Ok(Duration::MAX) };
        let left = allowed.saturating_sub(self.began.elapsed());
        if left.is_zero() {
            let words = format!("no answer within {:.1} s", allowed.as_secs_f64());
            return Err(Error::new(ErrorKind::TimedOut, words));
        }
        Ok(left)
    }

    /// How long to wait until the next look.
    fn slice(&self) -> io::Result<Duration> {
        Ok(self.left()?.clamp(LEAST, LOOK))
    }
}

/// Some bytes, as soon as there are any; zero at the end.
pub(crate) fn read_some(
    stream: &mut TcpStream,
    buffer: &mut [u8],
    patience: &Patience,
) -> io::Result<usize> {
    loop {
        stream.set_read_timeout(Some(patience.slice()?))?;
        match stream.read(buffer) {
            Err(error) if is_passing(&error) => {}
            other => return other,
        }
    }
}

/// Exactly so many bytes.
pub(crate) fn read_exact(
    stream: &mut TcpStream,
    n: usize,
    patience: &Patience,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(n.min(PIECE));
    while bytes.len() < n {
        let begin = bytes.len();
        bytes.resize(n.min(begin + PIECE), 0);
        let read = read_some(stream, &mut bytes[begin..], patience)?;
        if read == 0 {
            let words = format!("it hung up after {begin} of {n} bytes");
            return Err(Error::new(ErrorKind::UnexpectedEof, words));
        }
        bytes.truncate(begin + read);
    }
    Ok(bytes)
}

/// All bytes.
pub(crate) fn write_all(
    stream: &mut TcpStream,
    mut bytes: &[u8],
    patience: &Patience,
) -> io::Result<()> {
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(patience.slice()?))?;
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether one only has to wait.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::TimedOut | ErrorKind::WouldBlock)
}

/// What a peer should not have said.
pub(crate) fn lie(words: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidData, words.into())
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
    fn a_peer_that_is_slow_in_every_part_is_not_waited_for() {
        let (mut near, mut far) = pair();
        let slow = std::thread::spawn(move || {
            while far.write_all(&[1]).is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let patience = Patience::new(Duration::from_millis(200), &Over::default());
        let began = Instant::now();
        let error = read_exact(&mut near, 10_000, &patience).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        drop(near);
        slow.join().unwrap();
    }

    #[test]
    fn a_peer_that_does_not_read_is_not_waited_for() {
        let (mut near, _far) = pair();
        let patience = Patience::new(Duration::from_millis(100), &Over::default());
        let error = write_all(&mut near, &vec![0; 64 << 20], &patience).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut, "{error}");
    }

    #[test]
    fn what_is_over_ends_a_wait_that_has_no_end() {
        let (mut near, _far) = pair();
        let over = Over::default();
        let patience = Patience::endless(&over);
        let reader = std::thread::spawn(move || read_exact(&mut near, 1, &patience));
        over.store(true, Ordering::Relaxed);
        assert_eq!(reader.join().unwrap().unwrap_err().kind(), ErrorKind::ConnectionAborted);
    }

    #[test]
    fn a_length_that_lies_costs_no_memory() {
        let (mut near, far) = pair();
        drop(far);
        let patience = Patience::new(Duration::from_secs(1), &Over::default());
        let error = read_exact(&mut near, usize::MAX, &patience).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}");
    }
}
