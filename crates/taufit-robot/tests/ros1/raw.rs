//! ROS 1 protocol written by hand, byte by byte, as another program would.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// Time-out of all reads.
const WAIT: Duration = Duration::from_secs(10);

pub(crate) fn dial(place: &str) -> TcpStream {
    let stream = TcpStream::connect(place).unwrap();
    stream.set_read_timeout(Some(WAIT)).unwrap();
    stream
}

/// Host and port of an address.
pub(crate) fn place(uri: &str) -> &str {
    uri.split("://").nth(1).unwrap().trim_end_matches('/')
}

/// Calls a method with values as XML; returns the XML of the answer.
pub(crate) fn ask(uri: &str, method: &str, values: &[&str]) -> String {
    let params: String =
        values.iter().map(|value| format!("<param><value>{value}</value></param>")).collect();
    let body = format!(
        "<?xml version='1.0'?>\n<methodCall>\n<methodName>{method}</methodName>\n<params>{params}</params></methodCall>"
    );
    let head = format!("POST /RPC2 HTTP/1.0\r\nContent-Length: {}\r\n\r\n", body.len());
    let mut stream = dial(place(uri));
    stream.write_all((head + &body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// Strings of an answer, in their order.
pub(crate) fn texts(answer: &str) -> Vec<String> {
    let parts = answer.split("<string>").skip(1);
    parts.map(|part| part.split("</string>").next().unwrap().to_owned()).collect()
}

pub(crate) fn frame(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], bytes].concat()
}

pub(crate) fn header(fields: &[&str]) -> Vec<u8> {
    frame(&fields.iter().flat_map(|field| frame(field.as_bytes())).collect::<Vec<u8>>())
}

pub(crate) fn read_frame(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Names and states of the controllers of a manager.
pub(crate) fn controllers(master_uri: &str, manager: &str) -> Vec<(String, String)> {
    let service = format!("{manager}/list_controllers");
    let answer = ask(master_uri, "lookupService", &["/test", &service]);
    let mut stream = dial(place(texts(&answer).last().unwrap()));
    let about = format!("service={service}");
    stream.write_all(&header(&["callerid=/test", "md5sum=*", &about])).unwrap();
    assert!(!read_frame(&mut stream).unwrap().is_empty());
    stream.write_all(&frame(&[])).unwrap();
    let mut verdict = [0];
    stream.read_exact(&mut verdict).unwrap();
    assert_eq!(verdict, [1]);
    listed(&read_frame(&mut stream).unwrap())
}

fn listed(bytes: &[u8]) -> Vec<(String, String)> {
    let n = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
    let mut rest = &bytes[4..];
    let mut text = || {
        let length = u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
        let text = String::from_utf8(rest[4..4 + length].to_vec()).unwrap();
        rest = &rest[4 + length..];
        text
    };
    // Name, state, type, and no claimed resources.
    let three = std::iter::repeat_with(|| [text(), text(), text(), text()]).take(n);
    three.map(|[name, state, ..]| (name, state)).collect()
}

/// Server that answers every XML-RPC call with this value. Returns its address.
pub(crate) fn answering(value: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let uri = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut seen = Vec::new();
            let mut byte = [0];
            while !seen.ends_with(b"</methodCall>\n") && stream.read(&mut byte).is_ok_and(|n| n > 0)
            {
                seen.push(byte[0]);
            }
            let body = format!(
                "<methodResponse><params><param><value>{value}</value></param></params></methodResponse>"
            );
            let head = format!("HTTP/1.1 200 OK\r\nContent-length: {}\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    uri
}

/// Server that treats every connection in this way. Returns its port.
pub(crate) fn treating(treat: impl Fn(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(treat));
    port
}
