//! Answers to whoever asks.

use super::super::patience::{Over, Patience};
use super::http::{HttpReader, write_text};
use super::text::render_answer;
use super::{Call, Fault, Value};
use std::net::TcpStream;
use std::time::Duration;

/// How long somebody may stay without a question: programs keep their connection to the master.
const IDLE: Duration = Duration::from_secs(60);

/// How long a question may take to arrive, and an answer to leave.
const SLOWEST: Duration = Duration::from_secs(5);

/// Answers all calls of a connection, one after the other. What is no call ends it.
pub(crate) fn serve_calls(
    mut stream: TcpStream,
    over: &Over,
    answer: impl Fn(&Call) -> Result<Value, Fault>,
) {
    let patience = || Patience::new(SLOWEST, over);
    let mut reader = HttpReader::new(&mut stream);
    while let Ok(Some(request)) = reader.next(&Patience::new(IDLE, over), patience) {
        let answer = match Call::parse(&request.body) {
            Ok(call) if request.first_line.starts_with("POST ") => answer(&call),
            Ok(_) => Err(Fault { code: 1, words: "only POST is answered".to_owned() }),
            Err(error) => Err(Fault { code: 1, words: error.to_string() }),
        };
        let stays = request.stays();
        let wish = if stays { "keep-alive" } else { "close" };
        let head = format!("HTTP/1.1 200 OK\r\nServer: taufit\r\nConnection: {wish}");
        let sent = write_text(reader.stream(), &head, &render_answer(&answer), &patience());
        if sent.is_err() || !stays {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::address::Address;
    use super::super::super::door::Door;
    use super::super::call;
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;

    fn echo() -> (Door, u16) {
        let over = Over::default();
        let of_door = over.clone();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let door = Door::attend(listener, &over, move |stream| {
            serve_calls(stream, &of_door, |call| match call.method.as_str() {
                "echo" => Ok(Value::Array(call.params.clone())),
                other => Err(Fault { code: -1, words: format!("no method {other}") }),
            });
        });
        (door.unwrap(), port)
    }

    #[test]
    fn questions_are_answered() {
        let (_door, port) = echo();
        let address = Address::new("127.0.0.1", port);
        let patience = Patience::new(Duration::from_secs(10), &Over::default());
        let params = vec![Value::from("ü & co"), Value::Int(3)];
        let answer = call(&address, "echo", params.clone(), &patience).unwrap();
        assert_eq!(answer, Value::Array(params));
        let error = call(&address, "sing", Vec::new(), &patience).unwrap_err();
        assert!(error.to_string().contains("no method sing"), "{error}");
    }

    #[test]
    fn nonsense_is_answered_with_a_fault() {
        let (_door, port) = echo();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(b"POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\n<a>").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("<fault>"), "{answer}");
    }
}
