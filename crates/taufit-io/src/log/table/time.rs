//! Time stamps in seconds.

use crate::log::options::TimeUnit;
use taufit::Warning;

/// From where on a stamp cannot be of a larger unit: the clock of a computer shows 1.7·10⁹ s.
const FROM: [(f64, TimeUnit); 3] =
    [(1e17, TimeUnit::Nanoseconds), (1e14, TimeUnit::Microseconds), (1e11, TimeUnit::Milliseconds)];

/// Turns stamps into seconds. Where nobody says the unit, the first stamp decides: it is seconds,
/// unless no clock shows that many; then a warning says what was assumed.
#[derive(Clone, Debug)]
pub(in crate::log) struct Clock {
    /// Length of the unit \[s\], as soon as it is known.
    length_s: Option<f64>,
    /// What was assumed.
    pub(in crate::log) doubt: Option<Warning>,
    /// Samples per second, where they are counted instead of read \[Hz\].
    rate_hz: Option<f64>,
    n_samples: u64,
}

impl Clock {
    /// A clock with this unit \[s\], if anybody says it.
    pub(in crate::log) fn new(length_s: Option<f64>) -> Self {
        Self { length_s, doubt: None, rate_hz: None, n_samples: 0 }
    }

    /// A clock that counts samples, whatever their stamps.
    pub(in crate::log) fn counting(rate_hz: f64) -> Self {
        Self { rate_hz: Some(rate_hz), ..Self::new(Some(1.0)) }
    }

    /// A stamp in seconds.
    pub(in crate::log) fn seconds(&mut self, stamp: f64) -> f64 {
        if let Some(rate_hz) = self.rate_hz {
            self.n_samples += 1;
            return (self.n_samples - 1) as f64 / rate_hz;
        }
        if self.length_s.is_none() && stamp.is_finite() {
            self.decide(stamp);
        }
        stamp * self.length_s.unwrap_or(1.0)
    }

    fn decide(&mut self, first: f64) {
        let unit = FROM.iter().find(|(from, _)| first.abs() >= *from).map(|(_, unit)| *unit);
        let doubt =
            |unit: TimeUnit| Warning::TimeUnitAssumed { unit: unit.name().to_owned(), first };
        self.doubt = unit.map(doubt);
        self.length_s = Some(unit.map_or(1.0, TimeUnit::length_s));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_give_their_unit_away_and_short_times_are_seconds() {
        for (stamp, unit) in [(1.7e12, "milli"), (1.7e15, "micro"), (1.7e18, "nano")] {
            let mut clock = Clock::new(None);
            assert!((clock.seconds(stamp) - 1.7e9).abs() < 1e-6);
            assert!(clock.doubt.unwrap().to_string().contains(unit));
        }
        let mut clock = Clock::new(None);
        assert_eq!((clock.seconds(1.7e9), clock.seconds(1.7e12)), (1.7e9, 1.7e12));
        assert_eq!(clock.doubt, None);
        assert_eq!(Clock::new(Some(1.0)).seconds(2e12), 2e12);
    }

    #[test]
    fn a_stamp_that_is_absent_decides_nothing() {
        let mut clock = Clock::new(None);
        assert!(clock.seconds(f64::NAN).is_nan());
        assert_eq!(clock.seconds(1.7e12), 1.7e9);
    }
}
