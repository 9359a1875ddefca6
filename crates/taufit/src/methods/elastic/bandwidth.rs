//! Cut-offs for two encoders per joint.
//!
//! Undamped springs ring far above the motion, and cut-offs that are proposed by the spectrum of positions
//! follow them. But noise of accelerations grows with the 2.5th power of the cut-off, and noise in
//! regressors biases links and rotors against each other: no more of the ringing is taken than encoders
//! show well.

use crate::recording::Recording;
use crate::regression::rms;
use crate::signal::{ConditionSettings, Motion, TorqueFilter, median};
use std::f64::consts::TAU;

/// Noise of accelerations over their root mean square that is allowed: it biases inertias by its square.
const NOISE_SHARE: f64 = 0.03;
/// Cut-off of positions over that of torques.
const RATIO: f64 = 4.0;
/// Least cut-off over the proposed one.
const LEAST: f64 = 0.1;

/// The proposed settings with cut-offs that were not given lowered to what the encoders allow.
pub(super) fn within_noise(
    given: &ConditionSettings,
    proposed: ConditionSettings,
    recordings: &[Recording],
    motions: &[Motion],
) -> ConditionSettings {
    let Some(cutoff_hz) = proposed.cutoff_hz else { return proposed };
    let allowed: Vec<f64> =
        recordings.iter().zip(motions).flat_map(|(r, m)| channels(r, m)).collect();
    let allowed_hz = median(&allowed).unwrap_or(f64::INFINITY).max(LEAST * cutoff_hz);
    let torque = match (given.torque, proposed.torque) {
        (TorqueFilter::Parallel { cutoff_hz: None }, TorqueFilter::Parallel { cutoff_hz }) => {
            let lowered = cutoff_hz.map(|hz| hz.min(allowed_hz / RATIO));
            TorqueFilter::Parallel { cutoff_hz: lowered }
        }
        (_, torque) => torque,
    };
    let cutoff_hz = given.cutoff_hz.unwrap_or(cutoff_hz.min(allowed_hz));
    ConditionSettings { cutoff_hz: Some(cutoff_hz), torque, ..proposed }
}

/// The highest cut-off of every channel that moves \[Hz\].
fn channels(recording: &Recording, motion: &Motion) -> Vec<f64> {
    let n_channels = recording.joints.len();
    let accelerations = |channel: usize| -> Vec<f64> {
        let of =
            |s: &crate::signal::Segment| s.qdd[channel * s.n_samples..][..s.n_samples].to_vec();
        motion.segments.iter().flat_map(of).collect()
    };
    let highest = |channel: usize| {
        let (noise, acceleration) = (noise(recording.q(channel)), rms(&accelerations(channel)));
        // White noise of density 2σ²/f_s has accelerations of variance 2σ²/f_s (2π)⁴ f⁵/5 up to f.
        let density = 2.0 * noise * noise / motion.filter_rate_hz * TAU.powi(4) / 5.0;
        ((NOISE_SHARE * acceleration).powi(2) / density).powf(0.2)
    };
    (0..n_channels).map(highest).filter(|hz| hz.is_finite() && *hz > 0.0).collect()
}

/// Standard deviation of the noise of positions, from sixth differences, in which motion and ringing below
/// a tenth of the rate vanish: `Σ C(6, k)² = 924` of its variance.
fn noise(q: &[f64]) -> f64 {
    const BINOMIAL: [f64; 7] = [1.0, -6.0, 15.0, -20.0, 15.0, -6.0, 1.0];
    let difference = |w: &[f64]| w.iter().zip(BINOMIAL).map(|(x, b)| x * b).sum::<f64>();
    rms(&q.windows(BINOMIAL.len()).map(difference).collect::<Vec<f64>>()) / 924.0_f64.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_an_encoder_are_told_from_motion() {
        let step = 1e-4;
        let q: Vec<f64> = (0..4000)
            .map(|k| (2.0 * f64::from(k) / 1000.0).sin() + 0.01 * (0.2 * f64::from(k)).sin())
            .map(|q| (q / step).round() * step)
            .collect();
        // Rounding is uniform between −½ and ½ of a step.
        assert!((noise(&q) / step * 12.0_f64.sqrt() - 1.0).abs() < 0.1, "{}", noise(&q));
    }
}
