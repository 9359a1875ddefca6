//! One channel of a log: range, how often it is updated, how finely it is measured.

use super::resolution::{Resolution, resolution};
use crate::diagnostics::Warning;
use crate::recording::Recording;
use crate::signal::{held_share, median};
use serde::Serialize;

/// Steps larger than this many times the smallest one are more than the last digit flickering.
const JUMP: f64 = 4.0;
/// Fewer jumps than this do not tell a rate.
const FEWEST_JUMPS: usize = 10;

/// What a channel of a log is like.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Channel {
    /// The joint.
    pub joint: String,
    /// Position, velocity or effort.
    pub quantity: &'static str,
    /// Values that are no numbers.
    pub n_not_finite: usize,
    /// Lowest and highest value, in the unit of the log; `None` if there is no number at all.
    pub range: Option<[f64; 2]>,
    /// Share of the samples that repeat the one before.
    pub repeated_share: f64,
    /// How often the value is renewed \[Hz\]; `None` if it does not change enough to tell.
    pub update_rate_hz: Option<f64>,
    /// The step in which it is measured or written; `None` if there is none to be seen.
    pub resolution: Option<Resolution>,
}

/// Joint, quantity and values of every channel of a log.
pub(super) fn channels_of(recording: &Recording) -> Vec<(&str, &'static str, &[f64])> {
    let mut channels = Vec::new();
    for (j, joint) in recording.joints.iter().enumerate() {
        let velocity = recording.qd(j).map(|qd| ("velocity", qd));
        let (position, effort) = (("position", recording.q(j)), ("effort", recording.effort(j)));
        let of_joint = [Some(position), velocity, Some(effort)].into_iter().flatten();
        channels.extend(of_joint.map(|(quantity, x)| (joint.as_str(), quantity, x)));
    }
    channels
}

impl Channel {
    /// Looks at the values, taken at this rate.
    pub(super) fn new(joint: &str, quantity: &'static str, x: &[f64], rate_hz: f64) -> Self {
        let finite: Vec<f64> = x.iter().copied().filter(|value| value.is_finite()).collect();
        let repeats = finite.windows(2).filter(|w| w[1] == w[0]).count();
        let low = finite.iter().copied().fold(f64::INFINITY, f64::min);
        let high = finite.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self {
            joint: joint.to_owned(),
            quantity,
            n_not_finite: x.len() - finite.len(),
            range: (!finite.is_empty()).then_some([low, high]),
            repeated_share: repeats as f64 / finite.len().saturating_sub(1).max(1) as f64,
            update_rate_hz: Updates::of(&finite).map(|updates| rate_hz / updates.distance),
            resolution: resolution(&finite),
        }
    }

    /// Largest magnitude, in the unit of the log.
    pub(super) fn largest(&self) -> f64 {
        self.range.map_or(0.0, |[low, high]| low.abs().max(high.abs()))
    }
}

/// Channels with one value throughout, and those that repeat it and then jump.
pub(super) fn doubts(recording: &Recording) -> Vec<Warning> {
    let doubt = |(joint, quantity, x): (&str, &'static str, &[f64])| {
        let joint = joint.to_owned();
        match x {
            [value, rest @ ..] if rest.iter().all(|other| other == value) => {
                Some(Warning::ConstantChannel { joint, quantity, value: *value })
            }
            _ => held_share(x).map(|share| Warning::HeldChannel { joint, quantity, share }),
        }
    };
    channels_of(recording).into_iter().filter_map(doubt).collect()
}

/// How a channel changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Updates {
    /// Samples from one change to the next, on average.
    pub(super) distance: f64,
    /// Smallest change.
    pub(super) digit: f64,
    /// Median change.
    pub(super) typical: f64,
}

impl Updates {
    /// Judged by the jumps alone: a slow motion seen through a coarse encoder repeats values as well,
    /// but changes by its last digit only.
    pub(super) fn of(x: &[f64]) -> Option<Self> {
        let changes: Vec<usize> = (1..x.len()).filter(|&k| x[k] != x[k - 1]).collect();
        let sizes: Vec<f64> = changes.iter().map(|&k| (x[k] - x[k - 1]).abs()).collect();
        let digit = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        let jumps = changes.windows(2).zip(&sizes[1.min(sizes.len())..]);
        let distances: Vec<f64> = jumps
            .filter(|(_, size)| **size > JUMP * digit)
            .map(|(w, _)| (w[1] - w[0]) as f64)
            .collect();
        if distances.len() < FEWEST_JUMPS {
            return None;
        }
        // Twice the usual distance is no update but a pause.
        let usual = 2.0 * median(&distances)?;
        let regular: Vec<f64> = distances.into_iter().filter(|d| *d <= usual).collect();
        let distance = regular.iter().sum::<f64>() / regular.len() as f64;
        Some(Self { distance, digit, typical: median(&sizes)? })
    }

    /// Whether a change is more than the last digit flickering.
    pub(super) fn is_jump(&self, change: f64) -> bool {
        change > JUMP * self.digit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(hold: usize, digit: f64) -> Vec<f64> {
        let value = |k: usize| (0.02 * (k / hold * hold) as f64).sin();
        let rounded = |x: f64| if digit > 0.0 { (x / digit).round() * digit } else { x };
        (0..2000).map(|k| rounded(value(k))).collect()
    }

    fn update_rate_hz(x: &[f64]) -> Option<f64> {
        Channel::new("elbow", "position", x, 100.0).update_rate_hz
    }

    #[test]
    fn the_rate_of_the_driver_is_seen_through_repeated_values() {
        assert_eq!(update_rate_hz(&sine(1, 0.0)), Some(100.0));
        assert_eq!(update_rate_hz(&sine(4, 0.0)), Some(25.0));
        // Three, three, four samples: 30 Hz logged at 100 Hz.
        let uneven: Vec<f64> =
            (0..2000).map(|k| (0.02 * (f64::from(k) * 0.3).floor() / 0.3).sin()).collect();
        let rate_hz = update_rate_hz(&uneven).unwrap();
        assert!((rate_hz - 30.0).abs() < 0.1, "{rate_hz}");
    }

    #[test]
    fn a_coarse_encoder_tells_no_rate() {
        assert_eq!(update_rate_hz(&sine(1, 0.05)), None);
        assert_eq!(update_rate_hz(&[1.0; 50]), None);
        assert_eq!(update_rate_hz(&[]), None);
    }

    #[test]
    fn range_and_repetitions_leave_out_what_is_no_number() {
        let channel = Channel::new("a", "effort", &[1.0, 1.0, f64::NAN, -2.0, -2.0, 3.0], 1.0);
        assert_eq!(channel.range, Some([-2.0, 3.0]));
        assert_eq!((channel.n_not_finite, channel.repeated_share), (1, 0.5));
        assert_eq!(Channel::new("a", "effort", &[f64::NAN], 1.0).range, None);
    }
}
