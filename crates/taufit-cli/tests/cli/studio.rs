//! `taufit studio` from outside: the real program as server and as job; nothing is left behind by a kill.

use super::{failure, fresh_folder, taufit_in};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A design that takes minutes.
const LONG: [&str; 6] = ["excite", "ur5", "--starts", "50", "--iterations", "5000"];

/// A studio as a process of its own.
struct Studio {
    child: Child,
    host: String,
    cookie: String,
}

impl Studio {
    fn new(folder: &Path) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("taufit"));
        command.args(["studio", "--no-open", "--json", "--port", "0"]).current_dir(folder);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let url =
            lines.filter_map(|line| Some(line.split_once("\"url\": \"")?.1.to_owned())).next();
        let url = url.unwrap();
        let (host, token) = url.trim_end_matches(['"', ',']).split_once("/?token=").unwrap();
        let host = host.strip_prefix("http://").unwrap().to_owned();
        let mut studio = Self { child, host, cookie: String::new() };
        let page = studio.send("GET", &format!("/?token={token}"), "");
        let (_, rest) = page.split_once("set-cookie: ").unwrap();
        studio.cookie = rest.split(';').next().unwrap().to_owned();
        studio
    }

    /// The whole answer.
    fn send(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let (host, cookie, n) = (&self.host, &self.cookie, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\nX-Taufit: 1\r\n\
             Content-Type: application/json\r\nContent-Length: {n}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.send(method, path, &body.to_string());
        let (_, text) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(text).unwrap()
    }

    fn job(&self, id: &Value) -> Value {
        self.json("GET", &format!("/api/jobs/{id}"), &Value::Null)
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something holds.
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} did not happen");
}

/// Processes whose parent is or was this one, by their command line.
fn designs(folder: &Path) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let is_ours = |path: &Path| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        let is_design = String::from_utf8_lossy(&line).contains("excite");
        is_design && std::fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd == folder)
    };
    processes.filter(|process| is_ours(&process.path())).count()
}

#[test]
fn a_job_of_the_page_is_the_command_of_the_terminal() {
    let folder = fresh_folder("studio_base").canonicalize().unwrap();
    let studio = Studio::new(&folder);
    let request = json!({ "verb": "base", "arguments": { "robot": "planar2r" } });
    let job = studio.json("POST", "/api/jobs", &request);
    assert_eq!(job["line"], "taufit base planar2r");
    until("the end of the job", || studio.job(&job["id"])["state"] == "done");
    let path = format!("/api/jobs/{}/document", job["id"]);
    let shown = studio.json("GET", &path, &Value::Null);
    let run = taufit_in(&folder, &["base", "planar2r", "--json"]).assert().success();
    let printed: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(shown, printed);
    let verbs = studio.json("GET", "/api/verbs", &Value::Null);
    let names: Vec<&str> = verbs["verbs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|verb| verb["name"].as_str().unwrap())
        .collect();
    for verb in ["identify", "excite", "payload", "export"] {
        assert!(names.contains(&verb), "{verb}");
    }
    assert!(!names.contains(&"serve") && !names.contains(&"studio"));
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind_by_a_studio_that_is_killed() {
    let folder = fresh_folder("studio_killed").canonicalize().unwrap();
    let mut studio = Studio::new(&folder);
    let arguments =
        json!({ "robot": "ur5", "starts": "50", "iterations": "5000", "out": "motion.csv" });
    let job =
        studio.json("POST", "/api/jobs", &json!({ "verb": "excite", "arguments": arguments }));
    until("progress", || studio.job(&job["id"])["progress"]["criterion"].is_number());
    assert_eq!(designs(&folder), 1);
    studio.child.kill().unwrap();
    studio.child.wait().unwrap();
    until("the end of the job", || designs(&folder) == 0);
    let again = Studio::new(&folder);
    let lost = again.job(&job["id"]);
    assert_eq!((&lost["state"], &lost["verb"]), (&json!("lost"), &json!("excite")));
}

#[test]
fn progress_is_told_to_the_program_that_asks_for_it() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("taufit"));
    command.args(LONG).env("TAUFIT_PROGRESS", "json").current_dir(fresh_folder("studio_progress"));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    let document: Value = serde_json::from_str(&line).unwrap();
    let progress = &document["progress"];
    assert!(progress["what"].as_str().unwrap().starts_with("designing"), "{line}");
    assert!(progress["total"].as_f64().unwrap() > 0.0, "{line}");
    // The one who asked is gone: the design ends as by Ctrl-C, with the best motion so far.
    drop(child.stdin.take());
    std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn folders_and_ports_that_cannot_be_used_are_named() {
    let folder = fresh_folder("studio_taken");
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    let message = failure(&["studio", file.to_str().unwrap(), "--no-open"], 1);
    assert!(message.contains("error[E270]"), "{message}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let message = failure(&["studio", folder.to_str().unwrap(), "--no-open", "--port", &port], 1);
    assert!(message.contains("error[E271]") && message.contains("--port"), "{message}");
}
