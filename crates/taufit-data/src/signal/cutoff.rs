//! A cut-off proposed by the motion itself.

use super::spectrum::{Spectrum, SpectrumScan};
use super::stamps::median;
use crate::diagnostics::SignalWarning;
use rayon::prelude::*;
use serde::Serialize;
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::Warning;

/// Cut-offs and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cutoff {
    /// Cut-off of the comparison of torques and model \[Hz\].
    pub torque_hz: f64,
    /// Cut-off of the low pass of the positions \[Hz\].
    pub motion_hz: f64,
    /// Reason for the choice.
    pub reason: String,
    /// Set if the log shows no motion to go by.
    pub warning: Option<Warning>,
}

/// Density below this many times the noise floor counts as noise.
const ABOVE_FLOOR: f64 = 10.0;
/// Share of a joint's velocity power that counts as its motion.
const SHARE: f64 = 0.99;
/// Slower joints than this share of the fastest do not choose the cut-off.
const SLOW: f64 = 0.1;
/// Band of the torques over that of the motion: inertial torques have twice the frequency of the
/// motion and more, friction a multiple.
const SAFETY: f64 = 8.0;
/// Cut-off of the positions over that of the torques: at the latter, order 4 then loses `4⁻⁸ = 2e-5`.
const MARGIN: f64 = 4.0;
/// Lowest proposal \[Hz\]: friction switches faster than slow motions suggest.
const LOWEST_HZ: f64 = 1.0;
/// Highest proposal, as a share of the sampling rate: beyond it difference quotients err.
const HIGHEST: f64 = 0.2;

/// Frequency band of one joint's motion.
struct Band {
    speed_rms: f64,
    /// Frequency below which [`SHARE`] of the power of its velocity lies \[Hz\].
    motion_hz: f64,
}

/// Cut-offs for a motion: torques at eight times the frequency below which 99 % of the velocity's
/// power lies, positions at four times that.
///
/// The power is that of an averaged periodogram above the noise floor of the positions; the joint
/// with the highest such frequency decides, among those that move at a tenth of the fastest joint's
/// speed or more. Clamped to 1 Hz and a fifth of the rate. `q` holds, per stretch, the positions of
/// all `joints` one after the other on a uniform grid.
pub fn propose_cutoff(joints: &[String], q: &[&[f64]], rate_hz: f64) -> Cutoff {
    let n_samples = |q: &&[f64]| q.len() / joints.len().max(1);
    let mut scan = CutoffScan::new(joints, rate_hz, q.iter().map(n_samples).max().unwrap_or(0));
    for stretch in q {
        scan.push(stretch);
        scan.end_stretch();
    }
    scan.finish()
}

/// Choice of cut-offs for a motion that is read in pieces.
#[derive(Clone, Debug)]
pub struct CutoffScan {
    joints: Vec<String>,
    rate_hz: f64,
    /// Of the velocity of each joint.
    spectra: Vec<SpectrumScan>,
    /// Position of each joint at the end of the last piece; none where a stretch begins.
    last: Vec<Option<f64>>,
}

impl CutoffScan {
    /// With a periodogram for stretches of `longest` samples.
    pub fn new(joints: &[String], rate_hz: f64, longest: usize) -> Self {
        // Difference quotients are one fewer.
        let spectrum = SpectrumScan::new(longest.saturating_sub(1), rate_hz);
        let (spectra, last) = (vec![spectrum; joints.len()], vec![None; joints.len()]);
        Self { joints: joints.to_vec(), rate_hz, spectra, last }
    }

    /// Adds positions of all joints, one joint after the other, that follow without a gap.
    pub fn push(&mut self, q: &[f64]) {
        let (rate_hz, n) = (self.rate_hz, q.len() / self.joints.len().max(1));
        let joints = self.spectra.par_iter_mut().zip(&mut self.last).zip(q.par_chunks(n.max(1)));
        joints.for_each(|((spectrum, last), q)| {
            let positions = last.iter().chain(q);
            let next = positions.clone().skip(1);
            spectrum.push(positions.zip(next).map(|(a, b)| (b - a) * rate_hz));
            *last = q.last().copied();
        });
    }

    /// Ends a stretch: no difference reaches over a gap.
    pub fn end_stretch(&mut self) {
        self.spectra.iter_mut().for_each(SpectrumScan::end_stretch);
        self.last.fill(None);
    }

    /// The proposal of everything so far.
    pub fn finish(self) -> Cutoff {
        let Self { joints, rate_hz, spectra, .. } = self;
        let bands: Vec<Band> =
            spectra.into_par_iter().map(|scan| band(&scan.finish(), rate_hz)).collect();
        let fastest = bands.iter().map(|b| b.speed_rms).fold(0.0, f64::max);
        let moving = bands.iter().zip(&joints).filter(|(b, _)| b.speed_rms > SLOW * fastest);
        match moving.max_by(|a, b| a.0.motion_hz.total_cmp(&b.0.motion_hz)) {
            Some((band, joint)) => proposal(joint, band.motion_hz, rate_hz),
            None => at_a_loss(rate_hz),
        }
    }
}

fn proposal(joint: &str, motion_hz: f64, rate_hz: f64) -> Cutoff {
    let (wanted_hz, highest_hz) = (SAFETY * motion_hz, HIGHEST * rate_hz);
    let torque_hz = wanted_hz.max(LOWEST_HZ).min(highest_hz);
    let mut reason = format!(
        "{:.0} % of the velocity's power lies below {motion_hz:.2} Hz (joint {joint:?} is highest); \
         {SAFETY} times that is {wanted_hz:.2} Hz",
        100.0 * SHARE
    );
    if torque_hz < wanted_hz {
        reason += &format!(", lowered to a fifth of the rate, {highest_hz:.2} Hz");
    } else if torque_hz > wanted_hz {
        reason += &format!(", raised to {LOWEST_HZ} Hz");
    }
    Cutoff { torque_hz, motion_hz: positions(torque_hz, rate_hz), reason, warning: None }
}

fn at_a_loss(rate_hz: f64) -> Cutoff {
    let torque_hz = LOWEST_HZ.min(HIGHEST * rate_hz);
    let reason = format!("no joint moves above the noise; {torque_hz} Hz is the lowest proposal");
    let warning = Some(SignalWarning::NoMotion { cutoff_hz: torque_hz }.into());
    Cutoff { torque_hz, motion_hz: positions(torque_hz, rate_hz), reason, warning }
}

/// Cut-off of the positions for a band of the torques.
pub(super) fn positions(torque_hz: f64, rate_hz: f64) -> f64 {
    (MARGIN * torque_hz).min(HIGHEST * rate_hz)
}

/// Band of a joint by the periodogram of difference quotients: positions would leak from low frequencies all
/// over the spectrum.
fn band(velocity: &Spectrum, rate_hz: f64) -> Band {
    let Spectrum { bin_hz, density, .. } = velocity;
    // |1 − e^(−iω/fs)|² fs², from positions to difference quotients
    let gain = |i: usize| (2.0 * rate_hz * (PI * i as f64 * bin_hz / rate_hz).sin()).powi(2);
    let floor = noise_floor(density, gain);
    let above = |(i, s): (usize, &f64)| (s - ABOVE_FLOOR * floor * gain(i)).max(0.0);
    let motion: Vec<f64> = density.iter().enumerate().map(above).collect();
    let total: f64 = motion.iter().sum();
    let mut below = 0.0;
    let reached = motion.iter().position(|power| {
        below += power;
        below >= SHARE * total
    });
    Band { speed_rms: (total * bin_hz).sqrt(), motion_hz: reached.unwrap_or(0) as f64 * bin_hz }
}

/// Density of the noise of positions: the median of an upper octave, of the louder one of two.
///
/// Interpolated jitter leaves the highest octave too quiet, so the one below it is asked as well.
fn noise_floor(velocity_density: &[f64], gain: impl Fn(usize) -> f64) -> f64 {
    let n = velocity_density.len();
    let octave = |from: usize, to: usize| {
        let position: Vec<f64> = (from.max(1)..to).map(|i| velocity_density[i] / gain(i)).collect();
        median(&position).unwrap_or(0.0)
    };
    octave(n / 4, n / 2).max(octave(n / 2, n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Two sines per joint with amplitudes 1 and 0.3 rad, and noise.
    fn motion(frequencies_hz: &[(f64, f64)], noise: f64, n: usize) -> (Vec<String>, Vec<f64>) {
        let mut rng = Pcg64::seed_from_u64(7);
        let mut q = Vec::new();
        for (slow, fast) in frequencies_hz {
            for k in 0..n {
                let t = 0.01 * k as f64;
                let sines = (2.0 * PI * slow * t).sin() + 0.3 * (2.0 * PI * fast * t).sin();
                q.push(sines + noise * rng.random_range(-1.0..1.0));
            }
        }
        ((0..frequencies_hz.len()).map(|j| format!("j{j}")).collect(), q)
    }

    #[test]
    fn the_fastest_motion_decides_with_and_without_noise() {
        for noise in [0.0, 1e-4] {
            let (joints, q) = motion(&[(0.1, 0.4), (0.3, 1.2)], noise, 4000);
            let cutoff = propose_cutoff(&joints, &[&q], 100.0);
            // 1.2 Hz, up to two bins of 0.1 Hz higher through the window
            let motion_hz = cutoff.torque_hz / 8.0;
            assert!((1.2..1.45).contains(&motion_hz), "{cutoff:?}");
            assert!(cutoff.reason.contains("\"j1\""), "{}", cutoff.reason);
            assert_eq!(cutoff.warning, None);
        }
    }

    #[test]
    fn a_shaking_joint_that_hardly_moves_does_not_decide() {
        let (joints, mut q) = motion(&[(0.1, 0.4), (9.0, 9.0)], 1e-5, 4000);
        q[4000..].iter_mut().for_each(|v| *v *= 1e-4);
        let cutoff = propose_cutoff(&joints, &[&q], 100.0);
        assert!(cutoff.torque_hz < 5.0, "{cutoff:?}");
    }

    #[test]
    fn proposals_are_clamped_and_say_so() {
        let (joints, q) = motion(&[(0.3, 9.0)], 0.0, 4000);
        let high = propose_cutoff(&joints, &[&q], 100.0);
        assert!(high.torque_hz == 20.0 && high.reason.contains("lowered"), "{high:?}");
        let (joints, q) = motion(&[(0.01, 0.02)], 0.0, 40_000);
        let low = propose_cutoff(&joints, &[&q], 100.0);
        assert!(low.torque_hz == 1.0 && low.reason.contains("raised"), "{low:?}");
    }

    #[test]
    fn standstill_is_doubted() {
        let cutoff = propose_cutoff(&["a".to_owned()], &[&[0.5; 1000]], 100.0);
        assert_eq!(cutoff.warning, Some(SignalWarning::NoMotion { cutoff_hz: 1.0 }.into()));
        assert_eq!(propose_cutoff(&[], &[], 100.0).torque_hz, 1.0);
    }
}
