//! Simulated connection in real time.

use crate::connection::{AuxiliaryData, ConnectionInfo, RobotConnection, RobotFeedback};
use crate::connection::{ConnectionError, ConnectionWarning};
use crate::error::Result;
use std::time::{Duration, Instant};
use taufit::command::Command;
use taufit::experiment::Phase;

/// Longest delay that is made up for: after a longer one the simulation continues at real time, since a
/// robot that catches up would not receive commands in between.
const LATEST: Duration = Duration::from_millis(50);

/// Connection whose simulated clock runs at a multiple of real time.
#[derive(Debug)]
pub struct PacedConnection<L> {
    connection: L,
    speed: f64,
    began: Instant,
    began_s: f64,
}

impl<L: RobotConnection> PacedConnection<L> {
    /// Connection at `speed` times real time.
    pub fn new(connection: L, speed: f64) -> Self {
        let began_s = connection.now_s();
        Self { connection, speed, began: Instant::now(), began_s }
    }
}

impl<L: RobotConnection> RobotConnection for PacedConnection<L> {
    fn info(&self) -> &ConnectionInfo {
        self.connection.info()
    }

    fn now_s(&self) -> f64 {
        self.connection.now_s()
    }

    fn local_s(&self) -> f64 {
        self.connection.local_s()
    }

    fn rejected(&self) -> Option<ConnectionError> {
        self.connection.rejected()
    }

    fn check_ready(&mut self) -> Result<()> {
        self.connection.check_ready()
    }

    fn warnings(&self) -> Vec<ConnectionWarning> {
        self.connection.warnings()
    }

    fn has_targets(&self) -> bool {
        self.connection.has_targets()
    }

    fn auxiliary(&mut self) -> Option<AuxiliaryData> {
        self.connection.auxiliary()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        self.connection.begin(phase)
    }

    fn is_ready(&mut self) -> Result<bool> {
        self.connection.is_ready()
    }

    fn is_over(&mut self) -> Result<bool> {
        self.connection.is_over()
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.connection.send(command)
    }

    fn receive(&mut self) -> Result<Option<RobotFeedback>> {
        let feedback = self.connection.receive()?;
        let due_s = (self.connection.now_s() - self.began_s) / self.speed;
        let due = Duration::try_from_secs_f64(due_s).unwrap_or_default();
        let late = self.began.elapsed().saturating_sub(due);
        if late > LATEST {
            self.began += late;
        }
        std::thread::sleep(due.saturating_sub(self.began.elapsed()));
        Ok(feedback)
    }

    fn stop(&mut self) -> Result<()> {
        self.connection.stop()
    }
}
