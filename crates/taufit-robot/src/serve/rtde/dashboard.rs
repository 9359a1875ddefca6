//! The dashboard server: one line there, one line back.

use super::controller::{Shared, locked};
use super::port::{Over, hear};
use std::io::Write;
use std::net::TcpStream;

/// Longest line that is taken \[bytes\].
const LONGEST: usize = 4096;

/// What the dashboard says about the robot.
#[derive(Clone, Debug)]
pub(super) struct Plate {
    /// `UR5`.
    pub(super) model: String,
    /// Major, minor, bug fix, build.
    pub(super) version: [u32; 4],
    /// Whether it is in remote control.
    pub(super) is_remote: bool,
}

/// Answers one visitor.
pub(super) fn serve(mut stream: TcpStream, controller: &Shared, plate: &Plate, over: &Over) {
    let say = |stream: &mut TcpStream, line: &str| {
        stream.write_all(format!("{line}\n").as_bytes()).is_ok()
    };
    if !say(&mut stream, "Connected: Universal Robots Dashboard Server") {
        return;
    }
    let (mut text, mut buffer) = (String::new(), [0; 1024]);
    while let Some(n) = hear(&mut stream, over, &mut buffer) {
        text += &String::from_utf8_lossy(&buffer[..n]);
        while let Some(end) = text.find('\n') {
            let line: String = text.drain(..=end).collect();
            let answer = answer(line.trim(), controller, plate);
            if !say(&mut stream, &answer) || line.trim() == "quit" {
                return;
            }
        }
        if text.len() > LONGEST {
            return;
        }
    }
}

fn answer(question: &str, controller: &Shared, plate: &Plate) -> String {
    let is_playing = || locked(controller).is_playing();
    let [major, minor, bugfix, build] = plate.version;
    match question.to_lowercase().as_str() {
        "robotmode" => "Robotmode: RUNNING".to_owned(),
        "safetymode" => "Safetymode: NORMAL".to_owned(),
        "safetystatus" => "Safetystatus: NORMAL".to_owned(),
        // Controllers before the e-Series have no such mode.
        "is in remote control" if major >= 5 => plate.is_remote.to_string(),
        "programstate" if is_playing() => "PLAYING <unnamed>".to_owned(),
        "programstate" => "STOPPED <unnamed>".to_owned(),
        "running" => format!("Program running: {}", is_playing()),
        "polyscopeversion" => format!("URSoftware {major}.{minor}.{bugfix}.{build} (simulated)"),
        "version" => format!("{major}.{minor}.{bugfix}.{build}"),
        "get robot model" => plate.model.clone(),
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
