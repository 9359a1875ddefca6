//! Identifiability of parameters.

use crate::base::IdentifiabilityClass;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Identifiability of a parameter from the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Identifiability {
    /// The data give its value.
    Determined,
    /// The data give an interval that holds zero.
    ConsistentWithZero,
    /// The data give a combination with others; the share of each follows the nominal model.
    Grouped,
    /// The equations hold it, but these data leave it free, or determine it worse than the prior.
    Undetermined,
    /// No measured quantity depends on it: the nominal value, moved only to stay physical.
    Unidentifiable,
    /// Not among the unknowns: given by the user, or taken from the nominal model or the prior.
    NotEstimated,
}

impl Identifiability {
    /// Identifiability of a parameter that is no combination, by its 95 % interval; `None` where the data leave it
    /// free.
    pub fn of_interval(interval: Option<[f64; 2]>) -> Self {
        match interval {
            None => Self::Undetermined,
            Some([low, high]) if low <= 0.0 && high >= 0.0 => Self::ConsistentWithZero,
            Some(_) => Self::Determined,
        }
    }
}

impl From<IdentifiabilityClass> for Identifiability {
    fn from(class: IdentifiabilityClass) -> Self {
        match class {
            IdentifiabilityClass::Alone => Self::Determined,
            IdentifiabilityClass::Combination => Self::Grouped,
            IdentifiabilityClass::Unidentifiable => Self::Unidentifiable,
            IdentifiabilityClass::Dropped | IdentifiabilityClass::Fixed => Self::NotEstimated,
        }
    }
}

impl fmt::Display for Identifiability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Determined => "determined",
            Self::ConsistentWithZero => "consistent with zero",
            Self::Grouped => "grouped",
            Self::Undetermined => "undetermined",
            Self::Unidentifiable => "unidentifiable",
            Self::NotEstimated => "not estimated",
        })
    }
}
