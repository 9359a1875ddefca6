//! The cycles of the served controller: what happens in each, and what its faults make of it.

use super::controller::{State, locked};
use super::session::{House, Said};
use crate::serve::{ArmPacket, Mischief, ServedArm};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use taufit::sim::Command;

/// How often the clock looks whether it is over, if the arm says nothing.
const LOOK: Duration = Duration::from_millis(100);

/// Packets are lost evenly: where multiples of the golden section leave a small rest.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// What happens in every cycle: the program, the arm, the clients.
pub(super) struct Clock {
    packets: Receiver<Arc<ArmPacket>>,
    commands: Sender<Command>,
    mischief: Mischief,
    house: House,
    n_packets: u64,
    frozen: Option<Arc<State>>,
}

impl Clock {
    pub(super) fn new(arm: &ServedArm, house: House) -> Self {
        Self {
            packets: arm.listen(),
            commands: arm.commands(),
            mischief: arm.mischief().clone(),
            house,
            n_packets: 0,
            frozen: None,
        }
    }

    /// Cycle after cycle, until it is over.
    pub(super) fn run(mut self) {
        while !self.house.over.load(Ordering::Relaxed) {
            match self.packets.recv_timeout(LOOK) {
                Ok(packet) => self.cycle(&packet),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn cycle(&mut self, packet: &ArmPacket) {
        let mut controller = locked(&self.house.controller);
        let command = controller.cycle(&packet.feedback);
        let state = Arc::new(controller.state(&packet.feedback));
        drop(controller);
        if let Some(command) = command {
            // An arm that is gone closes its packets as well.
            let _ = self.commands.send(command);
        }
        *self.house.latest.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::clone(&state));
        if let Some(said) = self.as_said(state) {
            self.house.clients.tell(&Said::State(said));
        }
    }

    /// What a driver with these faults says instead.
    fn as_said(&mut self, state: Arc<State>) -> Option<Arc<State>> {
        let is_due = |at_s: Option<f64>| at_s.is_some_and(|at_s| state.t_s >= at_s);
        self.n_packets += 1;
        let chance = (self.n_packets as f64 * GOLDEN).fract();
        if is_due(self.mischief.silent_at_s) || chance < self.mischief.drop_share {
            return None;
        }
        if is_due(self.mischief.freeze_at_s) {
            return Some(Arc::clone(self.frozen.get_or_insert(state)));
        }
        Some(state)
    }
}
