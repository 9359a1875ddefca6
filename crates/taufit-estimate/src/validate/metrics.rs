//! Errors of predicted torques, per joint and in total.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taufit_data::diagnostics::DataError;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::{Joint, Robot};

/// Errors of one joint's predicted torque.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointMetrics {
    /// Root mean square error \[N·m or N\].
    pub rms_nm: f64,
    /// Largest error \[N·m or N\].
    pub max_nm: f64,
    /// `100 |τ − τ̂|/|τ|` (Jubien et al. 2014).
    pub relative_percent: f64,
    /// `1 − |τ − τ̂|²/|τ − mean τ|²`: the share of the torque's variation that is explained.
    pub r_squared: f64,
}

/// The same for all joints, and over all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metrics {
    /// In order of the coordinates.
    pub joints: Vec<JointMetrics>,
    /// `100 |τ − τ̂|/|τ|` over all joints. An arm with turning and sliding joints has one such error for
    /// its torques and one for its forces, and this is their root mean square: N·m and N do not add.
    pub relative_percent: f64,
    /// `√(eᵀe)/m` with `m` time samples (Kovincic et al. 2019, eq. 22) \[N·m\]; of the turning joints
    /// alone where there are sliding ones as well.
    pub e_n_nm: f64,
    /// Number of time samples.
    pub n_samples: usize,
}

/// Errors gathered stretch by stretch, so that no log need be held in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorSums {
    n_samples: usize,
    joints: Vec<JointSums>,
    /// Whether each joint slides.
    slides: Vec<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct JointSums {
    squared_error: f64,
    max_error: f64,
    torque: f64,
    squared_torque: f64,
}

impl ErrorSums {
    /// Empty sums for the joints of a robot.
    pub fn of(robot: &Robot) -> Self {
        Self::new(robot.dof_joint_iter().map(Joint::is_prismatic).collect())
    }

    fn new(slides: Vec<bool>) -> Self {
        Self { n_samples: 0, joints: vec![JointSums::default(); slides.len()], slides }
    }

    /// Adds a stretch: torques `n_dof × n_samples`, sample index fastest.
    pub fn push(&mut self, measured: &[f64], predicted: &[f64], n_samples: usize) -> Result<()> {
        let expected = self.joints.len() * n_samples;
        for (what, found) in
            [("measured torques", measured.len()), ("predicted torques", predicted.len())]
        {
            if found != expected {
                return Err(InputError::LengthMismatch { what, expected, found }.into());
            }
        }
        self.n_samples += n_samples;
        let channels =
            measured.chunks_exact(n_samples.max(1)).zip(predicted.chunks_exact(n_samples.max(1)));
        for (sums, (tau, fit)) in self.joints.iter_mut().zip(channels) {
            for (tau, fit) in tau.iter().zip(fit) {
                sums.squared_error += (tau - fit).powi(2);
                sums.max_error = sums.max_error.max((tau - fit).abs());
                sums.torque += tau;
                sums.squared_torque += tau * tau;
            }
        }
        Ok(())
    }

    /// The errors over everything that was added.
    pub fn metrics(&self) -> Result<Metrics> {
        let n_samples = self.n_samples;
        if n_samples == 0 {
            let what = "comparing torques";
            return Err(DataError::TooFewSamples { what, needed: 1, found: n_samples }.into());
        }
        // Torques first, then forces: squared errors and squared efforts.
        let kinds: Vec<(f64, f64)> =
            [false, true].into_iter().filter_map(|slides| self.squares(slides)).collect();
        let relative = kinds.iter().map(|(error, effort)| error / effort).sum::<f64>();
        let squared_error = kinds.first().map_or(0.0, |(error, _)| *error);
        Ok(Metrics {
            joints: self.joints.iter().map(|j| j.metrics(n_samples)).collect(),
            relative_percent: 100.0 * (relative / kinds.len().max(1) as f64).sqrt(),
            e_n_nm: squared_error.sqrt() / n_samples as f64,
            n_samples,
        })
    }

    /// Sums of squared errors and efforts of all joints that slide, or of all that turn.
    fn squares(&self, slides: bool) -> Option<(f64, f64)> {
        let mut of_kind = self.joints.iter().zip(&self.slides).filter(|(_, s)| **s == slides);
        let add = |(error, effort): (f64, f64), (j, _): (&JointSums, _)| {
            (error + j.squared_error, effort + j.squared_torque)
        };
        let first = of_kind.next()?;
        Some(of_kind.fold(add((0.0, 0.0), first), add))
    }
}

impl JointSums {
    fn metrics(&self, n_samples: usize) -> JointMetrics {
        let n = n_samples as f64;
        let variation = self.squared_torque - self.torque.powi(2) / n;
        JointMetrics {
            rms_nm: (self.squared_error / n).sqrt(),
            max_nm: self.max_error,
            relative_percent: 100.0 * ratio(self.squared_error, self.squared_torque).sqrt(),
            r_squared: r_squared(self.squared_error, variation, self.squared_torque),
        }
    }
}

/// `a/b`; 0 where both are, as for a joint whose efforts are not used.
fn ratio(a: f64, b: f64) -> f64 {
    if a == 0.0 { 0.0 } else { a / b }
}

/// `1 − error/variation`; 0 for a torque that does not vary beyond rounding and is not met.
fn r_squared(squared_error: f64, variation: f64, squared_torque: f64) -> f64 {
    if variation > f64::EPSILON * squared_torque {
        1.0 - squared_error / variation
    } else if squared_error > f64::EPSILON * squared_torque {
        0.0
    } else {
        1.0
    }
}

/// Compares measured and predicted torques of turning joints, both `n_dof × n_samples` with the sample index fastest.
pub fn compare(measured: &[f64], predicted: &[f64], n_samples: usize) -> Result<Metrics> {
    let n_dof = measured.len().checked_div(n_samples).unwrap_or(0);
    let mut sums = ErrorSums::new(vec![false; n_dof]);
    sums.push(measured, predicted, n_samples)?;
    sums.metrics()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torques_and_forces_are_not_added() {
        // A torque of 2 N·m missed by half, forces of 1000 N missed by a tenth.
        let mut sums = ErrorSums::new(vec![false, true]);
        sums.push(&[2.0, 2.0, 1000.0, -1000.0], &[1.0, 1.0, 900.0, -900.0], 2).unwrap();
        let metrics = sums.metrics().unwrap();
        let expected = 100.0 * ((0.25 + 0.01) / 2.0_f64).sqrt();
        assert!((metrics.relative_percent - expected).abs() < 1e-9, "{metrics:?}");
        assert!((metrics.e_n_nm - 2.0_f64.sqrt() / 2.0).abs() < 1e-12, "{metrics:?}");
    }

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
