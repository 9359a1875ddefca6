//! The robot's clock between packets.

use std::time::Instant;

/// Clock of a robot, estimated from the stamps of its packets and extrapolated by the local monotonic clock.
///
/// Packets are delayed, never early: the offset between the two clocks is the largest one of late, so that a
/// late packet does not set the clock back. A stamp moves the clock by a small share of the elapsed local
/// time at most, and a stamp that is not finite does not move it: motions are timed by this clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RobotClock {
    origin: Instant,
    /// Robot's time minus local time \[s\].
    offset_s: Option<f64>,
    /// Local time of the last stamp \[s\], and the number of stamps.
    updated_s: f64,
    n_updates: u32,
    /// Latest time that was returned \[s\].
    last_s: f64,
}

/// Rate at which an old offset is forgotten, for clocks that drift or pause \[s/s\].
const DRIFT: f64 = 0.01;

/// Largest rate at which the clock catches up with stamps that are ahead of it \[s/s\].
const MAX_SLEW: f64 = 0.05;

/// Stamps that set the clock without limit, while the connection is made and nothing moves.
const N_SETTLING: u32 = 10;

impl RobotClock {
    pub(crate) fn new() -> Self {
        Self {
            origin: Instant::now(),
            offset_s: None,
            updated_s: 0.0,
            n_updates: 0,
            last_s: f64::NEG_INFINITY,
        }
    }

    /// Updates the clock with the stamp of a packet that has just come.
    pub(crate) fn update(&mut self, stamp_s: f64) {
        self.update_at(stamp_s, self.local_s());
    }

    /// Local monotonic time \[s\], independent of the robot.
    pub(crate) fn local_s(&self) -> f64 {
        self.origin.elapsed().as_secs_f64()
    }

    /// Time on the robot's clock \[s\]; local time before the first stamp. It never decreases.
    pub(crate) fn now_s(&mut self) -> f64 {
        self.now_at(self.local_s())
    }

    fn update_at(&mut self, stamp_s: f64, local_s: f64) {
        if !stamp_s.is_finite() {
            return;
        }
        let offset_s = stamp_s - local_s;
        let since_s = (local_s - self.updated_s).clamp(0.0, 1.0);
        self.offset_s = Some(match self.offset_s {
            None => {
                // Local time was returned before.
                self.last_s = f64::NEG_INFINITY;
                offset_s
            }
            Some(known_s) if self.n_updates < N_SETTLING => offset_s.max(known_s),
            Some(known_s) => {
                offset_s.clamp(known_s - DRIFT * since_s, known_s + MAX_SLEW * since_s)
            }
        });
        self.updated_s = local_s;
        self.n_updates = self.n_updates.saturating_add(1);
    }

    fn now_at(&mut self, local_s: f64) -> f64 {
        self.last_s = self.last_s.max(local_s + self.offset_s.unwrap_or(0.0));
        self.last_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clock after 50 packets, 10 ms apart, of a robot whose clock is 7 s ahead.
    fn settled() -> RobotClock {
        let mut clock = RobotClock::new();
        (0..50).for_each(|k| clock.update_at(7.0 + 0.01 * f64::from(k), 0.01 * f64::from(k)));
        clock
    }

    #[test]
    fn it_never_goes_back_whatever_the_packets_say() {
        let mut clock = RobotClock::new();
        assert_eq!(clock.now_at(1.0), 1.0);
        clock.update_at(-50.0, 1.0);
        let mut last_s = clock.now_at(1.0);
        assert_eq!(last_s, -50.0, "the robot's time is returned once it is known");
        // Increasing delays, as if the robot's clock were slow.
        for k in 1..4000 {
            let local_s = 1.0 + 0.01 * f64::from(k);
            clock.update_at(-50.0 + 0.005 * f64::from(k), local_s);
            let now_s = clock.now_at(local_s);
            assert!(now_s > last_s, "packet {k}: {now_s} after {last_s}");
            last_s = now_s;
        }
    }

    #[test]
    fn it_goes_on_whatever_is_not_finite() {
        for stamp_s in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut clock = settled();
            clock.update_at(stamp_s, 0.5);
            assert!((clock.now_at(12.5) - 19.5).abs() < 1e-9, "{stamp_s}");
            let mut never_set = RobotClock::new();
            never_set.update_at(stamp_s, 0.1);
            assert_eq!(never_set.now_at(3.0), 3.0, "{stamp_s}");
        }
    }

    #[test]
    fn a_stamp_that_is_far_ahead_does_not_make_it_leap() {
        let mut clock = settled();
        let before_s = clock.now_at(0.5);
        clock.update_at(1007.5, 0.5);
        assert!(clock.now_at(0.5) - before_s < 1e-3, "{}", clock.now_at(0.5));
        clock.update_at(1007.6, 0.6);
        assert!((clock.now_at(0.6) - before_s - 0.105).abs() < 1e-3, "{}", clock.now_at(0.6));
    }
}
