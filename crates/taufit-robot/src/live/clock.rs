//! The robot's clock, between its packets.

use std::time::Instant;

/// The time on a robot's clock, known from the stamps of its packets and carried on by ours.
///
/// Packets are delayed, never early: the offset between the two clocks is the smallest that was seen
/// lately, so that a late packet does not set the clock back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RobotClock {
    origin: Instant,
    /// Robot's time minus ours \[s\].
    offset_s: Option<f64>,
}

/// How fast an offset that was seen once is forgotten, for clocks that drift or pause \[s/s\].
const DRIFT: f64 = 0.1;

impl RobotClock {
    pub(crate) fn new() -> Self {
        Self { origin: Instant::now(), offset_s: None }
    }

    /// A packet with this stamp came just now, `since_s` after the one before.
    pub(crate) fn heard(&mut self, stamp_s: f64, since_s: f64) {
        let offset_s = stamp_s - self.origin.elapsed().as_secs_f64();
        self.offset_s = Some(match self.offset_s {
            Some(known_s) => offset_s.max(known_s - DRIFT * since_s.clamp(0.0, 1.0)),
            None => offset_s,
        });
    }

    /// The time on the robot's clock \[s\]; our own before anything was heard.
    pub(crate) fn now_s(&self) -> f64 {
        self.origin.elapsed().as_secs_f64() + self.offset_s.unwrap_or(0.0)
    }
}
