//! What a column of a log can be.

/// What a column can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::log) enum Role {
    /// Time stamps.
    Time,
    /// Joint positions.
    Position,
    /// Positions of the motors, seen from the joint side.
    MotorPosition,
    /// Joint velocities.
    Velocity,
    /// Joint torques or forces.
    Torque,
    /// Motor currents.
    Current,
    /// "Effort", which may be either.
    Effort,
}

impl Role {
    /// Its name in messages.
    pub(in crate::log) fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Position => "positions",
            Self::MotorPosition => "motor positions",
            Self::Velocity => "velocities",
            Self::Torque => "torques",
            Self::Current => "currents",
            Self::Effort => "efforts",
        }
    }

    /// Its name in our own files and in the map.
    pub(in crate::log) fn key(self) -> &'static str {
        match self {
            Self::Time => "t",
            Self::Position => "q",
            Self::MotorPosition => "qm",
            Self::Velocity => "qd",
            Self::Torque => "tau",
            Self::Current => "i",
            Self::Effort => "effort",
        }
    }
}
