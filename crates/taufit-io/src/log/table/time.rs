//! Time stamps in seconds.

use crate::diagnostics::ReadWarning;
use crate::log::options::TimeUnit;
use taufit::Warning;

/// From where on a stamp cannot be of a larger unit: the clock of a computer shows 1.7·10⁹ s.
const FROM: [(f64, TimeUnit); 3] =
    [(1e17, TimeUnit::Nanoseconds), (1e14, TimeUnit::Microseconds), (1e11, TimeUnit::Milliseconds)];

/// Conversion of stamps to seconds. Where no unit is stated, the first stamp decides: it is seconds,
/// unless no clock shows that many; then a warning names the assumption.
#[derive(Clone, Debug)]
pub(in crate::log) struct StampConverter {
    /// Length of the unit \[s\], as soon as it is known.
    length_s: Option<f64>,
    /// Warning about the assumed unit.
    pub(in crate::log) warning: Option<Warning>,
    /// Samples per second, where they are counted instead of read \[Hz\].
    rate_hz: Option<f64>,
    n_samples: u64,
}

impl StampConverter {
    /// Conversion with this unit \[s\], if stated.
    pub(in crate::log) fn new(length_s: Option<f64>) -> Self {
        Self { length_s, warning: None, rate_hz: None, n_samples: 0 }
    }

    /// Conversion that counts samples and ignores stamps.
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
        let warning = |unit: TimeUnit| {
            Warning::from(ReadWarning::TimeUnitAssumed { unit: unit.name().to_owned(), first })
        };
        self.warning = unit.map(warning);
        self.length_s = Some(unit.map_or(1.0, TimeUnit::length_s));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_give_their_unit_away_and_short_times_are_seconds() {
        for (stamp, unit) in [(1.7e12, "milli"), (1.7e15, "micro"), (1.7e18, "nano")] {
            let mut clock = StampConverter::new(None);
            assert!((clock.seconds(stamp) - 1.7e9).abs() < 1e-6);
            assert!(clock.warning.unwrap().to_string().contains(unit));
        }
        let mut clock = StampConverter::new(None);
        assert_eq!((clock.seconds(1.7e9), clock.seconds(1.7e12)), (1.7e9, 1.7e12));
        assert_eq!(clock.warning, None);
        assert_eq!(StampConverter::new(Some(1.0)).seconds(2e12), 2e12);
    }

    #[test]
    fn a_stamp_that_is_absent_decides_nothing() {
        let mut clock = StampConverter::new(None);
        assert!(clock.seconds(f64::NAN).is_nan());
        assert_eq!(clock.seconds(1.7e12), 1.7e9);
    }
}
