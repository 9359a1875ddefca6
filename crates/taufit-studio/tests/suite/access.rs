//! Who gets an answer.

use crate::Served;
use crate::client::read_reply;
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use taufit_studio::{Studio, StudioError, StudioSettings};

const PATHS: [&str; 9] = [
    "/api/project",
    "/api/verbs",
    "/api/jobs",
    "/api/events",
    "/studio.js",
    "/studio.css",
    "/report?path=x",
    "/download?path=x",
    "/api/series?log=x",
];

#[test]
fn nothing_is_answered_without_the_token() {
    let served = Served::new("no-token");
    let client = &served.client;
    for path in PATHS {
        let reply = client.send("GET", path, &[("Host", &client.host)], b"");
        assert_eq!(reply.status, 401, "{path}");
        // The answer names nothing of the project.
        assert!(!String::from_utf8_lossy(&reply.body).contains("no-token"), "{path}");
    }
    let reply = client.send("GET", "/api/project", &[("Host", &client.host)], b"");
    assert_eq!(reply.code(), "E272");
}

#[test]
fn a_wrong_token_or_cookie_opens_nothing() {
    let served = Served::new("wrong-token");
    let client = &served.client;
    let host = ("Host", &client.host[..]);
    let wrong = format!("/?token={}", "0".repeat(client.token.len()));
    let almost = format!("/?token={}", &client.token[1..]);
    for path in [wrong.as_str(), almost.as_str(), "/?token=", "/"] {
        let reply = client.send("GET", path, &[host], b"");
        assert_eq!((reply.status, reply.header("set-cookie")), (401, None), "{path}");
    }
    let right = client.clone().with_cookie();
    let (name, value) = right.cookie.split_once('=').unwrap();
    for cookie in
        [format!("{name}=x"), format!("other={value}"), name.to_owned(), client.token.clone()]
    {
        assert_eq!(
            client.send("GET", "/api/project", &[host, ("Cookie", &cookie)], b"").status,
            401
        );
    }
    // The token alone opens the page, and no other address.
    let elsewhere = format!("/api/project?token={}", client.token);
    assert_eq!(client.send("GET", &elsewhere, &[host], b"").status, 401);
    assert_eq!(right.get("/api/project").status, 200);
}

#[test]
fn names_that_others_own_are_refused_even_with_the_cookie() {
    let served = Served::new("rebinding");
    let client = served.client.clone().with_cookie();
    let port = client.host.rsplit_once(':').unwrap().1;
    let hosts = [
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("10.1.1.1:{port}"),
        String::new(),
    ];
    for host in hosts {
        let reply =
            client.send("GET", "/api/project", &[("Host", &host), ("Cookie", &client.cookie)], b"");
        assert_eq!((reply.status, reply.code().as_str()), (403, "E273"), "{host:?}");
    }
    let local = format!("localhost:{port}");
    assert_eq!(
        client
            .send("GET", "/api/project", &[("Host", &local), ("Cookie", &client.cookie)], b"")
            .status,
        200
    );
}

#[test]
fn requests_of_other_sites_change_nothing() {
    let served = Served::new("origin");
    let client = served.client.clone().with_cookie();
    let own = format!("http://{}", client.host);
    let body = br#"{"revision":"new","choices":{"robot":"ur5"}}"#;
    let send = |headers: &[(&str, &str)]| {
        let mut all = vec![
            ("Host", &client.host[..]),
            ("Cookie", &client.cookie),
            ("Content-Type", "application/json"),
        ];
        all.extend(headers);
        client.send("PUT", "/api/choices", &all, body)
    };
    let refused: [&[(&str, &str)]; 5] = [
        &[],
        &[("X-Taufit", "1")],
        &[("Origin", &own)],
        &[("Origin", "http://evil.example"), ("X-Taufit", "1")],
        &[("Origin", "null"), ("X-Taufit", "1")],
    ];
    for headers in refused {
        let reply = send(headers);
        assert_eq!((reply.status, reply.code().as_str()), (403, "E273"), "{headers:?}");
    }
    assert!(!served.folder.join("studio.toml").exists());
    let read =
        [("Host", &client.host[..]), ("Cookie", &client.cookie), ("Origin", "http://evil.example")];
    assert_eq!(client.send("GET", "/api/project", &read, b"").status, 403);
    assert_eq!(send(&[("Origin", &own), ("X-Taufit", "1")]).status, 200);
}

#[test]
fn answers_bind_the_browser() {
    let served = Served::new("headers");
    let client = served.client.clone().with_cookie();
    let page = client.get("/");
    let policy = page.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let text = String::from_utf8(page.body).unwrap();
    assert!(
        !text.contains("<script>") && !text.contains("style=") && !text.contains("onclick"),
        "{text}"
    );
    served.file("page.html", "<script>alert(1)</script>");
    let report = client.get("/report?path=page.html");
    let policy = report.header("content-security-policy").unwrap();
    assert!(policy.starts_with("sandbox") && policy.contains("default-src 'none'"), "{policy}");
    assert!(!policy.contains("allow-same-origin"));
}

#[test]
fn malformed_requests_are_refused_in_words() {
    let served = Served::new("malformed");
    let client = served.client.clone().with_cookie();
    for body in [
        &b"{"[..],
        b"",
        b"[]",
        b"{\"revision\": 1}",
        b"\xff\xfe",
        b"{\"revision\":\"new\",\"choices\":{\"x\":1}}",
    ] {
        let reply = client.json("PUT", "/api/choices", body);
        assert_eq!((reply.status, reply.code().as_str()), (400, "E278"), "{body:?}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(client.json("PUT", "/api/choices", deep.as_bytes()).status, 400);
    let text = client.own("PUT", "/api/choices", "text/plain", b"{}");
    assert_eq!((text.status, text.code().as_str()), (400, "E278"));
    let form =
        b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"../a\"\r\n\r\nbroken";
    let multipart =
        client.own("POST", "/api/uploads?path=a.csv", "multipart/form-data; boundary=x", form);
    assert_eq!((multipart.status, multipart.code().as_str()), (400, "E278"));
    assert_eq!(client.get("/api/jobs/not-a-number").status, 400);
    assert_eq!(client.get("/nowhere").status, 404);
    let mut stream = client.connect();
    stream.write_all(b"\x16\x03\x01 nothing of HTTP\r\n\r\n").unwrap();
    assert!(matches!(read_reply(stream).status, 0 | 400));
    assert_eq!(client.get("/api/project").status, 200);
}

#[test]
fn long_requests_are_refused() {
    let served = Served::new("long");
    let client = served.client.clone().with_cookie();
    let body = json!({ "revision": "new", "choices": { "robot": "x".repeat(2 << 20) } });
    let reply = client.put("/api/choices", &body);
    assert_eq!((reply.status, reply.code().as_str()), (413, "E276"));
    let path = format!("/{}", "x".repeat(100_000));
    assert!(matches!(client.get(&path).status, 0 | 400 | 404 | 414 | 431));
}

#[test]
fn slow_clients_lose_their_place() {
    let served = Served::with("slow", |settings| settings.limits.n_connections = 4);
    let client = served.client.clone().with_cookie();
    // As many as there are places, each with the beginning of a request.
    let mut slow: Vec<_> = (0..4).map(|_| client.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /api/project HTTP/1.1\r\nHost: ").unwrap();
    }
    assert_eq!(client.get("/api/project").status, 200);
    // A body that never comes.
    let mut stream = client.connect();
    let head = format!(
        "PUT /api/choices HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nCookie: {1}\r\nX-Taufit: 1\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{",
        client.host, client.cookie
    );
    stream.write_all(head.as_bytes()).unwrap();
    let reply = read_reply(stream);
    assert_eq!((reply.status, reply.code().as_str()), (408, "E281"));
    for stream in &mut slow {
        let mut rest = Vec::new();
        // Closed, with an answer or without.
        let _ = stream.read_to_end(&mut rest);
    }
}

#[test]
fn a_studio_ends_when_it_is_told_to() {
    let served = Served::new("end");
    let begin = Instant::now();
    drop(served);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn folders_and_addresses_that_cannot_be_used_are_named() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("a-file");
    std::fs::write(&folder, "").unwrap();
    let open = |settings: StudioSettings| Studio::open(settings).err();
    let settings =
        |folder: std::path::PathBuf| StudioSettings::new(folder, Vec::new(), "[]".to_owned());
    assert!(matches!(open(settings(folder)), Some(StudioError::ProjectFolder { .. })));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut other = settings(std::env::temp_dir());
    other.port = Some(taken.local_addr().unwrap().port());
    assert!(matches!(open(other), Some(StudioError::Address { .. })));
}
