//! Signals that end a run: the robot is at rest, the log is complete, the exit code is that of the signal.
//!
//! The served robot has no time-out of its own: it keeps moving unless it is stopped.

use crate::fresh_folder;
use crate::live::Server;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use taufit::experiment::Experiment;
use taufit::model::catalog;
use taufit_io::{LogOptions, read_experiment, read_log};
use taufit_robot::{ConnectionSettings, RobotConnection, connect};

/// Ports of the `k`-th robot, below those that the system hands out itself.
fn offset(k: u16) -> u16 {
    100 + (std::process::id() % 20) as u16 * 100 + 10 * k
}

/// Joint 2 forward and back at 0.3 rad/s, 5 s each.
fn experiment(folder: &Path, offset: u16) -> String {
    let ports = [30004, 30002, 29999].map(|port: u16| port + offset);
    let [port, script, dashboard] = ports;
    let link = format!(
        "[link.rtde]\nport = {port}\nscript_port = {script}\ndashboard_port = {dashboard}\n"
    );
    experiment_over(folder, &link)
}

fn experiment_over(folder: &Path, link: &str) -> String {
    let text = format!(
        "robot = \"ur5\"\nrate_hz = 125.0\nsettle_s = 0.2\n\
         [sweep]\niterations = 1\n\
         [[sweep.joint]]\nname = \"joint2\"\nstart = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]\n\
         distance_rad = 1.5\nvelocities_rad_s = [0.3]\n\
         [guard]\nstale_s = 0.5\ntracking_error_rad = 0.3\n\
         {link}\
         [simulation]\nstart = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]\n",
    );
    let path = folder.join("sweep.toml");
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// A run that moves the robot, and a second connection that records it.
fn moving(file: &str, log: &Path, kind: &str) -> (Child, Box<dyn RobotConnection>) {
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["run", file, "--link", kind, "--yes"])
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
    let settings = ConnectionSettings::new(&link, Some(kind), &robot, rate_hz).unwrap();
    let settings = ConnectionSettings { only_listens: true, ..settings };
    let mut listener = connect(&settings, &robot).unwrap();
    assert!(reaches(listener.as_mut(), |speed| speed > 0.25), "the robot does not move");
    (child, listener)
}

/// Whether the speed of joint 2 becomes such, within 10 s.
fn reaches(listener: &mut dyn RobotConnection, is_such: impl Fn(f64) -> bool) -> bool {
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
    let (child, mut listener) = moving(&file, &log, "rtde");
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

/// A run over ROS dies by SIGKILL while the robot moves at a constant velocity. The robot has no time-out: the
/// watchdog process stops it.
fn killed_over(preset: &str, ros: &str) {
    let folder = fresh_folder(&format!("kill-{preset}"));
    let file = experiment_over(&folder, &format!("[link.ros]\n{ros}\n"));
    let mut server = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["serve", "--as", preset, "--experiment", &file, "--for-s", "90"])
        .args(["--fault", "no-timeout"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with(&format!("ur5 as {preset}")), "{line}");
    let (mut child, mut listener) = moving(&file, &folder.join("sweep.mcap"), preset);
    child.kill().unwrap();
    let killed = Instant::now();
    assert!(reaches(listener.as_mut(), |speed| speed < 0.01), "{preset}: it still moves");
    let took = killed.elapsed();
    assert!(took < Duration::from_secs(2), "{preset}: at rest {took:?} after the end of the run");
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("stopped by its watchdog"), "{preset}: {message}");
    child.wait().unwrap();
    let _ = server.kill();
    let _ = server.wait();
}

#[test]
fn a_watchdog_stops_the_robot_of_a_killed_run_over_ros1() {
    let port = 13_000 + std::process::id() % 10_000;
    killed_over("ur-ros1-noetic", &format!("master_uri = \"http://127.0.0.1:{port}\""));
}

#[test]
fn a_watchdog_stops_the_robot_of_a_killed_run_over_ros2() {
    killed_over("ur-ros2-jazzy", &format!("domain_id = {}", 101 + std::process::id() % 100));
}
