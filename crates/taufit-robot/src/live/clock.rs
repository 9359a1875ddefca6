//! The robot's clock, between its packets.

use std::time::Instant;

/// Time on a robot's clock, known from the stamps of its packets and carried on by the local monotonic
/// clock.
///
/// Packets are delayed, never early: the offset between the two clocks is the largest that was seen
/// lately, so that a late packet does not set the clock back. A stamp moves the clock by a small share
/// of the local time that has passed at most, and a stamp that is not finite does not move it at all:
/// motions are timed by this clock, and must not leap with a faulty one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RobotClock {
    origin: Instant,
    /// Robot's time minus local time \[s\].
    offset_s: Option<f64>,
    /// Local time of the last stamp \[s\], and how many there were.
    heard_s: f64,
    n_heard: u32,
    /// The latest time that was told \[s\].
    told_s: f64,
}

/// Rate at which an offset that was seen once is forgotten, for clocks that drift or pause \[s/s\].
const DRIFT: f64 = 0.01;

/// Largest rate at which the clock catches up with stamps that are ahead of it \[s/s\].
const SLEW: f64 = 0.05;

/// Stamps that set the clock freely, while a connection is made and nothing moves yet.
const N_SETTLING: u32 = 10;

impl RobotClock {
    pub(crate) fn new() -> Self {
        Self {
            origin: Instant::now(),
            offset_s: None,
            heard_s: 0.0,
            n_heard: 0,
            told_s: f64::NEG_INFINITY,
        }
    }

    /// A packet with this stamp came just now.
    pub(crate) fn heard(&mut self, stamp_s: f64) {
        self.heard_at(stamp_s, self.local_s());
    }

    /// Local monotonic time \[s\]: independent of everything that a robot says.
    pub(crate) fn local_s(&self) -> f64 {
        self.origin.elapsed().as_secs_f64()
    }

    /// The time on the robot's clock \[s\]; our own before anything was heard. It never goes back.
    pub(crate) fn now_s(&mut self) -> f64 {
        self.now_at(self.local_s())
    }

    fn heard_at(&mut self, stamp_s: f64, local_s: f64) {
        if !stamp_s.is_finite() {
            return;
        }
        let offset_s = stamp_s - local_s;
        let since_s = (local_s - self.heard_s).clamp(0.0, 1.0);
        self.offset_s = Some(match self.offset_s {
            None => {
                // Until now it was our own time that was told.
                self.told_s = f64::NEG_INFINITY;
                offset_s
            }
            Some(known_s) if self.n_heard < N_SETTLING => offset_s.max(known_s),
            Some(known_s) => offset_s.clamp(known_s - DRIFT * since_s, known_s + SLEW * since_s),
        });
        self.heard_s = local_s;
        self.n_heard = self.n_heard.saturating_add(1);
    }

    fn now_at(&mut self, local_s: f64) -> f64 {
        self.told_s = self.told_s.max(local_s + self.offset_s.unwrap_or(0.0));
        self.told_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that has heard 50 packets, 10 ms apart, of a robot whose clock is 7 s ahead.
    fn settled() -> RobotClock {
        let mut clock = RobotClock::new();
        (0..50).for_each(|k| clock.heard_at(7.0 + 0.01 * f64::from(k), 0.01 * f64::from(k)));
        clock
    }

    #[test]
    fn it_never_goes_back_whatever_the_packets_say() {
        let mut clock = RobotClock::new();
        assert_eq!(clock.now_at(1.0), 1.0);
        clock.heard_at(-50.0, 1.0);
        let mut last_s = clock.now_at(1.0);
        assert_eq!(last_s, -50.0, "the robot's time is told once it is known");
        // Packets later and later, as if the robot's second were longer than ours.
        for k in 1..4000 {
            let local_s = 1.0 + 0.01 * f64::from(k);
            clock.heard_at(-50.0 + 0.005 * f64::from(k), local_s);
            let now_s = clock.now_at(local_s);
            assert!(now_s > last_s, "packet {k}: {now_s} after {last_s}");
            last_s = now_s;
        }
    }

    #[test]
    fn it_goes_on_whatever_is_not_finite() {
        for stamp_s in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut clock = settled();
            clock.heard_at(stamp_s, 0.5);
            assert!((clock.now_at(12.5) - 19.5).abs() < 1e-9, "{stamp_s}");
            let mut never_set = RobotClock::new();
            never_set.heard_at(stamp_s, 0.1);
            assert_eq!(never_set.now_at(3.0), 3.0, "{stamp_s}");
        }
    }

    #[test]
    fn a_stamp_that_is_far_ahead_does_not_make_it_leap() {
        let mut clock = settled();
        let before_s = clock.now_at(0.5);
        clock.heard_at(1007.5, 0.5);
        assert!(clock.now_at(0.5) - before_s < 1e-3, "{}", clock.now_at(0.5));
        clock.heard_at(1007.6, 0.6);
        assert!((clock.now_at(0.6) - before_s - 0.105).abs() < 1e-3, "{}", clock.now_at(0.6));
    }
}
