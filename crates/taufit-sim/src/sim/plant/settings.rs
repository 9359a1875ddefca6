//! Properties of an arm beyond its robot description.

use super::{Clamp, ExternalWrench, Flexibility};
use serde::{Deserialize, Serialize};

/// Properties of the arm beyond its [`Robot`](taufit_dynamics::model::Robot).
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlantSettings {
    /// Springs in the joints; rigid joints where not given.
    pub flexibility: Option<Flexibility>,
    /// Where the arm is held; free where not given.
    pub clamp: Option<Clamp>,
    /// Dry friction per torque that the gearbox transmits, per joint; one value serves all. In rigid
    /// joints that torque is taken at constant speed.
    pub load_friction: Vec<f64>,
    /// Pushes from outside.
    pub wrenches: Vec<ExternalWrench>,
}
