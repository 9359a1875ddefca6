//! Single samples that cannot be true: an encoder that skips, a message that was garbled.
//!
//! One of them, differentiated twice, is worth a second of good data; a low pass only spreads it.

use super::stamps::quantile;
use crate::recording::Recording;

/// Longest spike \[samples\], and the distance of the neighbours that a sample is compared with.
const REACH: usize = 2;
/// Share of the samples that may be spikes: the others set the scale.
const SPIKE_SHARE: f64 = 0.01;
/// Every so-manieth sample is looked at for the scale.
const SCALE_STRIDE: usize = 4;

/// Place of a sample among its neighbours.
const CENTRE: usize = 3 * REACH;
/// Samples that are looked at together.
const BLOCK: usize = 256;

/// Spikes in one channel of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Spikes {
    /// Index of the joint.
    pub joint: usize,
    /// `position` or `effort`.
    pub quantity: &'static str,
    /// The samples, ascending.
    pub samples: Vec<usize>,
}

/// Samples that stick out of the trends of their neighbours on either side by more than `factor` times what all but
/// one percent of the samples do.
///
/// The trend of efforts is a line, that of positions a parabola: an arm moves with finite acceleration. A step, such
/// as friction at a reversal, continues the trend on one of its sides and is none; a spike is at most two samples
/// long. More than one percent of spikes set the scale themselves and are not found: that is a broken channel, not a
/// log with spikes.
pub fn find_spikes(recording: &Recording, factor: f64) -> Vec<Spikes> {
    let joints = 0..recording.joints.len();
    let channels = joints.flat_map(|joint| {
        let positions = spikes_of(recording.q(joint), factor, off_the_parabolas);
        let efforts = spikes_of(recording.effort(joint), factor, off_the_lines);
        [("position", joint, positions), ("effort", joint, efforts)]
    });
    let found = channels.filter(|(_, _, samples)| !samples.is_empty());
    found.map(|(quantity, joint, samples)| Spikes { joint, quantity, samples }).collect()
}

/// The log with spikes replaced by what lies between their neighbours.
pub fn mend_spikes(recording: &Recording, spikes: &[Spikes]) -> Recording {
    let (mut mended, n) = (recording.clone(), recording.n_samples());
    for Spikes { joint, quantity, samples } in spikes {
        let channels = if *quantity == "position" { &mut mended.q } else { &mut mended.effort };
        let x = &mut channels[joint * n..(joint + 1) * n];
        for run in samples.chunk_by(|a, b| b - a == 1) {
            bridge(x, run[0], run[run.len() - 1]);
        }
    }
    mended
}

/// Spikes in a channel; `off` gives the distances of a sample from the trends before and after it.
fn spikes_of(x: &[f64], factor: f64, off: impl Fn(&[f64]) -> [f64; 2]) -> Vec<usize> {
    // Each of them is centred on a sample.
    let neighbourhoods = || x.windows(2 * CENTRE + 1);
    let sticks_out = |near: &[f64]| {
        let [before, after] = off(near);
        before.abs().min(after.abs())
    };
    let sampled: Vec<f64> = neighbourhoods().step_by(SCALE_STRIDE).map(sticks_out).collect();
    let limit = factor * quantile(&sampled, 1.0 - SPIKE_SHARE).unwrap_or(0.0);
    // A channel that hardly ever moves has no scale to judge by.
    if limit <= 0.0 {
        return Vec::new();
    }
    let is_spike = |near: &[f64]| {
        let [before, after] = off(near);
        ((before > limit) & (after > limit)) | ((before < -limit) & (after < -limit))
    };
    // Spikes are rare: that a block has none is found fast, several samples at a time.
    let suspects = (0..neighbourhoods().len()).step_by(BLOCK).filter(|start| {
        let block = neighbourhoods().skip(*start).take(BLOCK);
        block.map(|near| u32::from(is_spike(near))).sum::<u32>() > 0
    });
    let spikes_in_block = |start: usize| {
        let block = neighbourhoods().enumerate().skip(start).take(BLOCK);
        block.filter(|(_, near)| is_spike(near)).map(|(k, _)| k + CENTRE)
    };
    suspects.flat_map(spikes_in_block).collect()
}

/// Distances of the middle sample from the line through its neighbours before, and after.
fn off_the_lines(near: &[f64]) -> [f64; 2] {
    [
        near[CENTRE] - (2.0 * near[CENTRE - REACH] - near[CENTRE - 2 * REACH]),
        near[CENTRE] - (2.0 * near[CENTRE + REACH] - near[CENTRE + 2 * REACH]),
    ]
}

/// Distances of the middle sample from the parabola through its neighbours before, and after.
fn off_the_parabolas(near: &[f64]) -> [f64; 2] {
    [
        near[CENTRE]
            - (3.0 * near[CENTRE - REACH] - 3.0 * near[CENTRE - 2 * REACH]
                + near[CENTRE - 3 * REACH]),
        near[CENTRE]
            - (3.0 * near[CENTRE + REACH] - 3.0 * near[CENTRE + 2 * REACH]
                + near[CENTRE + 3 * REACH]),
    ]
}

/// A straight line over the samples `first ..= last`.
fn bridge(x: &mut [f64], first: usize, last: usize) {
    let (from, to) = (x[first - 1], x[last + 1]);
    let steps = (last - first + 2) as f64;
    for (k, value) in x[first..=last].iter_mut().enumerate() {
        *value = from + (to - from) * (k + 1) as f64 / steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;
    use rand::{RngExt, SeedableRng};

    /// A swaying joint with Coulomb friction in its torque, at 100 Hz, with noise.
    fn recording(noise: f64) -> Recording {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(5);
        let t_s: Vec<f64> = (0..4000).map(|k| 0.01 * f64::from(k)).collect();
        let mut shaken = |value: f64, size: f64| value + size * dice.random_range(-1.0..1.0);
        let q = t_s.iter().map(|t| shaken((3.0 * t).sin(), 1e-4 * noise)).collect();
        let tau = |t: f64| 8.0 * (3.0 * t).sin() + 5.0 * (3.0 * t).cos().signum();
        let effort = t_s.iter().map(|t| shaken(tau(*t), noise)).collect();
        Recording {
            source: "test".into(),
            joints: vec!["elbow".into()],
            t_s,
            q,
            qd: None,
            effort,
            q_motor: None,
            effort_kind: EffortKind::Torque,
        }
    }

    #[test]
    fn motion_friction_and_noise_are_no_spikes() {
        for noise in [0.0, 0.3] {
            assert_eq!(find_spikes(&recording(noise), 8.0), []);
        }
    }

    #[test]
    fn spikes_are_found_and_bridged() {
        let clean = recording(0.3);
        let mut log = clean.clone();
        log.q[1000] += 0.1;
        log.effort[77] = 300.0;
        log.effort[2000] -= 60.0;
        log.effort[2001] -= 55.0;
        let found = find_spikes(&log, 8.0);
        let spikes = |quantity, samples| Spikes { joint: 0, quantity, samples };
        assert_eq!(found, [spikes("position", vec![1000]), spikes("effort", vec![77, 2000, 2001])]);
        let mended = mend_spikes(&log, &found);
        assert!((mended.q[1000] - clean.q[1000]).abs() < 1e-3);
        for k in [77, 2000, 2001] {
            assert!((mended.effort[k] - clean.effort[k]).abs() < 1.5, "{k}");
        }
        assert_eq!(mended.effort[100..2000], clean.effort[100..2000]);
    }

    /// Two thousandths of a radian, which differentiated twice are 40 rad/s².
    #[test]
    fn a_small_jump_of_a_smooth_position_is_found() {
        for size in [2e-3, -2e-3] {
            let mut log = recording(0.0);
            log.q[1234] += size;
            let samples = vec![1234];
            assert_eq!(
                find_spikes(&log, 8.0),
                [Spikes { joint: 0, quantity: "position", samples }]
            );
        }
    }

    #[test]
    fn short_or_dead_channels_have_none() {
        assert_eq!(find_spikes(&recording(0.3).range(0, 7), 8.0), []);
        let mut dead = recording(0.0);
        dead.effort.fill(1.0);
        dead.effort[50] = 9.0;
        assert_eq!(find_spikes(&dead, 8.0), []);
    }
}
