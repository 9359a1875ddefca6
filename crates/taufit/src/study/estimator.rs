//! Estimator of base parameters.

use super::TotalErrors;
use crate::diagnostics::{InputError, Result};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::Layout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The estimator, what it did, and what the choice of it cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EstimatorRecord {
    /// Its name in words.
    pub name: String,
    /// Notes about its steps, a sentence each.
    pub notes: Vec<String>,
    /// Base parameters that were left out, in the order in which they went.
    pub left_out: Vec<LeftOut>,
    /// Torque errors of plain least squares on the same validation data; `None` where that is what was
    /// asked for.
    pub least_squares: Option<TotalErrors>,
}

/// A base parameter that the data did not need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Short name of its leading standard parameter.
    pub name: String,
    /// The combination of standard parameters that it stands for.
    pub expression: String,
    /// `100 σ/|β|` when it went; `None` where it was not finite.
    pub percent_sigma: Option<f64>,
    /// Probability of a fit that much worse by chance alone, against all parameters.
    pub probability: f64,
}

/// Unknowns of a fit besides the ten parameters of every link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LayoutRecord {
    /// Whether rotor inertias are among them.
    pub rotor_inertia: bool,
    /// Friction model of every coordinate.
    #[schemars(with = "Vec<serde_json::Value>")]
    pub friction: Vec<FrictionShape>,
}

impl From<&Layout> for LayoutRecord {
    fn from(layout: &Layout) -> Self {
        Self { rotor_inertia: layout.has_rotor_inertia(), friction: layout.friction().to_vec() }
    }
}

impl LayoutRecord {
    /// The same unknowns of a robot.
    pub fn layout(&self, robot: &Robot) -> Result<Layout> {
        let (expected, found) = (robot.n_dof(), self.friction.len());
        if expected != found {
            let what = "friction models";
            return Err(InputError::LengthMismatch { what, expected, found }.into());
        }
        Ok(Layout::with_friction(robot, self.rotor_inertia, self.friction.clone()))
    }
}
