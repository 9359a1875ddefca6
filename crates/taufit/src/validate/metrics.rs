//! Errors of predicted torques, per joint and in total.

use crate::diagnostics::{Error, Result};
use serde::{Deserialize, Serialize};

/// How one joint's predicted torque compares with the measured one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointMetrics {
    /// Root mean square error \[N·m or N\].
    pub rms_nm: f64,
    /// Largest error \[N·m or N\].
    pub max_nm: f64,
    /// `100 |τ − τ̂|/|τ|` (seed 002).
    pub relative_percent: f64,
    /// `1 − |τ − τ̂|²/|τ − mean τ|²`: the share of the torque's variation that is explained.
    pub r_squared: f64,
}

/// The same for all joints, and over all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// In order of the coordinates.
    pub joints: Vec<JointMetrics>,
    /// `100 |τ − τ̂|/|τ|` over all joints.
    pub relative_percent: f64,
    /// `√(eᵀe)/m` with `m` time samples (seed 004, eq. 22) \[N·m\].
    pub e_n_nm: f64,
    /// Number of time samples.
    pub n_samples: usize,
}

/// Compares measured and predicted torques, both `n_dof × n_samples` with the sample index fastest.
pub fn compare(measured: &[f64], predicted: &[f64], n_samples: usize) -> Result<Metrics> {
    if measured.len() != predicted.len() {
        let (expected, found) = (measured.len(), predicted.len());
        return Err(Error::LengthMismatch { what: "predicted torques", expected, found });
    }
    if n_samples == 0 || !measured.len().is_multiple_of(n_samples) {
        return Err(Error::TooFewSamples {
            what: "comparing torques",
            needed: 1,
            found: n_samples,
        });
    }
    let pairs = measured.chunks_exact(n_samples).zip(predicted.chunks_exact(n_samples));
    let squared_error: f64 = measured.iter().zip(predicted).map(|(a, b)| (a - b).powi(2)).sum();
    let squared_torque: f64 = measured.iter().map(|a| a * a).sum();
    Ok(Metrics {
        joints: pairs.map(|(tau, fit)| of_joint(tau, fit)).collect(),
        relative_percent: 100.0 * (squared_error / squared_torque).sqrt(),
        e_n_nm: squared_error.sqrt() / n_samples as f64,
        n_samples,
    })
}

fn of_joint(tau: &[f64], fit: &[f64]) -> JointMetrics {
    let n = tau.len() as f64;
    let errors = || tau.iter().zip(fit).map(|(a, b)| a - b);
    let squared_error: f64 = errors().map(|e| e * e).sum();
    let mean = tau.iter().sum::<f64>() / n;
    let variation: f64 = tau.iter().map(|a| (a - mean).powi(2)).sum();
    let squared_torque: f64 = tau.iter().map(|a| a * a).sum();
    JointMetrics {
        rms_nm: (squared_error / n).sqrt(),
        max_nm: errors().fold(0.0, |m, e| m.max(e.abs())),
        relative_percent: 100.0 * (squared_error / squared_torque).sqrt(),
        r_squared: 1.0 - squared_error / variation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_of_a_hand_made_error() {
        let (tau, fit) = ([1.0, -1.0, 3.0, 4.0], [1.0, -1.0, 3.0, 3.0]);
        let metrics = compare(&tau, &fit, 2).unwrap();
        assert_eq!(metrics.joints[0].rms_nm, 0.0);
        assert_eq!(metrics.joints[0].r_squared, 1.0);
        assert_eq!(metrics.joints[1].relative_percent, 100.0 / 5.0);
        assert_eq!(metrics.joints[1].max_nm, 1.0);
        assert_eq!(metrics.joints[1].r_squared, 1.0 - 1.0 / 0.5);
        assert_eq!(metrics.e_n_nm, 0.5);
        assert!((metrics.relative_percent - 100.0 / 27.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(compare(&tau, &fit[1..], 2).unwrap_err().code(), "E020");
    }
}
