//! Files that a request may touch.

use crate::Served;
use serde_json::json;
use std::io::Write;

#[test]
fn nothing_outside_the_project_is_read() {
    let served = Served::new("outside/project");
    std::fs::write(served.folder.join("../secret.csv"), "t\n").unwrap();
    std::os::unix::fs::symlink(served.folder.join("../secret.csv"), served.folder.join("link.csv"))
        .unwrap();
    std::os::unix::fs::symlink("/etc", served.folder.join("etc")).unwrap();
    let client = served.client.clone().with_cookie();
    let paths = [
        "../secret.csv",
        "%2e%2e/secret.csv",
        "..%2Fsecret.csv",
        "link.csv",
        "etc/hostname",
        "/etc/hostname",
        "uploads/../../secret.csv",
    ];
    for path in paths {
        for address in ["/download?path=", "/report?path=", "/api/result?path=", "/api/series?log="]
        {
            let reply = client.get(&format!("{address}{path}"));
            assert_eq!((reply.status, reply.code().as_str()), (403, "E274"), "{address}{path}");
        }
    }
    let robot = client.get("/api/robot?robot=/etc/hostname");
    assert_eq!((robot.status, robot.code().as_str()), (403, "E274"));
    let listing = client.get("/api/project").json();
    assert_eq!(listing["files"]["logs"], json!([]));
    let absent = client.get("/download?path=nothing.csv");
    assert_eq!((absent.status, absent.code().as_str()), (404, "E279"));
}

#[test]
fn a_file_that_was_named_is_read_and_nothing_beside_it() {
    let served = Served::new("named/project");
    let outside = served.folder.join("..");
    std::fs::write(outside.join("run.csv"), "t\n").unwrap();
    std::fs::write(outside.join("other.csv"), "t\n").unwrap();
    let client = served.client.clone().with_cookie();
    let path = outside.canonicalize().unwrap().join("run.csv").display().to_string();
    assert_eq!(client.post("/api/named", &json!({ "path": "../run.csv" })).status, 400);
    assert_eq!(client.post("/api/named", &json!({ "path": path })).json()["path"], path);
    assert_eq!(client.get(&format!("/download?path={path}")).body, b"t\n");
    assert_eq!(client.get(&format!("/download?path={}", path.replace("run", "other"))).status, 403);
}

#[test]
fn uploads_stay_in_their_folder_and_replace_nothing() {
    let served = Served::new("uploads");
    let client = served.client.clone().with_cookie();
    let upload = |path: &str, body: &[u8]| {
        client.own("POST", &format!("/api/uploads?path={path}"), "application/octet-stream", body)
    };
    assert_eq!(upload("run.csv", b"one").json()["path"], "uploads/run.csv");
    assert_eq!(upload("run.csv", b"two").json()["path"], "uploads/run-2.csv");
    assert_eq!(std::fs::read(served.folder.join("uploads/run.csv")).unwrap(), b"one");
    assert_eq!(upload("bag/metadata.yaml", b"x").json()["path"], "uploads/bag/metadata.yaml");
    for path in ["../x.csv", "/tmp/x.csv", ".hidden", "a/../../x", "a%00b", "a%0Ab", ""] {
        assert_eq!(upload(path, b"x").status, 400, "{path}");
    }
    // A name is data: it reaches no HTML, and the listing as it is.
    assert_eq!(upload("%3Cimg%20src=x%3E.csv", b"x").json()["path"], "uploads/<img src=x>.csv");
    std::os::unix::fs::symlink("/tmp", served.folder.join("uploads/out")).unwrap();
    assert_eq!(upload("out/x.csv", b"x").status, 403);
}

#[test]
fn an_upload_that_is_too_long_leaves_nothing() {
    let served = Served::with("too-long", |settings| settings.limits.upload_bytes = 1000);
    let client = served.client.clone().with_cookie();
    let path = "/api/uploads?path=long.csv";
    let reply = client.own("POST", path, "application/octet-stream", &[0; 2000]);
    assert_eq!((reply.status, reply.code().as_str()), (413, "E276"));
    // Ten gigabytes are refused by what the head says, before anything is written.
    let origin = format!("http://{}", client.host);
    let head = [
        ("Host", &client.host[..]),
        ("Cookie", &client.cookie),
        ("Origin", &origin),
        ("X-Taufit", "1"),
    ];
    let head: String = head.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = client.connect();
    let text = format!(
        "POST {path} HTTP/1.1\r\n{head}Content-Type: application/octet-stream\r\nContent-Length: 10000000000\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(text.as_bytes()).unwrap();
    assert_eq!(crate::client::read_reply(stream).status, 413);
    // Without a length it is cut off where it is too long.
    let mut stream = client.connect();
    let text = format!(
        "POST {path} HTTP/1.1\r\n{head}Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(text.as_bytes()).unwrap();
    for _ in 0..3 {
        let _ = stream.write_all(format!("1F4\r\n{}\r\n", "x".repeat(500)).as_bytes());
    }
    assert_eq!(crate::client::read_reply(stream).status, 413);
    let left: Vec<_> = std::fs::read_dir(served.folder.join("uploads")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn an_upload_that_stalls_leaves_nothing() {
    let served = Served::new("stalled");
    let client = served.client.clone().with_cookie();
    let mut stream = client.connect();
    let text = format!(
        "POST /api/uploads?path=run.csv HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nCookie: {1}\r\nX-Taufit: 1\r\n\
         Content-Type: application/octet-stream\r\nContent-Length: 100\r\nConnection: close\r\n\r\nhalf of it",
        client.host, client.cookie
    );
    stream.write_all(text.as_bytes()).unwrap();
    let reply = crate::client::read_reply(stream);
    assert_eq!((reply.status, reply.code().as_str()), (408, "E281"));
    assert_eq!(std::fs::read_dir(served.folder.join("uploads")).unwrap().count(), 0);
}

#[test]
fn commands_touch_files_of_the_project_alone() {
    let served = Served::new("commands/project");
    served.file("run.csv", "t\n");
    std::fs::write(served.folder.join("../secret.csv"), "t\n").unwrap();
    let client = served.client.clone().with_cookie();
    let command = |arguments: serde_json::Value, more: &str| {
        client.post(
            "/api/command",
            &json!({ "verb": "identify", "arguments": arguments, "more": more }),
        )
    };
    let good = command(
        json!({ "robot": "ur5", "logs": ["run.csv"], "out": "arm.taufit" }),
        "--only 'm1 m2'",
    );
    assert_eq!(good.json()["line"], "taufit identify ur5 run.csv --only 'm1 m2' --out arm.taufit");
    let python = "taufit.identify(\"ur5\", \"run.csv\", only=\"m1 m2\", out=\"arm.taufit\")";
    assert!(good.json()["python"].as_str().unwrap().contains(python));
    for arguments in [
        json!({ "robot": "ur5", "logs": ["../secret.csv"] }),
        json!({ "robot": "../secret.csv", "logs": ["run.csv"] }),
        json!({ "robot": "ur5", "logs": ["run.csv"], "out": "../arm.taufit" }),
        json!({ "robot": "ur5", "logs": ["run.csv"], "out": "/tmp/arm.taufit" }),
        json!({ "robot": "ur5", "logs": ["run.csv"], "only": "../secret.csv" }),
        json!({ "robot": "ur5", "logs": ["run.csv+../secret.csv"] }),
    ] {
        let reply = command(arguments.clone(), "");
        assert_eq!((reply.status, reply.code().as_str()), (403, "E274"), "{arguments}");
    }
    let plain = || json!({ "robot": "ur5", "logs": ["run.csv"] });
    for more in ["--validate ../secret.csv", "--out /tmp/x"] {
        assert_eq!(command(plain(), more).status, 403, "{more}");
    }
    for more in ["--force", "--nothing", "run2.csv", "--only", "--only 'open"] {
        let reply = command(plain(), more);
        assert_eq!((reply.status, reply.code().as_str()), (400, "E278"), "{more}");
    }
    assert_eq!(command(json!({ "robot": "ur5" }), "").status, 400);
    assert_eq!(client.post("/api/command", &json!({ "verb": "serve" })).status, 404);
}
