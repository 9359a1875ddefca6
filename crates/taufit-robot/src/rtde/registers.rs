//! Registers that client and program share. The upper half of them is for external clients.
//!
//! | register | from the client | from the program |
//! |---|---|---|
//! | integer 24 | [`Mode`] | number of the phase |
//! | integer 25 | heartbeat, incremented with every setpoint | [`ProgramState`] |
//! | integer 26 | number of the phase | last received heartbeat |
//! | doubles 24 to 29 | positions or velocities | |

use super::protocol::RtdeValue;

/// First register, of integers and doubles.
pub(crate) const FIRST: usize = 24;
/// Number of registers of each kind.
pub(crate) const N_REGISTERS: usize = 48;
/// Joints of a robot of Universal Robots.
pub(crate) const N_JOINTS: usize = 6;

/// Inputs of the program by their protocol names.
pub(crate) const INPUTS: [&str; 9] = [
    "input_int_register_24",
    "input_int_register_25",
    "input_int_register_26",
    "input_double_register_24",
    "input_double_register_25",
    "input_double_register_26",
    "input_double_register_27",
    "input_double_register_28",
    "input_double_register_29",
];

/// Mode of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Stop and wait.
    Idle,
    /// Follow positions.
    Servo,
    /// Follow velocities.
    Speed,
    /// Stop and end.
    End,
}

impl Mode {
    /// Number in the register.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Idle => 0,
            Self::Servo => 1,
            Self::Speed => 2,
            Self::End => 3,
        }
    }

    /// Mode of a number; idle for unknown ones.
    pub(crate) fn of(number: i32) -> Self {
        let known = [Self::Servo, Self::Speed, Self::End];
        known.into_iter().find(|mode| mode.number() == number).unwrap_or(Self::Idle)
    }
}

/// State of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramState {
    /// Not known yet.
    Unknown,
    /// Idle or moving.
    Follows,
    /// Ended after a stop, since setpoints timed out.
    TimedOut,
    /// Ended on request.
    Ended,
}

impl ProgramState {
    /// Number in the register.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Unknown => 0,
            Self::Follows => 1,
            Self::TimedOut => 2,
            Self::Ended => 3,
        }
    }

    /// State of a number.
    pub(crate) fn of(number: i32) -> Self {
        let known = [Self::Follows, Self::TimedOut, Self::Ended];
        known.into_iter().find(|state| state.number() == number).unwrap_or(Self::Unknown)
    }
}

/// Mode, heartbeat, phase and setpoint for the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SetpointCommand {
    pub(crate) mode: Mode,
    pub(crate) heartbeat: i32,
    pub(crate) phase: i32,
    pub(crate) setpoint: [f64; N_JOINTS],
}

impl SetpointCommand {
    /// Values in the order of [`INPUTS`].
    pub(crate) fn values(&self) -> impl Iterator<Item = RtdeValue> {
        let numbers = [self.mode.number(), self.heartbeat, self.phase].map(RtdeValue::Int32);
        numbers.into_iter().chain(self.setpoint.map(RtdeValue::Double))
    }
}
