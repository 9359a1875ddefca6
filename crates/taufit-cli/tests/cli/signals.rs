//! Signals that end a run: the robot stands, the log is whole, the exit code says which.
//!
//! The served robot has no time-out of its own: it moves on for ever unless it is told to stop.

use crate::fresh_folder;
use crate::live::Server;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use taufit::experiment::Experiment;
use taufit::model::catalog;
use taufit_io::{LogOptions, read_experiment, read_log};
use taufit_robot::{LiveSettings, RobotLink, connect};

/// Ports of the `k`-th robot, below those that the system hands out itself.
fn offset(k: u16) -> u16 {
    100 + (std::process::id() % 20) as u16 * 100 + 10 * k
}

/// Joint 2 there and back at 0.3 rad/s, 5 s each.
fn experiment(folder: &Path, offset: u16) -> String {
    let text = format!(
        "robot = \"ur5\"\nrate_hz = 125.0\nsettle_s = 0.2\n\
         [sweep]\niterations = 1\n\
         [[sweep.joint]]\nname = \"joint2\"\nstart = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]\n\
         distance_rad = 1.5\nvelocities_rad_s = [0.3]\n\
         [guard]\nstale_s = 0.5\ntracking_error_rad = 0.3\n\
         [link.rtde]\nport = {}\nscript_port = {}\ndashboard_port = {}\n\
         [simulation]\nstart = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]\n",
        30004 + offset,
        30002 + offset,
        29999 + offset,
    );
    let path = folder.join("sweep.toml");
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// A run that moves the robot, and somebody else who listens to it.
fn moving(file: &str, log: &Path) -> (Child, Box<dyn RobotLink>) {
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["run", file, "--link", "rtde", "--yes"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !log.exists() {
        assert!(began.elapsed() < Duration::from_secs(20), "the run does not begin");
        std::thread::sleep(Duration::from_millis(5));
    }
    let Experiment { link, rate_hz, .. } = read_experiment(file).unwrap();
    let robot = catalog::robot("ur5").unwrap();
    let settings = LiveSettings::new(&link, Some("rtde"), &robot, rate_hz).unwrap();
    let mut listener = connect(&settings, &robot).unwrap();
    assert!(reaches(listener.as_mut(), |speed| speed > 0.25), "the robot does not move");
    (child, listener)
}

/// Whether the speed of joint 2 becomes such, within 10 s.
fn reaches(listener: &mut dyn RobotLink, is_such: impl Fn(f64) -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until {
        if listener.receive().unwrap().is_some_and(|packet| is_such(packet.qd[1].abs())) {
            return true;
        }
    }
    false
}

fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let status = std::process::Command::new("kill").args([signal, &id]).status();
    assert!(status.unwrap().success());
}

/// Runs against a robot without a time-out, and ends the run by a signal.
fn ends_by(signal: &str, number: i32, k: u16) {
    let folder = fresh_folder(&format!("signal{signal}"));
    let offset = offset(k);
    let file = experiment(&folder, offset);
    let log = folder.join("sweep.mcap");
    let _server = Server::start(&file, offset, &["no-timeout"]);
    let (child, mut listener) = moving(&file, &log);
    send(signal, &child);
    // A terminal that closes says so more than once.
    std::thread::sleep(Duration::from_millis(20));
    if signal != "-INT" {
        send(signal, &child);
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(128 + number), "{signal}: {text}");
    assert!(text.contains("error[E162]: stopped by the operator"), "{signal}: {text}");
    assert!(reaches(listener.as_mut(), |speed| speed < 0.01), "{signal}: it still moves");
    let log = read_log(&log, &catalog::robot("ur5").unwrap(), &LogOptions::default()).unwrap();
    assert!(log.warnings.is_empty(), "{signal}: {:?}", log.warnings);
    assert!(log.recording.n_samples() > 50, "{signal}");
}

#[test]
fn every_signal_stops_the_robot_and_closes_the_log() {
    let signals = [("-INT", 2), ("-TERM", 15), ("-HUP", 1), ("-QUIT", 3), ("-TSTP", 20)];
    std::thread::scope(|scope| {
        for (k, (signal, number)) in (0..).zip(signals) {
            scope.spawn(move || ends_by(signal, number, k));
        }
    });
}

#[test]
fn a_served_robot_ends_by_signals_too() {
    let folder = fresh_folder("signal-serve");
    let file = experiment(&folder, offset(9));
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["serve", "--as", "rtde", "--experiment", &file, "--for-s", "60"])
        .args(["--port-offset", &offset(9).to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143));
}
