//! Which column of a log became what.

use serde::Serialize;
use taufit::recording::EffortKind;

/// A column in use.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its place, counted from 0.
    pub index: usize,
    /// What the header calls it.
    pub name: String,
    /// Its numbers times this are in SI units; not 1 where the header says degrees, say.
    pub scale: f64,
}

/// Which column of a log became what; joints stand in the order of the robot.
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
    /// What the efforts are.
    pub effort_kind: EffortKind,
    /// Names of the columns that are not used.
    pub unused: Vec<String>,
}

impl ColumnMap {
    /// The columns in use: time, positions, those of the motors, velocities, efforts.
    pub(super) fn used(&self) -> impl Iterator<Item = &Column> {
        let positions = self.q.iter().chain(self.q_motor.iter().flatten());
        let joints = positions.chain(self.qd.iter().flatten()).chain(&self.effort);
        std::iter::once(&self.t).chain(joints)
    }
}
