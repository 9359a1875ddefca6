//! The unknowns of a fit.

use crate::diagnostics::{InputError, Result};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::Layout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
