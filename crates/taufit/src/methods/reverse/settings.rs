//! Choices of reverse engineering.

use crate::estimate::feasible::FeasibleSettings;
use serde::{Deserialize, Serialize};

/// Choices of [`identify_from_samples`](super::identify_from_samples).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReverseSettings {
    /// Whether the diagonal of the mass matrix holds rotor inertias.
    pub rotor_inertia: bool,
    /// Settings of the physically consistent fit.
    pub feasible: FeasibleSettings,
}
