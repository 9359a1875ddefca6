//! Whether a robot moves as it is told.

use super::dashboard::Dashboard;
use super::reading::Status;
use super::registers::ProgramState;
use crate::live::LiveError;

/// Speeds below this share are not full speed.
const FULL_SPEED: f64 = 0.995;

/// `robot_mode` of a robot that runs.
const RUNNING: i32 = 7;
/// `runtime_state` of a program that runs.
const PLAYING: u32 = 2;
/// `safety_mode` of a robot that may move: normal, reduced.
const SAFE: [i32; 2] = [1, 2];

/// What `safety_mode` means, from 1 on.
const SAFETY: [&str; 11] = [
    "normal",
    "reduced",
    "protective stop",
    "recovery",
    "safeguard stop",
    "system emergency stop",
    "robot emergency stop",
    "violation",
    "fault",
    "joint validation",
    "undefined",
];

/// Asks the dashboard server whether the robot would move.
pub(super) fn ask(dashboard: &mut Dashboard) -> Result<(), LiveError> {
    let mut refuse_unless = |question, accepted: &[&str], advice| {
        let Ok(Some(answer)) = dashboard.ask(question) else { return Ok(()) };
        // "Robotmode: RUNNING", "Safetystatus: NORMAL", "STOPPED name", "true".
        let said = answer.rsplit(": ").next().unwrap_or_default().to_uppercase();
        let fits = accepted.iter().any(|word| said.split(' ').next() == Some(*word));
        if fits { Ok(()) } else { Err(not_ready(format!("{question} is {answer}"), advice)) }
    };
    refuse_unless("safetystatus", &["NORMAL", "REDUCED"], SAFETY_ADVICE)?;
    refuse_unless("robotmode", &["RUNNING"], POWER_ADVICE)?;
    // Controllers before the e-Series have no such mode, and do not know the question.
    refuse_unless("is in remote control", &["TRUE"], "switch it to remote control at the pendant")?;
    refuse_unless("programState", &["STOPPED"], "end the program that runs on it")
}

const SAFETY_ADVICE: &str = "look at the robot, then clear the stop at the pendant";
const POWER_ADVICE: &str = "switch it on and release its brakes";

fn not_ready(state: String, advice: &'static str) -> LiveError {
    LiveError::NotReady { state, advice }
}

impl Status {
    /// Refuses a robot that is off, stopped, or slowed down.
    pub(super) fn check_able(&self) -> Result<(), LiveError> {
        if !SAFE.contains(&self.safety_mode) {
            let place = usize::try_from(self.safety_mode).ok().and_then(|k| k.checked_sub(1));
            let word = place.and_then(|k| SAFETY.get(k)).unwrap_or(&"unknown");
            return Err(not_ready(
                format!("safety mode {} ({word})", self.safety_mode),
                SAFETY_ADVICE,
            ));
        }
        if self.robot_mode != RUNNING {
            return Err(not_ready(format!("robot mode {}", self.robot_mode), POWER_ADVICE));
        }
        self.check_slider()
    }

    /// The slider.
    fn check_slider(&self) -> Result<(), LiveError> {
        if self.speed_fraction >= FULL_SPEED {
            return Ok(());
        }
        Err(LiveError::SpeedScaled { percent: 100.0 * self.speed_fraction })
    }

    /// Whether something else slows a running program down; motions that begin may do so for a moment.
    pub(super) fn is_slowed(&self) -> bool {
        let is_full = self.speed_scaling >= FULL_SPEED;
        self.is_playing() && !is_full
    }

    /// Whether a program runs.
    pub(super) fn is_playing(&self) -> bool {
        self.runtime_state == PLAYING
    }

    /// Refuses a program that does not follow any more.
    pub(super) fn check_follows(&self) -> Result<(), LiveError> {
        let answer = match self.program {
            ProgramState::GaveUp => {
                "the robot did not hear from this computer for 0.1 s, and stopped; is the computer \
                 busy, or the network?"
            }
            _ if !self.is_playing() => {
                "its program was ended, at the pendant or by the controller itself"
            }
            _ => return Ok(()),
        };
        Err(LiveError::MotionAborted { answer: answer.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: Status = Status {
        speed_scaling: 1.0,
        speed_fraction: 1.0,
        robot_mode: 7,
        safety_mode: 1,
        runtime_state: 2,
        program: ProgramState::Follows,
        beat: 0,
    };

    #[test]
    fn what_keeps_a_robot_from_moving_is_named() {
        assert!(FINE.check_able().is_ok() && FINE.check_follows().is_ok());
        let said = |status: Status| status.check_able().unwrap_err();
        let error = said(Status { safety_mode: 3, ..FINE });
        assert!(error.code() == "E240" && error.to_string().contains("protective stop"), "{error}");
        assert!(said(Status { safety_mode: 99, ..FINE }).to_string().contains("unknown"));
        assert_eq!(said(Status { robot_mode: 3, ..FINE }).code(), "E240");
        let half = said(Status { speed_fraction: 0.5, ..FINE });
        assert_eq!(half, LiveError::SpeedScaled { percent: 50.0 });
        let slowed = Status { speed_scaling: 0.4, ..FINE };
        assert!(slowed.check_able().is_ok() && slowed.is_slowed() && !FINE.is_slowed());
        // Without a program nothing is scaled but by the slider.
        let stands = Status { speed_scaling: 0.0, runtime_state: 1, ..FINE };
        assert!(stands.check_able().is_ok() && !stands.is_slowed());
        assert_eq!(stands.check_follows().unwrap_err().code(), "E238");
        let gave_up = Status { program: ProgramState::GaveUp, ..FINE }.check_follows();
        assert!(gave_up.unwrap_err().to_string().contains("did not hear"));
    }
}
