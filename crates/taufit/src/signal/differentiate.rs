//! Velocity and acceleration of positions on a uniform grid.

use crate::diagnostics::{Error, Result};

/// First derivative: `(x₊ − x₋)/2h`, one-sided of the same order at the ends.
///
/// Exact on quadratics; error `h² x‴/6` inside and `h² x‴/3` at the ends. A sine of frequency `f` is
/// scaled by `sin(2πfh)/(2πfh)`. Three samples at least; `rate_hz` is `1/h`.
pub fn velocity(x: &[f64], rate_hz: f64) -> Result<Vec<f64>> {
    let n = enough(x, 3)?;
    let half = 0.5 * rate_hz;
    let mut v = Vec::with_capacity(n);
    // x'₀ = (−3 x₀ + 4 x₁ − x₂)/2h
    v.push(half * (4.0 * (x[1] - x[0]) - (x[2] - x[0])));
    v.extend(x.windows(3).map(|w| half * (w[2] - w[0])));
    v.push(half * (4.0 * (x[n - 1] - x[n - 2]) - (x[n - 1] - x[n - 3])));
    Ok(v)
}

/// Second derivative: `(x₊ − 2x + x₋)/h²`, one-sided of the same order at the ends.
///
/// Exact on cubics; error `h² x⁗/12` inside and `11 h² x⁗/12` at the ends. A sine of frequency `f` is
/// scaled by `(sin(πfh)/(πfh))²`. Four samples at least; `rate_hz` is `1/h`.
pub fn acceleration(x: &[f64], rate_hz: f64) -> Result<Vec<f64>> {
    let n = enough(x, 4)?;
    let square = rate_hz * rate_hz;
    // x''₀ = (2 x₀ − 5 x₁ + 4 x₂ − x₃)/h²
    let end = |a: f64, b: f64, c: f64, d: f64| square * (2.0 * a - 5.0 * b + 4.0 * c - d);
    let mut acc = Vec::with_capacity(n);
    acc.push(end(x[0], x[1], x[2], x[3]));
    acc.extend(x.windows(3).map(|w| square * ((w[2] - w[1]) - (w[1] - w[0]))));
    acc.push(end(x[n - 1], x[n - 2], x[n - 3], x[n - 4]));
    Ok(acc)
}

fn enough(x: &[f64], needed: usize) -> Result<usize> {
    let found = x.len();
    if found < needed {
        return Err(Error::TooFewSamples { what: "differentiating", needed, found });
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
        // Steps of 1/8 s keep every product exact, so that nothing but the formula is tested.
        let x = sampled(|t| 3.0 - 2.0 * t + 4.0 * t * t, 20, 8.0);
        let v = velocity(&x, 8.0).unwrap();
        assert_eq!(worst(&v, &sampled(|t| -2.0 + 8.0 * t, 20, 8.0)), 0.0);
        assert_eq!(worst(&acceleration(&x, 8.0).unwrap(), &[8.0; 20]), 0.0);
    }

    #[test]
    fn cubics_have_exact_accelerations() {
        let x = sampled(|t| t * t * t - t, 20, 8.0);
        let expected = sampled(|t| 6.0 * t, 20, 8.0);
        assert_eq!(worst(&acceleration(&x, 8.0).unwrap(), &expected), 0.0);
    }

    #[test]
    fn halving_the_step_quarters_the_error() {
        let errors = |rate_hz: f64| {
            let n = (2.0 * rate_hz) as usize + 1;
            let x = sampled(f64::sin, n, rate_hz);
            let v = velocity(&x, rate_hz).unwrap();
            let a = acceleration(&x, rate_hz).unwrap();
            let minus_sine = sampled(|t| -t.sin(), n, rate_hz);
            (worst(&v, &sampled(f64::cos, n, rate_hz)), worst(&a, &minus_sine))
        };
        let (coarse, fine) = (errors(50.0), errors(100.0));
        assert!((coarse.0 / fine.0 - 4.0).abs() < 0.1, "{coarse:?} {fine:?}");
        assert!((coarse.1 / fine.1 - 4.0).abs() < 0.3, "{coarse:?} {fine:?}");
    }

    #[test]
    fn too_few_samples_are_refused() {
        assert_eq!(velocity(&[0.0; 2], 1.0).unwrap_err().code(), "E107");
        assert_eq!(acceleration(&[0.0; 3], 1.0).unwrap_err().code(), "E107");
    }
}
