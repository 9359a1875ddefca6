//! The cycles of the served controller: what happens in each, and what its faults make of it.

use super::controller::locked;
use super::session::{House, Said};
use crate::serve::{ArmPacket, FeedbackFaults, ServedArm};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use taufit::sim::Command;

/// How often the clock looks whether it is over, if the arm says nothing.
const LOOK: Duration = Duration::from_millis(100);

/// What happens in every cycle: the program, the arm, the clients.
pub(super) struct Clock {
    packets: Receiver<Arc<ArmPacket>>,
    commands: Sender<Command>,
    faults: FeedbackFaults,
    house: House,
}

impl Clock {
    pub(super) fn new(arm: &ServedArm, house: House) -> Self {
        Self {
            packets: arm.listen(),
            commands: arm.commands(),
            faults: FeedbackFaults::new(arm.mischief().clone()),
            house,
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
        let sent = self.faults.garble(&packet.feedback);
        let state = sent.map(|sent| Arc::new(controller.state(&sent)));
        drop(controller);
        if let Some(command) = command {
            // An arm that is gone closes its packets as well.
            let _ = self.commands.send(command);
        }
        if let Some(state) = state {
            *self.house.latest.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(Arc::clone(&state));
            self.house.clients.tell(&Said::State(state));
        }
    }
}
