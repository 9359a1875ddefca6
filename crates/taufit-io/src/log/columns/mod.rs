//! Assignment of the columns of a table to quantities and joints, by name.
//!
//! In this order: `heading` (names split into words), `column_names` (vocabulary), `mapping` (map of the user),
//! `choice` (assignment); `joints` finds the joints of a table without a robot.

pub(in crate::log) mod choice;
pub(in crate::log) mod column_names;
mod effort;
pub(in crate::log) mod heading;
mod joint_columns;
mod joints;
mod mapping;
pub(in crate::log) mod wrench;

pub(in crate::log) use choice::time_column;

use serde::Serialize;
use taufit::recording::EffortKind;

/// Quantity in a column.
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

    /// Its canonical name, which is also its key in the map.
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

/// A column in use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its place, counted from 0.
    pub index: usize,
    /// Name in the header.
    pub name: String,
    /// Factor to SI units.
    pub scale: f64,
}

/// Columns of a log by quantity; joints in the order of the robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnMap {
    /// Time stamps.
    pub t: Column,
    /// Positions.
    pub q: Vec<Column>,
    /// Positions of the motors, if they were asked for and the log has them.
    pub q_motor: Option<Vec<Column>>,
    /// Velocities, if the log has them.
    pub qd: Option<Vec<Column>>,
    /// Efforts.
    pub effort: Vec<Column>,
    /// Kind of the efforts.
    pub effort_kind: EffortKind,
    /// Names of the columns that are not used.
    pub unused: Vec<String>,
}

impl ColumnMap {
    /// The columns in use: time, positions, those of the motors, velocities, efforts.
    pub(in crate::log) fn used(&self) -> impl Iterator<Item = &Column> {
        let positions = self.q.iter().chain(self.q_motor.iter().flatten());
        let joints = positions.chain(self.qd.iter().flatten()).chain(&self.effort);
        std::iter::once(&self.t).chain(joints)
    }
}
