//! A small client of HTTP that sends what a browser would not.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A client with the address of a studio.
#[derive(Clone)]
pub(crate) struct Client {
    /// Address and port.
    pub(crate) host: String,
    pub(crate) token: String,
    /// Name and value.
    pub(crate) cookie: String,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// In lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Code of the error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let of = |line: &str| line.split_once(": ").filter(|(found, _)| *found == name).is_some();
        self.head
            .lines()
            .find(|line| of(line))
            .and_then(|line| line.split_once(": "))
            .map(|(_, value)| value)
    }
}

impl Client {
    /// Opens the page by the address that the studio prints, and keeps the cookie.
    pub(crate) fn of_url(url: &str) -> Self {
        let (host, token) = url.strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
        Self { host: host.to_owned(), token: token.to_owned(), cookie: String::new() }
    }

    /// The same with the cookie; the studio must answer by now.
    pub(crate) fn with_cookie(mut self) -> Self {
        let path = format!("/?token={}", self.token);
        let reply = self.send("GET", &path, &[("Host", &self.host)], b"");
        assert_eq!(reply.status, 200);
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.contains("httponly") && cookie.contains("samesite=strict"), "{cookie}");
        self.cookie = cookie.split(';').next().unwrap().to_owned();
        self
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[("Host", &self.host), ("Cookie", &self.cookie)], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.json("POST", path, body.to_string().as_bytes())
    }

    pub(crate) fn put(&self, path: &str, body: &Value) -> Reply {
        self.json("PUT", path, body.to_string().as_bytes())
    }

    pub(crate) fn json(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        self.own(method, path, "application/json", body)
    }

    /// As the page's script sends it.
    pub(crate) fn own(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Reply {
        let origin = format!("http://{}", self.host);
        let headers = [
            ("Host", &self.host[..]),
            ("Cookie", &self.cookie),
            ("Origin", &origin),
            ("X-Taufit", "1"),
            ("Content-Type", kind),
        ];
        self.send(method, path, &headers, body)
    }

    /// With these headers and no others.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = self.connect();
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // A studio that refuses need not read the body.
        let _ = stream.write_all(body);
        read_reply(stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }
}

/// The answer on a connection, which is closed then.
pub(crate) fn read_reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    // A connection that is reset after its answer has answered.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = bytes.get(end + 4..).unwrap_or_default().to_vec();
    let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
    Reply { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|part| part == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            break;
        }
        body.extend(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 4 + length..];
    }
    body
}
