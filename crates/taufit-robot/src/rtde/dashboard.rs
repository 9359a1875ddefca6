//! Client of the dashboard server: one line per question and answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Longest answer \[bytes\].
const MAX_ANSWER_BYTES: u64 = 4096;

/// Connection to the dashboard server.
#[derive(Debug)]
pub(super) struct Dashboard {
    stream: BufReader<TcpStream>,
}

impl Dashboard {
    /// Connects and reads the greeting.
    pub(super) fn connect(address: SocketAddr, timeout: Duration) -> std::io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, timeout)?;
        stream.set_read_timeout(Some(timeout))?;
        stream.set_write_timeout(Some(timeout))?;
        stream.set_nodelay(true)?;
        let mut dashboard = Self { stream: BufReader::new(stream) };
        dashboard.line()?;
        Ok(dashboard)
    }

    /// Answer to a question; none where the controller does not know it.
    pub(super) fn query(&mut self, question: &str) -> std::io::Result<Option<String>> {
        self.stream.get_mut().write_all(format!("{question}\n").as_bytes())?;
        let answer = self.line()?;
        // Older controllers: "could not understand: ...".
        let is_known = !answer.to_lowercase().contains("could not understand");
        Ok(is_known.then_some(answer))
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = Vec::new();
        let n = self.stream.by_ref().take(MAX_ANSWER_BYTES).read_until(b'\n', &mut line)?;
        if n == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(String::from_utf8_lossy(&line).trim().to_owned())
    }
}
