//! A question and its answer.

use super::super::address::Address;
use super::super::patience::{Patience, lie};
use super::http::{HttpReader, write_text};
use super::text::parse_answer;
use super::{Call, Value};
use std::io::{self, Error};
use std::net::TcpStream;

/// Asks on a connection of its own.
pub(crate) fn call(
    address: &Address,
    method: &str,
    params: Vec<Value>,
    patience: &Patience,
) -> io::Result<Value> {
    let mut stream = address.dial(patience)?;
    ask(&mut stream, address, &Call { method: method.to_owned(), params }, patience)
}

fn ask(
    stream: &mut TcpStream,
    address: &Address,
    call: &Call,
    patience: &Patience,
) -> io::Result<Value> {
    let head =
        format!("POST / HTTP/1.1\r\nHost: {address}\r\nUser-Agent: taufit\r\nConnection: close");
    write_text(stream, &head, &call.render(), patience)?;
    let answer = HttpReader::new(stream).next(patience, || patience.clone())?;
    let answer = answer.ok_or_else(|| lie("it hung up without an answer"))?;
    if answer.first_line.split(' ').nth(1) != Some("200") {
        return Err(lie(format!("the answer was {:?}", answer.first_line)));
    }
    let said = parse_answer(&answer.body)?;
    said.map_err(|fault| Error::other(format!("{} (fault {})", fault.words, fault.code)))
}
