//! Setpoints for the program on the controller.

use super::RtdeError;
use super::protocol::Recipe;
use super::registers::{Mode, N_JOINTS, SetpointCommand};
use super::socket::write;
use crate::connection::ConnectionError;
use std::net::{Shutdown, TcpStream};
use std::time::{SystemTime, UNIX_EPOCH};

/// Setpoint of modes without one.
pub(super) const ZERO_SETPOINT: [f64; N_JOINTS] = [0.0; N_JOINTS];

/// Heartbeats that the program may be behind: one second at 500 Hz. Those of another run are further away.
const MAX_HEARTBEAT_LAG: i32 = 500;

/// Sender of setpoints.
#[derive(Debug)]
pub(super) struct SetpointSender {
    stream: TcpStream,
    /// Number of the input recipe, or the reason why there is none.
    inputs: Result<u8, RtdeError>,
    phase: i32,
    heartbeat: i32,
    is_started: bool,
}

impl SetpointSender {
    pub(super) fn new(stream: TcpStream, inputs: Result<u8, RtdeError>) -> Self {
        Self { stream, inputs, phase: 0, heartbeat: initial_heartbeat(), is_started: false }
    }

    /// Refuses registers that another client holds.
    pub(super) fn check_inputs(&self) -> Result<(), RtdeError> {
        self.inputs.clone().map(|_| ())
    }

    /// Whether the program was started.
    pub(super) fn is_started(&self) -> bool {
        self.is_started
    }

    /// Writes an idle setpoint before the program is sent.
    pub(super) fn start(&mut self) -> Result<(), ConnectionError> {
        self.send(Mode::Idle, ZERO_SETPOINT)?;
        self.is_started = true;
        Ok(())
    }

    /// Begins a phase; returns its number, from 1.
    pub(super) fn next_phase(&mut self) -> i32 {
        self.phase += 1;
        self.phase
    }

    /// Writes a setpoint with a new heartbeat.
    pub(super) fn send(
        &mut self,
        mode: Mode,
        setpoint: [f64; N_JOINTS],
    ) -> Result<(), ConnectionError> {
        let id = self.inputs.clone()?;
        self.heartbeat = self.heartbeat.wrapping_add(1);
        let send = SetpointCommand { mode, heartbeat: self.heartbeat, phase: self.phase, setpoint };
        write(&mut self.stream, &Recipe::packet(id, send.values()))
    }

    /// Whether a program with this heartbeat is ours and up to date.
    pub(super) fn has_received(&self, heartbeat: i32) -> bool {
        (0..MAX_HEARTBEAT_LAG).contains(&self.heartbeat.wrapping_sub(heartbeat))
    }

    /// Ends the program and the connection.
    pub(super) fn end(&mut self) {
        if self.is_started {
            // A program that cannot be reached ends by itself.
            let _ = self.send(Mode::End, ZERO_SETPOINT);
        }
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Drop for SetpointSender {
    fn drop(&mut self) {
        // Ends the reading thread of the connection.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// First heartbeat: different in every run, so that those of another run are recognised.
fn initial_heartbeat() -> i32 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_millis() % 1_000_000_000) as i32
}
