//! Loading and unloading: the sign of the motor's friction in every row.

use crate::signal::median;

/// A way back shorter than this share of the whole range is no reversal ...
const DEAD_BAND: f64 = 0.03;
/// ... nor one that so many standard deviations of the noise make. A narrower band would leave out
/// rows by the sign of their noise, and friction would come out too large.
const NOISE_BAND: f64 = 6.0;
/// Rows apart, beyond which the noise of filtered signals is no longer correlated.
const APART: usize = 5;

/// 1 while the motor turns forwards, −1 while it turns backwards, 0 between the branches.
///
/// After a reversal of the torque the motor sticks: torque changes, position does not, and friction has
/// any value between its limits. A row is on a branch only where torque and position last turned the
/// same way; at rest both keep the direction in which they came.
pub(super) fn branches(q: &[f64], tau: &[f64]) -> Vec<i8> {
    let pairs = directions(q).into_iter().zip(directions(tau));
    pairs.map(|(motor, load)| if motor == load { motor } else { 0 }).collect()
}

/// The way in which a signal last went by more than its dead band; 0 before it did, and from a turning
/// point until the way back has left the dead band.
fn directions(x: &[f64]) -> Vec<i8> {
    let band = (DEAD_BAND * range(x)).max(NOISE_BAND * noise(x));
    let mut found = vec![0; x.len()];
    // Where the signal was lowest and highest since it last turned.
    let (mut direction, mut low, mut high) = (0, 0, 0);
    for k in 0..x.len() {
        low = if x[k] <= x[low] { k } else { low };
        high = if x[k] >= x[high] { k } else { high };
        let turned_down = direction != -1 && x[high] - x[k] > band;
        let turned_up = direction != 1 && x[k] - x[low] > band;
        if turned_down {
            found[high + 1..k].fill(0);
            (direction, low) = (-1, k);
        } else if turned_up {
            found[low + 1..k].fill(0);
            (direction, high) = (1, k);
        }
        found[k] = direction;
    }
    found
}

/// Standard deviation of the noise on a signal of straight pieces: second differences are noise only,
/// `√6 σ`, but at the few corners, which the median does not see.
fn noise(x: &[f64]) -> f64 {
    const NORMAL_MEDIAN: f64 = 0.6745;
    let bend = |k: usize| (x[k] - 2.0 * x[k + APART] + x[k + 2 * APART]).abs();
    let bends: Vec<f64> = (0..x.len().saturating_sub(2 * APART)).map(bend).collect();
    median(&bends).map_or(0.0, |bend| bend / (NORMAL_MEDIAN * 6.0_f64.sqrt()))
}

/// From the lowest to the highest value; nothing has no length.
pub(super) fn range(x: &[f64]) -> f64 {
    let nothing = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = x.iter().fold(nothing, |(low, high), x| (low.min(*x), high.max(*x)));
    (high - low).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// A motor with friction 2 on a spring of stiffness 10 whose torque goes 0 → 20 → 0.
    fn stick_and_slide() -> (Vec<f64>, Vec<f64>, Vec<i8>) {
        let tau: Vec<f64> = (0..=400).map(|k| 20.0 - (f64::from(k) - 200.0).abs() / 10.0).collect();
        let (mut q, mut slide) = (0.0_f64, Vec::new());
        let positions = tau.iter().map(|tau| {
            let before = q;
            q = q.clamp((tau - 2.0) / 10.0, (tau + 2.0) / 10.0);
            slide.push(if q > before {
                1
            } else if q < before {
                -1
            } else {
                0
            });
            q
        });
        let positions = positions.collect();
        (positions, tau, slide)
    }

    #[test]
    fn rows_between_the_branches_are_told_apart() {
        let (q, tau, slide) = stick_and_slide();
        let found = branches(&q, &tau);
        // Of the rows that slide a few are lost while the way back is shorter than the dead band; none
        // that sticks is taken for sliding.
        let (mut lost, mut wrong) = (0, 0);
        for (branch, slide) in found.iter().zip(&slide) {
            lost += usize::from(*slide != 0 && *branch != *slide);
            wrong += usize::from(*slide == 0 && *branch != 0);
        }
        assert!(lost <= 20 && wrong <= 1, "{lost} lost, {wrong} wrong");
        // On the branches the line is exact: τ = 10 q ± 2.
        for ((branch, q), tau) in found.iter().zip(&q).zip(&tau).filter(|((b, _), _)| **b != 0) {
            assert!((tau - 10.0 * q - 2.0 * f64::from(*branch)).abs() < 1e-9, "{branch} {q} {tau}");
        }
    }

    #[test]
    fn noise_is_told_from_ramps() {
        let ramp: Vec<f64> = (0..4000).map(|k| (f64::from(k) - 2000.0).abs()).collect();
        assert!(noise(&ramp) < 1e-12);
        // Uniform between −1 and 1: σ = 1/√3. Second differences b of it have the density (1 − b²/8)/4
        // up to 2, so that the median of |b| solves m − m³/24 = 1: 1.046, which is 1.097 of what a normal
        // noise of this σ gives.
        let mut dice = Pcg64::seed_from_u64(4);
        let noisy: Vec<f64> = ramp.iter().map(|x| x + dice.random_range(-1.0..1.0)).collect();
        assert!((noise(&noisy) * 3.0_f64.sqrt() - 1.097).abs() < 0.1, "{}", noise(&noisy));
        assert_eq!(noise(&[1.0, 2.0]), 0.0);
    }

    #[test]
    fn rest_belongs_to_the_branch_before_it() {
        let q = [0.0, 1.0, 2.0, 2.0, 2.01, 1.99, 2.0, 3.0, 1.0, 0.0];
        assert_eq!(directions(&q), [0, 1, 1, 1, 1, 1, 1, 1, -1, -1]);
        let slow = [0.0, 10.0, 20.0, 19.9, 19.8, 19.7, 15.0];
        assert_eq!(directions(&slow), [0, 1, 1, 0, 0, 0, -1]);
        assert_eq!(branches(&[], &[]), [0_i8; 0]);
        assert_eq!(branches(&[1.0; 4], &[2.0; 4]), [0; 4]);
    }
}
