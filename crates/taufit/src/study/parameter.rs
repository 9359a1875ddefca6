//! Parameters of a study.

use crate::validate::Claim;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A base parameter with its uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BaseParameter {
    /// Short name of its leading standard parameter, such as `Izz1`.
    pub name: String,
    /// The combination of standard parameters that it stands for, in short names.
    pub expression: String,
    /// The same in long names.
    pub long_expression: String,
    /// Unit.
    pub unit: String,
    /// Estimate.
    pub value: f64,
    /// Standard deviation, the correlation of the residuals taken into account; `None` where the data
    /// leave the parameter free.
    pub sigma: Option<f64>,
    /// `100 σ/|β|`; `None` without `σ`, and for a value of zero.
    pub percent_sigma: Option<f64>,
    /// 95 % interval; `None` without `σ`.
    pub interval: Option<[f64; 2]>,
    /// Value of the nominal model.
    pub nominal: f64,
    /// Value of the physically consistent parameters.
    pub feasible: f64,
    /// Whether the data tell it from zero: its value is more than two standard deviations away.
    pub determined: bool,
}

impl Claim for BaseParameter {
    fn name(&self) -> &str {
        &self.name
    }

    fn expression(&self) -> &str {
        &self.expression
    }

    fn value_and_sigma(&self) -> (f64, f64) {
        (self.value, self.sigma.unwrap_or(f64::INFINITY))
    }
}

/// How much the data say about a standard parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Knowledge {
    /// It is a base parameter by itself: the data give its value.
    Determined,
    /// The data give a combination with others; the share of each follows the nominal model.
    Grouped,
    /// No torque depends on it, or it was dropped: the nominal value, moved only to stay physical.
    Prior,
    /// Given by the user.
    Fixed,
}

/// A standard parameter of the physically consistent model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StandardParameter {
    /// Short name, such as `mx2`.
    pub name: String,
    /// Long name, such as `mx[upper_arm_link]`.
    pub long_name: String,
    /// Unit.
    pub unit: String,
    /// Physically consistent value.
    pub value: f64,
    /// Value of the nominal model.
    pub nominal: f64,
    /// How much the data say about it.
    pub knowledge: Knowledge,
    /// Standard deviation where the data give its value.
    pub sigma: Option<f64>,
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

/// How well the motion determines the base parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Identifiability {
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
    /// Empty in older results.
    #[serde(default)]
    pub correlations: Vec<Vec<f64>>,
}

/// A direction of base-parameter space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Direction {
    /// Its singular value as a share of the largest.
    pub relative_singular_value: f64,
    /// The base parameters that move along it, the largest first: name and share.
    pub components: Vec<(String, f64)>,
    /// What it means, in a sentence.
    pub words: String,
}
