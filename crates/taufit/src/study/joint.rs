//! The joints of a study: errors, friction, residuals.

use crate::friction::Friction;
use crate::validate::JointMetrics;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Friction, errors and residuals of one joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointRecord {
    /// Number from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Unit of its effort: `N m`, or `N` for a sliding joint.
    pub effort_unit: String,
    /// Unit of its position: `rad`, or `m` for a sliding joint.
    pub position_unit: String,
    /// Torque errors.
    pub errors: JointErrors,
    /// Standard deviation of the residual in the fit \[N·m or N\].
    pub residual_sigma: f64,
    /// Factor by which its rows counted in the fit.
    pub weight: f64,
    /// Reflected rotor inertia, nominal \[kg m² or kg\].
    pub nominal_rotor_inertia: f64,
    /// Reflected rotor inertia of the physically consistent model \[kg m² or kg\].
    pub rotor_inertia: f64,
    /// Nominal friction.
    #[schemars(with = "serde_json::Value")]
    pub nominal_friction: Friction,
    /// Identified friction.
    #[schemars(with = "serde_json::Value")]
    pub friction: Friction,
    /// Identified friction torque over velocity.
    pub friction_curve: CurvePoints,
    /// Measured torque less the rigid-body part, over velocity: what the curve should go through.
    pub friction_cloud: Cloud,
    /// Residual on validation data.
    pub residual: ResidualRecord,
    /// Positions and velocities of the logs; `None` in results of versions that did not record it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<JointCoverage>,
}

/// Positions and velocities of a joint in the logs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointCoverage {
    /// Positions \[rad or m\].
    pub position: CoverageHistogram,
    /// Velocities \[rad/s or m/s\].
    pub velocity: CoverageHistogram,
}

/// Samples of the fit and of the validation data in bins of equal width; empty where nothing moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageHistogram {
    /// Lower edge of the first bin.
    pub from: f64,
    /// Width of a bin.
    pub width: f64,
    /// Samples of the fit in every bin.
    pub fit: Vec<usize>,
    /// Samples of the validation data in every bin.
    pub validation: Vec<usize>,
}

/// Torque errors of one joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointErrors {
    /// Base parameters on the data of the fit.
    pub fit: JointMetrics,
    /// Base parameters on data not used for the fit.
    pub validation: JointMetrics,
    /// Physically consistent parameters on the same data.
    pub feasible: JointMetrics,
    /// The nominal model on the same data.
    pub nominal: JointMetrics,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CurvePoints {
    /// Velocities \[rad/s or m/s\], ascending.
    pub qd: Vec<f64>,
    /// Torques \[N·m or N\].
    pub tau: Vec<f64>,
}

/// Points, a fair selection of all samples.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cloud {
    /// Velocities \[rad/s or m/s\].
    pub qd: Vec<f64>,
    /// Torques \[N·m or N\].
    pub tau: Vec<f64>,
}

/// Residual of a joint's torque on validation data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResidualRecord {
    /// Distribution.
    pub histogram: Histogram,
    /// Its power over frequency.
    pub spectrum: SpectrumRecord,
    /// Correlation time \[s\].
    pub correlation_time_s: f64,
    /// Autocorrelation; `None` in results of versions that did not record it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub autocorrelation: Option<Autocorrelation>,
    /// Quantiles beside those of a normal distribution; `None` in results of versions that did not record them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantiles: Option<NormalQuantiles>,
    /// Tests of what it should not depend on.
    pub tests: Vec<ResidualTest>,
}

/// Autocorrelation over equal steps of the lag, the first of which is zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Autocorrelation {
    /// Step of the lag \[s\].
    pub step_s: f64,
    /// Correlation at every lag.
    pub values: Vec<f64>,
    /// Value that 95 % of the lags of white noise keep to.
    pub bound: f64,
}

/// Quantiles of the residual at those of the standard normal distribution (normal probability plot).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NormalQuantiles {
    /// Quantiles of the standard normal distribution.
    pub normal: Vec<f64>,
    /// Quantiles of the residual \[N·m or N\].
    pub residual: Vec<f64>,
}

/// Counts in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Histogram {
    /// Lower edge of the first bin \[N·m or N\].
    pub from: f64,
    /// Width of a bin \[N·m or N\].
    pub width: f64,
    /// Samples in every bin.
    pub counts: Vec<usize>,
}

/// Power spectral density.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpectrumRecord {
    /// Distance of two frequencies \[Hz\]; the first is zero.
    pub bin_hz: f64,
    /// Density \[(N·m)²/Hz\].
    pub density: Vec<f64>,
}

/// A test of the residual, with its verdict in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResidualTest {
    /// Tested property: `whiteness`, `velocity`, `position`, `time`, `elasticity`.
    pub name: String,
    /// The statistic.
    pub statistic: f64,
    /// Its limit.
    pub limit: f64,
    /// Whether the statistic keeps to its limit.
    pub passed: bool,
    /// Meaning in a sentence.
    pub words: String,
}
