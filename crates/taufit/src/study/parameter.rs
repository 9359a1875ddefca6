//! Parameters of a study.

use super::Identifiability;
use crate::estimate::NORMAL_95;
use crate::validate::Claim;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A parameter with its uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterRecord {
    /// Short name, such as `mx2`; of a base parameter that of its leading standard parameter.
    pub name: String,
    /// The combination of standard parameters that a base parameter stands for, in short names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// Long name, such as `mx[upper_arm_link]`; of a base parameter the combination in long names.
    pub long_name: String,
    /// Unit.
    pub unit: String,
    /// Estimate.
    pub value: f64,
    /// Standard deviation, the correlation of the residuals taken into account; `None` where the data leave the
    /// parameter free, or where it was not estimated.
    pub sigma: Option<f64>,
    /// 95 % interval; `None` without `σ`.
    pub interval: Option<[f64; 2]>,
    /// Value of the nominal model; `None` where it has none.
    pub nominal: Option<f64>,
    /// Value of the physically consistent parameters, where these were sought apart from the estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feasible: Option<f64>,
    /// Identifiability from the data.
    pub identifiability: Identifiability,
}

impl ParameterRecord {
    /// Standard deviation; infinite where there is none.
    pub fn sigma_or_infinity(&self) -> f64 {
        self.sigma.unwrap_or(f64::INFINITY)
    }

    /// `100 σ/|value|`; `None` without `σ`, and for a value of zero.
    pub fn percent_sigma(&self) -> Option<f64> {
        self.sigma.map(|sigma| 100.0 * sigma / self.value.abs()).filter(|x| x.is_finite())
    }

    /// The combination that it stands for: the parameter itself where it is no combination.
    pub fn expression(&self) -> &str {
        self.expression.as_deref().unwrap_or(&self.name)
    }

    /// Whether the data give its value.
    pub fn is_determined(&self) -> bool {
        self.identifiability == Identifiability::Determined
    }
}

/// 95 % interval of a value with normally distributed errors.
pub fn normal_interval(value: f64, sigma: f64) -> [f64; 2] {
    [value - NORMAL_95 * sigma, value + NORMAL_95 * sigma]
}

impl Claim for &ParameterRecord {
    fn name(&self) -> &str {
        &self.name
    }

    fn expression(&self) -> &str {
        ParameterRecord::expression(self)
    }

    fn value_and_sigma(&self) -> (f64, f64) {
        (self.value, self.sigma_or_infinity())
    }
}

/// A link before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LinkRecord {
    /// Its name.
    pub name: String,
    /// The joint that moves it.
    pub joint: String,
    /// Links behind fixed joints that are part of it.
    pub merged: Vec<String>,
    /// Nominal body.
    pub nominal: LinkValues,
    /// Identified body, physically consistent.
    pub identified: LinkValues,
    /// Smallest eigenvalue of the identified pseudo-inertia; positive for a body that can exist.
    pub smallest_eigenvalue: f64,
}

/// A rigid body in its link's frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LinkValues {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// Centre of mass \[m\].
    pub com_m: [f64; 3],
    /// `Ixx Ixy Ixz Iyy Iyz Izz` about the centre of mass, axes of the link frame \[kg m²\].
    pub inertia_kg_m2: [f64; 6],
    /// Principal moments about the centre of mass, ascending \[kg m²\].
    pub principal_moments_kg_m2: [f64; 3],
    /// Directions of the principal axes in the link frame, one after the other, right-handed.
    pub principal_axes: [[f64; 3]; 3],
}

/// Conditioning of the base parameters by the motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Conditioning {
    /// Number of standard parameters.
    pub n_standard: usize,
    /// Number of base parameters.
    pub n_base: usize,
    /// Directions of base-parameter space that the data determine.
    pub rank: usize,
    /// Condition number of the weighted observation matrix with columns of length one.
    pub condition_number: f64,
    /// Its singular values, descending.
    pub singular_values: Vec<f64>,
    /// The directions that the data determine worst, the worst first.
    pub worst_directions: Vec<Direction>,
    /// Correlations of the errors of the base parameters: row `i` holds those with the parameters before it.
    pub correlations: Vec<Vec<f64>>,
}

/// A direction of base-parameter space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Direction {
    /// Its singular value as a share of the largest.
    pub relative_singular_value: f64,
    /// The base parameters that move along it, the largest first: name and share.
    pub components: Vec<(String, f64)>,
    /// Meaning in a sentence.
    pub words: String,
}
