//! Velocity and acceleration of positions on a uniform grid.

use crate::diagnostics::DataError;
use taufit_dynamics::diagnostics::Result;

/// Weights of `x₊ₖ − x₋ₖ`, `k = 1 … 4`, in `h x'`: exact on polynomials of degree 8 (Fornberg, Math. Comp. 1988).
const FIRST: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
/// Weights of `x₊ₖ − 2x + x₋ₖ` in `h² x''`: exact on polynomials of degree 9.
const SECOND: [f64; 4] = [8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0];
/// Samples on either side that a central difference uses.
const REACH: usize = FIRST.len();

/// First derivative of order 8, at the four samples of either end of order 2.
///
/// Relative error on a sine of frequency `f`: `(2πfh)⁸/630` inside, so that sampling adds nothing to
/// what filtering has left. Three samples at least; `rate_hz` is `1/h`.
pub fn velocity(x: &[f64], rate_hz: f64) -> Result<Vec<f64>> {
    let mut qd = Vec::new();
    velocity_into(x, rate_hz, &mut qd).map(|()| qd)
}

/// The same into a buffer, whatever it holds.
pub(super) fn velocity_into(x: &[f64], rate_hz: f64, to: &mut Vec<f64>) -> Result<()> {
    let n = enough(x, 3)?;
    let half = 0.5 * rate_hz;
    // x'₀ = (−3 x₀ + 4 x₁ − x₂)/2h
    let left = half * (4.0 * (x[1] - x[0]) - (x[2] - x[0]));
    let right = half * (4.0 * (x[n - 1] - x[n - 2]) - (x[n - 1] - x[n - 3]));
    let near_an_end = |k: usize| half * (x[k + 1] - x[k - 1]);
    let inside = |w: &[f64]| {
        let pairs =
            FIRST.iter().enumerate().map(|(i, f)| f * (w[REACH + i + 1] - w[REACH - i - 1]));
        rate_hz * pairs.sum::<f64>()
    };
    differences(x, [left, right], near_an_end, inside, to);
    Ok(())
}

/// Second derivative of order 8, at the four samples of either end of order 2.
///
/// Relative error on a sine of frequency `f`: `(2πfh)⁸/3150` inside. Four samples at least;
/// `rate_hz` is `1/h`.
pub fn acceleration(x: &[f64], rate_hz: f64) -> Result<Vec<f64>> {
    let mut qdd = Vec::new();
    acceleration_into(x, rate_hz, &mut qdd).map(|()| qdd)
}

/// The same into a buffer, whatever it holds.
pub(super) fn acceleration_into(x: &[f64], rate_hz: f64, to: &mut Vec<f64>) -> Result<()> {
    let n = enough(x, 4)?;
    let square = rate_hz * rate_hz;
    // x''₀ = (2 x₀ − 5 x₁ + 4 x₂ − x₃)/h²
    let end = |a: f64, b: f64, c: f64, d: f64| square * (2.0 * a - 5.0 * b + 4.0 * c - d);
    let bend = |x: &[f64], k: usize, i: usize| (x[k + i] - x[k]) - (x[k] - x[k - i]);
    let near_an_end = |k: usize| square * bend(x, k, 1);
    let inside = |w: &[f64]| {
        square * SECOND.iter().enumerate().map(|(i, s)| s * bend(w, REACH, i + 1)).sum::<f64>()
    };
    let (left, right) = (end(x[0], x[1], x[2], x[3]), end(x[n - 1], x[n - 2], x[n - 3], x[n - 4]));
    differences(x, [left, right], near_an_end, inside, to);
    Ok(())
}

/// Writes the ends, what is near them, and what is made of nine samples around each of the others.
fn differences(
    x: &[f64],
    [left, right]: [f64; 2],
    near_an_end: impl Fn(usize) -> f64,
    inside: impl Fn(&[f64]) -> f64,
    to: &mut Vec<f64>,
) {
    let n = x.len();
    let first = REACH.min(n - 1);
    to.clear();
    to.push(left);
    to.extend((1..first).map(&near_an_end));
    to.extend(x.windows(2 * REACH + 1).map(inside));
    to.extend((to.len()..n - 1).map(&near_an_end));
    to.push(right);
}

fn enough(x: &[f64], needed: usize) -> Result<usize> {
    let found = x.len();
    if found < needed {
        return Err(DataError::TooFewSamples { what: "differentiating", needed, found }.into());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(f: impl Fn(f64) -> f64, n: usize, rate_hz: f64) -> Vec<f64> {
        (0..n).map(|k| f(k as f64 / rate_hz)).collect()
    }

    fn worst(found: &[f64], expected: &[f64]) -> f64 {
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn quadratics_are_differentiated_exactly_up_to_the_ends() {
        let x = sampled(|t| 3.0 - 2.0 * t + 4.0 * t * t, 20, 8.0);
        let v = velocity(&x, 8.0).unwrap();
        assert!(worst(&v, &sampled(|t| -2.0 + 8.0 * t, 20, 8.0)) < 1e-12);
        assert!(worst(&acceleration(&x, 8.0).unwrap(), &[8.0; 20]) < 1e-11);
    }

    #[test]
    fn eighth_powers_are_exact_inside() {
        let x = sampled(|t| t.powi(8), 21, 10.0);
        let v = velocity(&x, 10.0).unwrap();
        let a = acceleration(&x, 10.0).unwrap();
        let inside = REACH..21 - REACH;
        let (dx, ddx) =
            (sampled(|t| 8.0 * t.powi(7), 21, 10.0), sampled(|t| 56.0 * t.powi(6), 21, 10.0));
        assert!(worst(&v[inside.clone()], &dx[inside.clone()]) < 1e-10);
        assert!(worst(&a[inside.clone()], &ddx[inside]) < 1e-8);
    }

    #[test]
    fn sines_lose_what_theory_says() {
        // (2πfh)⁸/630 and (2πfh)⁸/3150 at a tenth of the rate
        let (rate_hz, w) = (10.0, 2.0 * std::f64::consts::PI);
        let x = sampled(|t| (w * t).sin(), 41, rate_hz);
        let v = velocity(&x, rate_hz).unwrap()[20] / w;
        let lost = (w / rate_hz).powi(8) / 630.0;
        assert!(((1.0 - v) / lost - 1.0).abs() < 0.2, "{} against {lost}", 1.0 - v);
        let x = sampled(|t| (w * t).cos(), 41, rate_hz);
        let a = -acceleration(&x, rate_hz).unwrap()[20] / (w * w);
        let lost = (w / rate_hz).powi(8) / 3150.0;
        assert!(((1.0 - a) / lost - 1.0).abs() < 0.2, "{} against {lost}", 1.0 - a);
    }

    #[test]
    fn too_few_samples_are_refused() {
        assert_eq!(velocity(&[0.0; 2], 1.0).unwrap_err().code(), "E107");
        assert_eq!(acceleration(&[0.0; 3], 1.0).unwrap_err().code(), "E107");
    }
}
