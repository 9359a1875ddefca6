//! Programs that come in.

use super::controller::{Shared, locked};
use super::port::{Over, hear};
use super::session::{Clients, Said};
use crate::rtde::protocol::Reply;
use std::io::Write;
use std::net::TcpStream;

/// Longest program that is taken \[bytes\].
const LONGEST: usize = 64 << 10;

/// Takes programs from one visitor. What is refused is said to it, and to all clients of the data
/// exchange.
pub(super) fn serve(mut stream: TcpStream, controller: &Shared, clients: &Clients, over: &Over) {
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while let Some(n) = hear(&mut stream, over, &mut buffer) {
        text += &String::from_utf8_lossy(&buffer[..n]);
        while let Some(program) = take_program(&mut text) {
            let Err(why) = locked(controller).load(&program) else { continue };
            let words = format!("program refused: {why}");
            clients.tell(&Said::Reply(Reply::Text(words.clone())));
            // Who does not listen has the message on the other connection.
            let _ = stream.write_all(format!("{words}\n").as_bytes());
        }
        if text.len() > LONGEST {
            return;
        }
    }
}

/// The first program of a text, once it is there as a whole: from `def` to its `end`, which stands at
/// the beginning of a line; or else a single line.
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
