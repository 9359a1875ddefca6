//! Time stamps in seconds.

use super::options::TimeUnit;
use taufit::Warning;

/// From where on a stamp cannot be of a larger unit: the clock of a computer shows 1.7·10⁹ s.
const FROM: [(f64, TimeUnit); 3] =
    [(1e17, TimeUnit::Nanoseconds), (1e14, TimeUnit::Microseconds), (1e11, TimeUnit::Milliseconds)];

/// The stamps in seconds. Where nobody says the unit it is seconds, unless no clock shows that many;
/// then a warning says what was assumed.
pub(super) fn seconds(mut t: Vec<f64>, scale: Option<f64>) -> (Vec<f64>, Option<Warning>) {
    let first = t.iter().copied().find(|stamp| stamp.is_finite()).unwrap_or_default();
    let assumed = FROM.iter().find(|(from, _)| first.abs() >= *from).map(|(_, unit)| *unit);
    let assumed = assumed.filter(|_| scale.is_none());
    let length_s = scale.unwrap_or_else(|| assumed.map_or(1.0, TimeUnit::length_s));
    if length_s != 1.0 {
        t.iter_mut().for_each(|stamp| *stamp *= length_s);
    }
    let doubt = |unit: TimeUnit| Warning::TimeUnitAssumed { unit: unit.name().to_owned(), first };
    (t, assumed.map(doubt))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_give_their_unit_away_and_short_times_are_seconds() {
        for (stamp, unit) in [(1.7e12, "milli"), (1.7e15, "micro"), (1.7e18, "nano")] {
            let (t_s, doubt) = seconds(vec![stamp], None);
            assert!((t_s[0] - 1.7e9).abs() < 1e-6, "{t_s:?}");
            assert!(doubt.unwrap().to_string().contains(unit));
        }
        assert_eq!(seconds(vec![1.7e9], None), (vec![1.7e9], None));
        assert_eq!(seconds(vec![2e12], Some(1.0)), (vec![2e12], None));
        assert_eq!(seconds(Vec::new(), None), (Vec::new(), None));
    }
}
