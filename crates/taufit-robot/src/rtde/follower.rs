//! The program at the other end, as far as we tell it what to do.

use super::RtdeError;
use super::protocol::Recipe;
use super::registers::{Mode, N_JOINTS, Order};
use super::wire::write;
use crate::live::LiveError;
use std::net::{Shutdown, TcpStream};
use std::time::{SystemTime, UNIX_EPOCH};

/// A setpoint for modes that need none.
pub(super) const STILL: [f64; N_JOINTS] = [0.0; N_JOINTS];

/// Counts that the program may be behind: a second at 500 Hz. One of another run is far away.
const LONGEST_DELAY: i32 = 500;

/// What the program was told so far.
#[derive(Debug)]
pub(super) struct Follower {
    stream: TcpStream,
    /// Number of the recipe for inputs; why there is none.
    inputs: Result<u8, RtdeError>,
    phase: i32,
    beat: i32,
    is_started: bool,
}

impl Follower {
    pub(super) fn new(stream: TcpStream, inputs: Result<u8, RtdeError>) -> Self {
        Self { stream, inputs, phase: 0, beat: first_beat(), is_started: false }
    }

    /// Refuses registers that somebody else holds.
    pub(super) fn check_inputs(&self) -> Result<(), RtdeError> {
        self.inputs.clone().map(|_| ())
    }

    /// Whether the program was started.
    pub(super) fn is_started(&self) -> bool {
        self.is_started
    }

    /// The program is about to be sent: it finds nothing to move for.
    pub(super) fn start(&mut self) -> Result<(), LiveError> {
        self.order(Mode::Idle, STILL)?;
        self.is_started = true;
        Ok(())
    }

    /// Another phase begins: its number, from 1.
    pub(super) fn next_phase(&mut self) -> i32 {
        self.phase += 1;
        self.phase
    }

    /// Tells the program what to do, with a new count.
    pub(super) fn order(&mut self, mode: Mode, setpoint: [f64; N_JOINTS]) -> Result<(), LiveError> {
        let id = self.inputs.clone()?;
        self.beat = self.beat.wrapping_add(1);
        let order = Order { mode, beat: self.beat, phase: self.phase, setpoint };
        write(&mut self.stream, &Recipe::frame(id, order.values()))
    }

    /// Whether a program that has seen this count is ours, and up to date.
    pub(super) fn is_heard_as(&self, beat: i32) -> bool {
        (0..LONGEST_DELAY).contains(&self.beat.wrapping_sub(beat))
    }

    /// Ends the program and the connection.
    pub(super) fn end(&mut self) {
        if self.is_started {
            // A program that cannot be told any more ends by itself.
            let _ = self.order(Mode::End, STILL);
        }
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        // Whoever reads on this connection is to know.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Where counting begins: somewhere else in every run, so that a count of another run is not taken for
/// one of ours.
fn first_beat() -> i32 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_millis() % 1_000_000_000) as i32
}
