//! One channel of a log: range, how often it is updated, how finely it is measured.

use super::resolution::{Resolution, resolution};
use crate::diagnostics::LogWarning;
use rayon::prelude::*;
use serde::Serialize;
use taufit_data::diagnostics::SignalWarning;
use taufit_data::recording::Recording;
use taufit_data::signal::{held_share, median};
use taufit_dynamics::diagnostics::Warning;

/// Steps larger than this many times the smallest one are more than the last digit flickering.
const JUMP: f64 = 4.0;
/// Fewest jumps that determine a rate.
const FEWEST_JUMPS: usize = 10;
/// A channel is held if it looks so in more than this share of the samples.
const HELD_SHARE: f64 = 0.5;

/// Properties of a channel of a log.
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
    /// Rate at which the value is renewed \[Hz\]; `None` if it does not change enough to tell. Of a log of
    /// more than 131 072 samples, in the 65 536 in which the channel covers most of its range.
    pub update_rate_hz: Option<f64>,
    /// The step in which it is measured or written, in the same samples; `None` if there is none to be seen.
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

/// A channel that is read piece by piece.
#[derive(Clone, Debug)]
pub(super) struct ChannelScan {
    joint: String,
    quantity: &'static str,
    n_samples: usize,
    n_not_finite: usize,
    first_not_finite: Option<usize>,
    range: [f64; 2],
    n_repeats: usize,
    last: Option<f64>,
    /// Range of values in the window that determines rate and resolution.
    travel: Option<f64>,
    /// Samples from one change to the next.
    update_distance: Option<f64>,
    resolution: Option<Resolution>,
    /// The one value of all windows so far; none if there are others.
    constant: Option<f64>,
    n_examined: usize,
    /// Samples of windows in which the channel looks held, and the sum of their shares of held jumps.
    held: (usize, f64),
}

/// A scan for every channel of a log.
pub(super) fn channel_scans(recording: &Recording) -> Vec<ChannelScan> {
    let channels = channels_of(recording).into_iter();
    channels.map(|(joint, quantity, _)| ChannelScan::new(joint, quantity)).collect()
}

/// Adds the values of a piece to the scans of its channels.
pub(super) fn push_channels(scans: &mut [ChannelScan], piece: &Recording) {
    each_channel(scans, piece, ChannelScan::push);
}

/// Examines a window without bad samples, which may lack the velocities.
pub(super) fn examine_channels(scans: &mut [ChannelScan], window: &Recording) {
    each_channel(scans, window, ChannelScan::examine);
}

fn each_channel(
    scans: &mut [ChannelScan],
    recording: &Recording,
    take: fn(&mut ChannelScan, &[f64]),
) {
    let channels = channels_of(recording);
    scans.par_iter_mut().for_each(|scan| {
        let mut own = channels.iter().filter(|c| c.0 == scan.joint && c.1 == scan.quantity);
        if let Some((_, _, x)) = own.next() {
            take(scan, x);
        }
    });
}

impl ChannelScan {
    fn new(joint: &str, quantity: &'static str) -> Self {
        Self {
            joint: joint.to_owned(),
            quantity,
            n_samples: 0,
            n_not_finite: 0,
            first_not_finite: None,
            range: [f64::INFINITY, f64::NEG_INFINITY],
            n_repeats: 0,
            last: None,
            travel: None,
            update_distance: None,
            resolution: None,
            constant: None,
            n_examined: 0,
            held: (0, 0.0),
        }
    }

    /// Counts values as they were logged.
    fn push(&mut self, x: &[f64]) {
        for (k, &value) in x.iter().enumerate() {
            if !value.is_finite() {
                self.n_not_finite += 1;
                self.first_not_finite.get_or_insert(self.n_samples + k);
                continue;
            }
            self.range = [self.range[0].min(value), self.range[1].max(value)];
            self.n_repeats += usize::from(self.last == Some(value));
            self.last = Some(value);
        }
        self.n_samples += x.len();
    }

    /// Looks for steps, updates and repetitions in consecutive values that are numbers.
    fn examine(&mut self, x: &[f64]) {
        let Some((first, rest)) = x.split_first() else { return };
        let is_constant = rest.iter().all(|value| value == first);
        let was_constant = self.n_examined == 0 || self.constant == Some(*first);
        self.constant = (is_constant && was_constant).then_some(*first);
        self.n_examined += x.len();
        if let Some(share) = held_share(x) {
            self.held.0 += x.len();
            self.held.1 += x.len() as f64 * share;
        }
        let low = x.iter().copied().fold(f64::INFINITY, f64::min);
        let high = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if self.travel.is_none_or(|travel| high - low > travel) {
            self.travel = Some(high - low);
            self.update_distance = Updates::of(x).map(|updates| updates.distance);
            self.resolution = resolution(x);
        }
    }

    /// The finding that some values are no numbers.
    pub(super) fn not_finite(&self) -> Option<LogWarning> {
        let (joint, quantity, count) = (self.joint.clone(), self.quantity, self.n_not_finite);
        let index = self.first_not_finite?;
        Some(LogWarning::NotFinite { joint, quantity, count, index })
    }

    /// The finding that the channel has one value throughout, or repeats it and then jumps.
    pub(super) fn repetition(&self) -> Option<Warning> {
        let (joint, quantity) = (self.joint.clone(), self.quantity);
        let (n_held, sum) = self.held;
        let is_held = n_held as f64 > HELD_SHARE * self.n_examined as f64;
        match self.constant {
            Some(value) => Some(SignalWarning::ConstantChannel { joint, quantity, value }),
            None => is_held.then(|| {
                let share = sum / n_held as f64;
                SignalWarning::HeldChannel { joint, quantity, share }
            }),
        }
        .map(Warning::from)
    }

    /// The channel of a log with this rate.
    pub(super) fn finish(self, rate_hz: f64) -> Channel {
        let n_finite = self.n_samples - self.n_not_finite;
        Channel {
            joint: self.joint,
            quantity: self.quantity,
            n_not_finite: self.n_not_finite,
            range: (n_finite > 0).then_some(self.range),
            repeated_share: self.n_repeats as f64 / n_finite.saturating_sub(1).max(1) as f64,
            update_rate_hz: self.update_distance.map(|distance| rate_hz / distance),
            resolution: self.resolution,
        }
    }
}

impl Channel {
    /// Largest magnitude, in the unit of the log.
    pub(super) fn largest(&self) -> f64 {
        self.range.map_or(0.0, |[low, high]| low.abs().max(high.abs()))
    }
}

/// Changes of a channel.
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

    fn channel(x: &[f64], rate_hz: f64) -> Channel {
        let mut scan = ChannelScan::new("elbow", "position");
        // Two pieces give the same as one.
        let (head, tail) = x.split_at(x.len() / 3);
        scan.push(head);
        scan.push(tail);
        scan.examine(&x.iter().copied().filter(|x| x.is_finite()).collect::<Vec<f64>>());
        scan.finish(rate_hz)
    }

    fn update_rate_hz(x: &[f64]) -> Option<f64> {
        channel(x, 100.0).update_rate_hz
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
        let found = channel(&[1.0, 1.0, f64::NAN, -2.0, -2.0, 3.0], 1.0);
        assert_eq!(found.range, Some([-2.0, 3.0]));
        assert_eq!((found.n_not_finite, found.repeated_share), (1, 0.5));
        assert_eq!(channel(&[f64::NAN], 1.0).range, None);
    }

    #[test]
    fn what_is_missing_is_counted_from_the_beginning_of_the_log() {
        let mut scan = ChannelScan::new("a", "effort");
        [&[5.0, 5.0][..], &[f64::NAN, 5.0, f64::NAN]].into_iter().for_each(|x| scan.push(x));
        let joint = "a".to_owned();
        let expected = LogWarning::NotFinite { joint, quantity: "effort", count: 2, index: 2 };
        assert_eq!(scan.not_finite(), Some(expected));
    }

    #[test]
    fn a_channel_is_constant_or_held_over_all_windows_together() {
        let repetition = |windows: &[Vec<f64>]| {
            let mut scan = ChannelScan::new("a", "effort");
            windows.iter().for_each(|window| scan.examine(window));
            scan.repetition().map(|warning| warning.code())
        };
        let (still, held, moving) = (vec![2.0; 2000], sine(4, 0.0), sine(1, 0.0));
        let constant = repetition(&[still.clone(), still.clone()]);
        assert!(constant.is_some() && constant != repetition(&[held.clone(), held.clone()]));
        assert!(repetition(&[held.clone(), held.clone(), moving.clone()]).is_some());
        assert_eq!(repetition(&[held, moving.clone(), moving.clone()]), None);
        assert_eq!(repetition(&[still.clone(), vec![3.0; 2000]]), None);
        assert_eq!(repetition(&[still, moving]), None);
    }
}
