//! Checks that the robot follows commands.

use super::dashboard::Dashboard;
use super::registers::ProgramState;
use super::sample::Status;
use crate::connection::ConnectionError;

/// Speed scaling below which the robot is not at full speed.
const FULL_SPEED: f64 = 0.995;

/// `robot_mode` of a robot that is powered and released.
const RUNNING: i32 = 7;
/// `runtime_state` of a running program.
const PLAYING: u32 = 2;
/// `safety_mode` of a robot that may move: normal, reduced.
const SAFE: [i32; 2] = [1, 2];

/// Names of `safety_mode`, from 1.
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

/// Refuses a robot that would not move, by answers of the dashboard server.
pub(super) fn query(dashboard: &mut Dashboard) -> Result<(), ConnectionError> {
    let mut refuse_unless = |question, accepted: &[&str], advice| {
        let Ok(Some(answer)) = dashboard.query(question) else { return Ok(()) };
        // "Robotmode: RUNNING", "Safetystatus: NORMAL", "STOPPED name", "true".
        let value = answer.rsplit(": ").next().unwrap_or_default().to_uppercase();
        let fits = accepted.iter().any(|word| value.split(' ').next() == Some(*word));
        if fits { Ok(()) } else { Err(not_ready(format!("{question} is {answer}"), advice)) }
    };
    refuse_unless("safetystatus", &["NORMAL", "REDUCED"], SAFETY_ADVICE)?;
    refuse_unless("robotmode", &["RUNNING"], POWER_ADVICE)?;
    // Controllers before the e-Series have no remote control and do not know the question.
    refuse_unless("is in remote control", &["TRUE"], "switch it to remote control at the pendant")?;
    refuse_unless("programState", &["STOPPED"], "end the program that runs on it")
}

const SAFETY_ADVICE: &str = "look at the robot, then clear the stop at the pendant";
const POWER_ADVICE: &str = "switch it on and release its brakes";

fn not_ready(state: String, advice: &'static str) -> ConnectionError {
    ConnectionError::NotReady { state, advice }
}

impl Status {
    /// Refuses a robot that is off, stopped, or slowed down by the slider.
    pub(super) fn check_ready(&self) -> Result<(), ConnectionError> {
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

    /// Refuses a speed slider below full speed.
    fn check_slider(&self) -> Result<(), ConnectionError> {
        if self.speed_fraction >= FULL_SPEED {
            return Ok(());
        }
        Err(ConnectionError::SpeedScaled { percent: 100.0 * self.speed_fraction })
    }

    /// Whether something else slows a running program down; the beginning of a motion may for a moment.
    pub(super) fn is_slowed(&self) -> bool {
        let is_full = self.speed_scaling >= FULL_SPEED;
        self.is_playing() && !is_full
    }

    /// Whether a program runs.
    pub(super) fn is_playing(&self) -> bool {
        self.runtime_state == PLAYING
    }

    /// Refuses a program that has ended.
    pub(super) fn check_program(&self) -> Result<(), ConnectionError> {
        let answer = match self.program {
            ProgramState::TimedOut => {
                "the robot received no setpoints for 0.1 s and stopped; is the computer busy, or \
                 the network?"
            }
            _ if !self.is_playing() => {
                "its program was ended, at the pendant or by the controller itself"
            }
            _ => return Ok(()),
        };
        Err(ConnectionError::MotionAborted { answer: answer.to_owned() })
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
        heartbeat: 0,
    };

    #[test]
    fn what_keeps_a_robot_from_moving_is_named() {
        assert!(FINE.check_ready().is_ok() && FINE.check_program().is_ok());
        let refusal = |status: Status| status.check_ready().unwrap_err();
        let error = refusal(Status { safety_mode: 3, ..FINE });
        assert!(error.code() == "E240" && error.to_string().contains("protective stop"), "{error}");
        assert!(refusal(Status { safety_mode: 99, ..FINE }).to_string().contains("unknown"));
        assert_eq!(refusal(Status { robot_mode: 3, ..FINE }).code(), "E240");
        let half = refusal(Status { speed_fraction: 0.5, ..FINE });
        assert_eq!(half, ConnectionError::SpeedScaled { percent: 50.0 });
        let slowed = Status { speed_scaling: 0.4, ..FINE };
        assert!(slowed.check_ready().is_ok() && slowed.is_slowed() && !FINE.is_slowed());
        // Without a program only the slider counts.
        let is_at_rest = Status { speed_scaling: 0.0, runtime_state: 1, ..FINE };
        assert!(is_at_rest.check_ready().is_ok() && !is_at_rest.is_slowed());
        assert_eq!(is_at_rest.check_program().unwrap_err().code(), "E238");
        let gave_up = Status { program: ProgramState::TimedOut, ..FINE }.check_program();
        assert!(gave_up.unwrap_err().to_string().contains("received no setpoints"));
    }
}
