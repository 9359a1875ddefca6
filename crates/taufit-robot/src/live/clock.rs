//! The robot's clock, between its packets.

use std::time::Instant;

/// The time on a robot's clock, known from the stamps of its packets and carried on by ours.
///
/// Packets are delayed, never early: the offset between the two clocks is the smallest that was seen
/// lately, so that a late packet does not set the clock back. What is forgotten of it only slows the
/// clock down: told twice, the time never goes back, or a motion would begin again at its start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RobotClock {
    origin: Instant,
    /// Robot's time minus ours \[s\].
    offset_s: Option<f64>,
    /// The latest time that was told \[s\].
    told_s: f64,
}

/// How fast an offset that was seen once is forgotten, for clocks that drift or pause \[s/s\].
const DRIFT: f64 = 0.1;

impl RobotClock {
    pub(crate) fn new() -> Self {
        Self { origin: Instant::now(), offset_s: None, told_s: f64::NEG_INFINITY }
    }

    /// A packet with this stamp came just now, `since_s` after the one before.
    pub(crate) fn heard(&mut self, stamp_s: f64, since_s: f64) {
        let offset_s = stamp_s - self.origin.elapsed().as_secs_f64();
        self.offset_s = Some(match self.offset_s {
            Some(known_s) => offset_s.max(known_s - DRIFT * since_s.clamp(0.0, 1.0)),
            None => {
                // Until now it was our own time that was told.
                self.told_s = f64::NEG_INFINITY;
                offset_s
            }
        });
    }

    /// The time on the robot's clock \[s\]; our own before anything was heard.
    pub(crate) fn now_s(&mut self) -> f64 {
        let now_s = self.origin.elapsed().as_secs_f64() + self.offset_s.unwrap_or(0.0);
        self.told_s = self.told_s.max(now_s);
        self.told_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_never_goes_back_whatever_the_packets_say() {
        let mut clock = RobotClock::new();
        let own_s = clock.now_s();
        clock.heard(-50.0, 0.0);
        let mut last_s = clock.now_s();
        assert!(last_s < own_s - 49.0, "the robot's time is told once it is known: {last_s}");
        // Packets later and later, as if the robot's second were longer than ours.
        for k in 1..40 {
            std::thread::sleep(Duration::from_millis(1));
            clock.heard(-50.0 + 0.5e-3 * f64::from(k), 1.0);
            let now_s = clock.now_s();
            assert!(now_s >= last_s, "packet {k}: {now_s} after {last_s}");
            last_s = now_s;
        }
    }
}
