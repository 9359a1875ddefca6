//! Channels that are stored one after the other, the sample index fastest.

use std::ops::Range;

/// Keeps some samples of every channel, every `every`-th of them, without another place for them.
pub(crate) fn keep_samples(
    channels: &mut Vec<f64>,
    n_samples: usize,
    kept: Range<usize>,
    every: usize,
) {
    let n_channels = channels.len() / n_samples.max(1);
    let mut to = 0;
    for start in (0..n_channels).map(|channel| channel * n_samples) {
        if every == 1 {
            channels.copy_within(start + kept.start..start + kept.end, to);
            to += kept.len();
        } else {
            for k in kept.clone().step_by(every) {
                channels[to] = channels[start + k];
                to += 1;
            }
        }
    }
    channels.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_keeps_the_same_samples() {
        let kept = |kept: Range<usize>, every: usize| {
            let mut channels: Vec<f64> = (0..20).map(f64::from).collect();
            keep_samples(&mut channels, 10, kept, every);
            channels
        };
        assert_eq!(kept(0..10, 1), (0..20).map(f64::from).collect::<Vec<f64>>());
        assert_eq!(kept(2..5, 1), [2.0, 3.0, 4.0, 12.0, 13.0, 14.0]);
        assert_eq!(kept(1..9, 3), [1.0, 4.0, 7.0, 11.0, 14.0, 17.0]);
        assert!(kept(4..4, 1).is_empty());
    }
}
