//! Dashboard server: one line per question and answer.

use super::controller::{SharedController, locked};
use std::io::Write;
use std::net::TcpStream;
use taufit_ros1::{Deadline, StopFlag, read_some};

/// Longest line \[bytes\].
const MAX_LINE_BYTES: usize = 4096;

/// Properties of the robot for the dashboard.
#[derive(Clone, Debug)]
pub(super) struct Nameplate {
    /// Model, such as `UR5`.
    pub(super) model: String,
    /// Major, minor, bug fix, build.
    pub(super) version: [u32; 4],
    /// Whether the robot is in remote control.
    pub(super) is_remote: bool,
}

/// Answers the questions of one client.
pub(super) fn serve(
    mut stream: TcpStream,
    controller: &SharedController,
    nameplate: &Nameplate,
    stop: &StopFlag,
) {
    let write_line = |stream: &mut TcpStream, line: &str| {
        stream.write_all(format!("{line}\n").as_bytes()).is_ok()
    };
    if !write_line(&mut stream, "Connected: Universal Robots Dashboard Server") {
        return;
    }
    let (mut text, mut buffer) = (String::new(), [0; 1024]);
    let deadline = Deadline::none(stop);
    while let Ok(n @ 1..) = read_some(&mut stream, &mut buffer, &deadline) {
        text += &String::from_utf8_lossy(&buffer[..n]);
        while let Some(end) = text.find('\n') {
            let line: String = text.drain(..=end).collect();
            let answer = answer(line.trim(), controller, nameplate);
            if !write_line(&mut stream, &answer) || line.trim() == "quit" {
                return;
            }
        }
        if text.len() > MAX_LINE_BYTES {
            return;
        }
    }
}

fn answer(question: &str, controller: &SharedController, nameplate: &Nameplate) -> String {
    let is_playing = || locked(controller).is_playing();
    let [major, minor, bugfix, build] = nameplate.version;
    match question.to_lowercase().as_str() {
        "robotmode" => "Robotmode: RUNNING".to_owned(),
        "safetymode" => "Safetymode: NORMAL".to_owned(),
        "safetystatus" => "Safetystatus: NORMAL".to_owned(),
        // Controllers before the e-Series have no such mode.
        "is in remote control" if major >= 5 => nameplate.is_remote.to_string(),
        "programstate" if is_playing() => "PLAYING <unnamed>".to_owned(),
        "programstate" => "STOPPED <unnamed>".to_owned(),
        "running" => format!("Program running: {}", is_playing()),
        "polyscopeversion" => format!("URSoftware {major}.{minor}.{bugfix}.{build} (simulated)"),
        "version" => format!("{major}.{minor}.{bugfix}.{build}"),
        "get robot model" => nameplate.model.clone(),
        "get serial number" => "0000000000".to_owned(),
        "get operational mode" => "NONE".to_owned(),
        "power on" => "Powering on".to_owned(),
        "brake release" => "Brake releasing".to_owned(),
        "unlock protective stop" => "Protective stop releasing".to_owned(),
        "close popup" => "closing popup".to_owned(),
        "close safety popup" => "closing safety popup".to_owned(),
        "stop" => {
            locked(controller).end_program();
            "Stopped".to_owned()
        }
        "quit" => "Disconnected".to_owned(),
        _ => format!("could not understand: \"{question}\""),
    }
}
