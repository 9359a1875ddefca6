//! Time stamps of feedback, checked by the local monotonic clock.

use crate::connection::ConnectionError;
use crate::error::{Error, Result};

/// Rate at which the offset of the least delayed packet is forgotten, for clocks that drift \[s/s\].
const DRIFT: f64 = 0.01;

/// Time on both clocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClockReading {
    /// Time on the robot's clock \[s\].
    pub(crate) robot_s: f64,
    /// Time on the local monotonic clock \[s\].
    pub(crate) local_s: f64,
}

/// Silence, order and delay of packets.
///
/// Silence is measured on the local clock alone. A packet is delayed, never early: the offset `stamp − local
/// time` is largest for the least delayed packet. A larger one is a jump of the robot's clock; smaller ones
/// are delays.
#[derive(Clone, Debug)]
pub(super) struct FeedbackTiming {
    /// Longest silence, and largest delay \[s\].
    allowed_s: f64,
    /// Local time of the last new packet \[s\].
    received_s: f64,
    /// Its stamp \[s\].
    stamp_s: Option<f64>,
    /// Offset `stamp − local time` of the least delayed packet lately \[s\].
    offset_s: Option<f64>,
    /// Local time since which packets are delayed \[s\].
    late_since_s: Option<f64>,
    /// Packets since the last new one, with repeated stamps, and with stamps that are not finite.
    n_repeated: u64,
    n_not_finite: u64,
}

impl FeedbackTiming {
    pub(super) fn new(allowed_s: f64, local_s: f64) -> Self {
        Self {
            allowed_s,
            received_s: local_s,
            stamp_s: None,
            offset_s: None,
            late_since_s: None,
            n_repeated: 0,
            n_not_finite: 0,
        }
    }

    /// Whether a packet is neither repeated nor overtaken by a later one. Refuses a clock that was set back.
    pub(super) fn is_new(&mut self, stamp_s: f64, at: ClockReading) -> Result<bool> {
        if !stamp_s.is_finite() {
            self.n_not_finite += 1;
            return Ok(false);
        }
        let Some(last_s) = self.stamp_s else { return Ok(true) };
        if stamp_s > last_s {
            return Ok(true);
        }
        self.n_repeated += 1;
        let by_s = stamp_s - last_s;
        if -by_s > self.allowed_s { Err(self.jump(by_s, at)) } else { Ok(false) }
    }

    /// Longest possible time on the robot's clock since the last new packet \[s\].
    pub(super) fn since_last_s(&self, stamp_s: f64, at: ClockReading) -> f64 {
        let Some((last_s, offset_s)) = self.stamp_s.zip(self.offset_s) else { return 0.0 };
        stamp_s.min(at.local_s + offset_s) - last_s
    }

    /// Accepts a new packet: refuses a clock that jumped ahead, and packets that stay delayed.
    pub(super) fn accept(&mut self, stamp_s: f64, at: ClockReading) -> Result<()> {
        let offset_s = stamp_s - at.local_s;
        let passed_s = at.local_s - self.received_s;
        let expected_s = self.offset_s.map_or(offset_s, |expected_s| expected_s - DRIFT * passed_s);
        (self.n_repeated, self.n_not_finite, self.received_s) = (0, 0, at.local_s);
        (self.stamp_s, self.offset_s) = (Some(stamp_s), Some(offset_s.max(expected_s)));
        if offset_s - expected_s > self.allowed_s {
            return Err(self.jump(offset_s - expected_s, at));
        }
        self.check_delay(expected_s - offset_s, at)
    }

    /// Refuses a silence that is too long.
    pub(super) fn check_silence(&self, at: ClockReading) -> Result<()> {
        let (age_s, allowed_s, t_s) = (at.local_s - self.received_s, self.allowed_s, at.robot_s);
        if age_s <= allowed_s {
            return Ok(());
        }
        if self.n_not_finite > 0 {
            let cause = ConnectionError::UnusableStamp;
            return Err(Error::Unusable { age_s, allowed_s, t_s, cause });
        }
        Err(Error::Stale { age_s, allowed_s, t_s, n_repeated: self.n_repeated })
    }

    /// Refuses packets that are delayed for longer than the allowed silence: packets that were queued while
    /// this computer was busy are processed sooner.
    fn check_delay(&mut self, delay_s: f64, at: ClockReading) -> Result<()> {
        if delay_s <= self.allowed_s {
            self.late_since_s = None;
            return Ok(());
        }
        let since_s = *self.late_since_s.get_or_insert(at.local_s);
        if at.local_s - since_s <= self.allowed_s {
            return Ok(());
        }
        Err(Error::Late { delay_s, allowed_s: self.allowed_s, t_s: at.robot_s })
    }

    fn jump(&self, by_s: f64, at: ClockReading) -> Error {
        Error::ClockJump { by_s, allowed_s: self.allowed_s, t_s: at.robot_s }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(local_s: f64) -> ClockReading {
        ClockReading { robot_s: local_s, local_s }
    }

    /// State after a second of packets, 10 ms apart, of a robot whose clock is 7 s ahead.
    fn running() -> FeedbackTiming {
        let mut timing = FeedbackTiming::new(0.1, 0.0);
        (0..100).for_each(|k| {
            timing.accept(7.0 + 0.01 * f64::from(k), at(0.01 * f64::from(k))).unwrap()
        });
        timing
    }

    #[test]
    fn silence_is_found_whatever_the_stamps_say() {
        for stamp_s in [f64::NAN, f64::INFINITY, 7.99, 7.95] {
            let mut timing = running();
            let mut end = Ok(());
            for k in 1..=20 {
                let now = at(0.985 + 0.01 * f64::from(k));
                assert!(!timing.is_new(stamp_s, now).unwrap());
                end = timing.check_silence(now);
                assert_eq!(end.is_err(), k > 10, "{stamp_s} after {k} periods");
            }
            let code = if stamp_s.is_finite() { "E160" } else { "E164" };
            assert_eq!(end.unwrap_err().code(), code, "{stamp_s}");
        }
    }

    #[test]
    fn a_clock_that_is_set_is_named_at_once() {
        let back = running().is_new(7.5, at(1.0)).unwrap_err();
        assert!(
            matches!(back, Error::ClockJump { by_s, .. } if (by_s + 0.49).abs() < 1e-9),
            "{back}"
        );
        let ahead = running().accept(13.0, at(1.0)).unwrap_err();
        assert!(
            matches!(ahead, Error::ClockJump { by_s, .. } if (by_s - 5.0).abs() < 0.01),
            "{ahead}"
        );
    }

    #[test]
    fn a_clock_that_leaps_ahead_does_not_lengthen_the_step() {
        let timing = running();
        assert!((timing.since_last_s(8.0, at(1.0)) - 0.01).abs() < 1e-9);
        assert!((timing.since_last_s(8.08, at(1.0)) - 0.01).abs() < 1e-9);
    }

    #[test]
    fn packets_may_wait_for_a_moment_but_not_stay_late() {
        // A computer that was busy for 0.3 s and then reads all queued packets.
        let mut timing = running();
        for k in 100..=130 {
            let now = at(1.3 + 1e-4 * f64::from(k - 100));
            timing.accept(7.0 + 0.01 * f64::from(k), now).unwrap();
        }
        // Delays that grow by 50 ms per second.
        let mut timing = running();
        let late = (100..1000).find_map(|k| {
            let made_s = 0.01 * f64::from(k);
            let now = at(made_s + 0.05 * (made_s - 1.0));
            timing.accept(7.0 + made_s, now).err().map(|error| (error, made_s))
        });
        let (error, made_s) = late.unwrap();
        assert!(matches!(error, Error::Late { .. }) && made_s < 4.0, "{error} at {made_s} s");
    }

    #[test]
    fn clocks_may_drift() {
        let mut timing = FeedbackTiming::new(0.1, 0.0);
        for k in 0..200_000 {
            let local_s = 0.01 * f64::from(k);
            timing.accept(local_s * 1.0005, at(local_s)).unwrap();
        }
        let mut timing = FeedbackTiming::new(0.1, 0.0);
        for k in 0..200_000 {
            let local_s = 0.01 * f64::from(k);
            timing.accept(local_s * 0.9995, at(local_s)).unwrap();
        }
    }
}
