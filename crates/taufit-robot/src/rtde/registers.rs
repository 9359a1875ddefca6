//! What the registers mean that the two ends share. The upper half of them is for external clients.
//!
//! | register | from us | from the program |
//! |---|---|---|
//! | integer 24 | [`Mode`] | number of the phase |
//! | integer 25 | a count that grows with every setpoint | [`ProgramState`] |
//! | integer 26 | number of the phase | the count that it saw last |
//! | doubles 24 to 29 | positions or velocities | |

use super::protocol::Value;

/// First of the registers, integers and doubles.
pub(crate) const FIRST: usize = 24;
/// How many registers of each kind a controller has.
pub(crate) const N_REGISTERS: usize = 48;
/// Joints of a robot of Universal Robots.
pub(crate) const N_JOINTS: usize = 6;

/// Inputs of the program, as the protocol calls them.
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

/// What the program is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Come to a stop, and wait.
    Idle,
    /// Go to these positions.
    Servo,
    /// Move at these velocities.
    Speed,
    /// Come to a stop, and end.
    End,
}

impl Mode {
    /// The number in the register.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Idle => 0,
            Self::Servo => 1,
            Self::Speed => 2,
            Self::End => 3,
        }
    }

    /// What a number means; what is not known is nothing to move for.
    pub(crate) fn of(number: i32) -> Self {
        let known = [Self::Servo, Self::Speed, Self::End];
        known.into_iter().find(|mode| mode.number() == number).unwrap_or(Self::Idle)
    }
}

/// What the program says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgramState {
    /// It has said nothing yet.
    Unknown,
    /// It waits, or moves.
    Follows,
    /// It stopped the robot because the setpoints were not renewed, and ended.
    GaveUp,
    /// It ended as it was told.
    Ended,
}

impl ProgramState {
    /// The number in the register.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Unknown => 0,
            Self::Follows => 1,
            Self::GaveUp => 2,
            Self::Ended => 3,
        }
    }

    /// What a number means.
    pub(crate) fn of(number: i32) -> Self {
        let known = [Self::Follows, Self::GaveUp, Self::Ended];
        known.into_iter().find(|state| state.number() == number).unwrap_or(Self::Unknown)
    }
}

/// What the program is told, all at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) mode: Mode,
    pub(crate) beat: i32,
    pub(crate) phase: i32,
    pub(crate) setpoint: [f64; N_JOINTS],
}

impl Order {
    /// In the order of [`INPUTS`].
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        let numbers = [self.mode.number(), self.beat, self.phase].map(Value::Int32);
        numbers.into_iter().chain(self.setpoint.map(Value::Double))
    }
}
