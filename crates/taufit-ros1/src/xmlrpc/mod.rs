//! XML-RPC over HTTP, as masters and nodes of ROS 1 use it.
//!
//! | module | contents |
//! |---|---|
//! | `value` | [`XmlRpcValue`] |
//! | `xml` | calls and responses as XML |
//! | `http` | HTTP messages from a stream |

mod http;
mod value;
mod xml;

pub use value::XmlRpcValue;
pub(crate) use xml::{XmlRpcCall, XmlRpcFault, parse_response};

use crate::address::Address;
use crate::deadline::protocol_error;
use crate::{Deadline, StopFlag};
use http::{HttpReader, write_message};
use std::io::{self, Error};
use std::net::TcpStream;
use std::time::Duration;
use xml::render_response;

/// Longest time between two calls on a connection: programs keep theirs to the master open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Longest time to receive a call, and to send its response.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(5);

/// Calls a method over a new connection. A fault is an error of kind `Other`.
pub(crate) fn call(
    address: &Address,
    method: &str,
    params: Vec<XmlRpcValue>,
    deadline: &Deadline,
) -> io::Result<XmlRpcValue> {
    let mut stream = address.connect(deadline)?;
    let call = XmlRpcCall { method: method.to_owned(), params };
    let head =
        format!("POST / HTTP/1.1\r\nHost: {address}\r\nUser-Agent: taufit\r\nConnection: close");
    write_message(&mut stream, &head, &call.render(), deadline)?;
    let answer = HttpReader::new(&mut stream).next(deadline, || deadline.clone())?;
    let answer = answer.ok_or_else(|| protocol_error("connection closed without an answer"))?;
    if answer.first_line.split(' ').nth(1) != Some("200") {
        return Err(protocol_error(format!("the answer was {:?}", answer.first_line)));
    }
    let response = parse_response(&answer.body)?;
    response.map_err(|fault| Error::other(format!("{} (fault {})", fault.message, fault.code)))
}

/// Answers the calls of a connection, one after the other, until it is closed or malformed.
pub(crate) fn serve_calls(
    mut stream: TcpStream,
    stop: &StopFlag,
    answer: impl Fn(&XmlRpcCall) -> Result<XmlRpcValue, XmlRpcFault>,
) {
    let deadline = || Deadline::new(MESSAGE_TIMEOUT, stop);
    let mut reader = HttpReader::new(&mut stream);
    while let Ok(Some(request)) = reader.next(&Deadline::new(IDLE_TIMEOUT, stop), deadline) {
        let response = match XmlRpcCall::parse(&request.body) {
            Ok(call) if request.first_line.starts_with("POST ") => answer(&call),
            Ok(_) => Err(XmlRpcFault { code: 1, message: "only POST is answered".to_owned() }),
            Err(error) => Err(XmlRpcFault { code: 1, message: error.to_string() }),
        };
        let keeps_alive = request.keeps_alive();
        let connection = if keeps_alive { "keep-alive" } else { "close" };
        let head = format!("HTTP/1.1 200 OK\r\nServer: taufit\r\nConnection: {connection}");
        let body = render_response(&response);
        let sent = write_message(reader.stream(), &head, &body, &deadline());
        if sent.is_err() || !keeps_alive {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TcpServer;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    fn echo() -> TcpServer {
        let stop = StopFlag::default();
        let of_server = stop.clone();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = TcpServer::start(listener, &stop, move |stream| {
            serve_calls(stream, &of_server, |call| match call.method.as_str() {
                "echo" => Ok(XmlRpcValue::Array(call.params.clone())),
                other => Err(XmlRpcFault { code: -1, message: format!("no method {other}") }),
            });
        });
        server.unwrap()
    }

    #[test]
    fn calls_are_answered() {
        let server = echo();
        let address = Address::new("127.0.0.1", server.port());
        let deadline = Deadline::new(Duration::from_secs(10), &StopFlag::default());
        let params = vec![XmlRpcValue::from("ü & co"), XmlRpcValue::Int(3)];
        let answer = call(&address, "echo", params.clone(), &deadline).unwrap();
        assert_eq!(answer, XmlRpcValue::Array(params));
        let error = call(&address, "unknown", Vec::new(), &deadline).unwrap_err();
        assert!(error.to_string().contains("no method unknown"), "{error}");
    }

    #[test]
    fn malformed_calls_are_answered_with_a_fault() {
        let server = echo();
        let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        stream.write_all(b"POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\n<a>").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("<fault>"), "{answer}");
    }
}
