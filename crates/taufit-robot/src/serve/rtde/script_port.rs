//! Script port: received programs.

use super::controller::locked;
use super::session::{ClientMessage, ServerState};
use crate::rtde::protocol::Reply;
use std::io::Write;
use std::net::TcpStream;
use taufit_ros1::{Deadline, read_some};

/// Longest program \[bytes\].
const MAX_PROGRAM_BYTES: usize = 64 << 10;

/// Loads programs from one client. A refusal is sent to it and to all RTDE clients.
pub(super) fn serve(mut stream: TcpStream, server: &ServerState) {
    let deadline = Deadline::none(&server.stop);
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while let Ok(n @ 1..) = read_some(&mut stream, &mut buffer, &deadline) {
        text += &String::from_utf8_lossy(&buffer[..n]);
        while let Some(program) = take_program(&mut text) {
            let Err(reason) = locked(&server.controller).load(&program) else { continue };
            let message = format!("program refused: {reason}");
            server.clients.send(&ClientMessage::Reply(Reply::Text(message.clone())));
            // The message is on the RTDE connections as well.
            let _ = stream.write_all(format!("{message}\n").as_bytes());
        }
        if text.len() > MAX_PROGRAM_BYTES {
            return;
        }
    }
}

/// First complete program of a text: from `def` to an `end` at the beginning of a line, or a single line.
fn take_program(text: &mut String) -> Option<String> {
    let first = text.find(|c: char| !c.is_whitespace())?;
    text.drain(..first);
    let length = if text.starts_with("def ") {
        text.find("\nend").map(|at| at + "\nend".len())?
    } else {
        text.find('\n')? + 1
    };
    Some(text.drain(..length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_cut_where_they_end() {
        let mut text = "\n stopj(2)\ndef a():\n  if x:\n  end\nend\ndef b():\n".to_owned();
        assert_eq!(take_program(&mut text).unwrap(), "stopj(2)\n");
        assert_eq!(take_program(&mut text).unwrap(), "def a():\n  if x:\n  end\nend");
        assert_eq!(take_program(&mut text), None);
        text += "end\n";
        assert_eq!(take_program(&mut text).unwrap(), "def b():\nend");
        assert_eq!(take_program(&mut text), None);
    }
}
