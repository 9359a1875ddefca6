//! Standard parameters, and what can ever be told about them.

use crate::base::IdentifiabilityClass;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A standard parameter of a robot that was chosen to agree with what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToldParameter {
    /// Short name, such as `mx2`.
    pub name: String,
    /// Long name, such as `mx[upper_arm_link]`.
    pub long_name: String,
    /// Unit.
    pub unit: String,
    /// Value.
    pub value: f64,
    /// Value of the robot's file.
    pub nominal: f64,
    /// What can ever be told about it.
    pub class: Tellable,
}

/// What can ever be told about a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tellable {
    /// Its own value.
    Alone,
    /// A combination with others.
    Combination,
    /// Nothing.
    Never,
}

impl From<IdentifiabilityClass> for Tellable {
    fn from(class: IdentifiabilityClass) -> Self {
        match class {
            IdentifiabilityClass::Alone | IdentifiabilityClass::Fixed => Self::Alone,
            IdentifiabilityClass::Combination => Self::Combination,
            IdentifiabilityClass::Unidentifiable | IdentifiabilityClass::Dropped => Self::Never,
        }
    }
}
