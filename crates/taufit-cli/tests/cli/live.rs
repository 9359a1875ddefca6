//! `taufit serve` and `taufit run --link rtde`, two processes and a wire between them.

use crate::{fresh_folder, taufit};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use taufit::model::catalog;
use taufit_io::{LogOptions, read_log};

/// Ports that nobody else has, as far as that can be known.
fn offset() -> u16 {
    2000 + (std::process::id() % 15_000) as u16
}

/// A short move and back; a moment's pause of the machine is not the point.
fn experiment(folder: &Path, offset: u16) -> String {
    let text = format!(
        "robot = \"ur5\"\nrate_hz = 125.0\nsettle_s = 0.2\n\
         [poses]\nlist = [[0.2, -1.5, 0.5, 0.0, 0.0, 0.0]]\ndwell_s = 0.3\n\
         [guard]\nstale_s = 0.5\ntracking_error_rad = 0.3\n\
         [link.rtde]\nport = {}\nscript_port = {}\ndashboard_port = {}\n\
         [simulation]\nstart = [0.0, -1.6, 0.5, 0.0, 0.0, 0.0]\n",
        30004 + offset,
        30002 + offset,
        29999 + offset,
    );
    let path = folder.join("poses.toml");
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// A served robot that ends with the test.
pub(crate) struct Server(Child);

impl Server {
    pub(crate) fn start(file: &str, offset: u16, faults: &[&str]) -> Self {
        let faults = faults.iter().flat_map(|fault| ["--fault", fault]);
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
            .args(["serve", "--as", "rtde", "--experiment", file, "--for-s", "60"])
            .args(["--port-offset", &offset.to_string()])
            .args(faults)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("UR5 as a CB3 controller at 127.0.0.1: RTDE"), "{line}");
        Self(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_rehearsal_needs_a_confirmation_and_leaves_a_log() {
    let folder = fresh_folder("live");
    let offset = offset();
    let file = experiment(&folder, offset);
    let said = |args: &[&str], code: i32| {
        let output = taufit(args).assert().code(code).get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    // Nobody there.
    assert!(said(&["run", &file, "--link", "rtde", "--yes"], 3).contains("error[E233]"));
    let _server = Server::start(&file, offset, &[]);
    let words = said(&["run", &file, "--link", "rtde"], 2);
    assert!(words.contains("hold pose") && words.contains("give --yes"), "{words}");
    assert!(!folder.join("poses.mcap").exists());
    said(&["run", &file, "--link", "ur-rtde", "--host", "127.0.0.1", "--yes"], 0);
    // The same arm without a wire between: it sticks a little before the pose, in both cases.
    let alone = folder.join("alone.mcap");
    said(&["run", &file, "-o", alone.to_str().unwrap()], 0);
    let [wired, alone] = [folder.join("poses.mcap"), alone].map(|path| farthest(&path));
    assert!(alone > 0.15 && (wired - alone).abs() < 1e-3, "{wired} {alone}");
}

/// Travel of the first joint.
fn farthest(path: &Path) -> f64 {
    let robot = catalog::robot("ur5").unwrap();
    let recording = read_log(path, &robot, &LogOptions::default()).unwrap().recording;
    let first = &recording.q[..recording.n_samples()];
    first.iter().fold(f64::NEG_INFINITY, |far, q| far.max(*q))
}

#[test]
fn misuse_is_named() {
    let folder = fresh_folder("live-misuse");
    let file = experiment(&folder, 0);
    let code = |args: &[&str]| taufit(args).assert().get_output().status.code();
    assert_eq!(code(&["run", &file, "--host", "x"]), Some(2));
    assert_eq!(code(&["run", &file, "--yes"]), Some(2));
    assert_eq!(code(&["run", &file, "--link", "rtde", "--speed", "1"]), Some(2));
    assert_eq!(code(&["run", &file, "--link", "telepathy"]), Some(3));
    assert_eq!(code(&["run", &file, "--link", "rtde", "--dry-run"]), Some(0));
    assert_eq!(code(&["serve", "--as", "rtde"]), Some(2));
    assert_eq!(code(&["serve", "--as", "rtde", "--robot", "planar2r"]), Some(3));
    assert_eq!(
        code(&["serve", "--as", "rtde", "--robot", "ur5", "--sample-rate-hz", "250"]),
        Some(2)
    );
    assert_eq!(code(&["serve", "--as", "rtde", "--robot", "ur5", "--fault", "rename"]), Some(2));
    assert_eq!(code(&["serve", "--as", "rtde", "--robot", "ur5", "--fault", "explode"]), Some(2));
}
