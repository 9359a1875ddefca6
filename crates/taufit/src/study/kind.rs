//! Kind of a result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The verb that a `result.json` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyKind {
    /// Rigid-body parameters and friction: [`Study`](super::Study).
    Identify,
    /// Contacts: [`ContactStudy`](super::ContactStudy).
    Collisions,
    /// Torque constants and friction: [`MotorStudy`](super::MotorStudy).
    Motors,
    /// Stiffnesses of a clamped arm: [`StiffnessStudy`](super::StiffnessStudy).
    Stiffness,
    /// Elastic joints: [`ElasticStudy`](super::ElasticStudy).
    Elastic,
    /// A load: [`PayloadStudy`](super::PayloadStudy).
    Payload,
    /// Weights: [`GravityStudy`](super::GravityStudy).
    Gravity,
    /// A vendor's model: [`ReverseStudy`](super::ReverseStudy).
    Reverse,
}

impl StudyKind {
    /// The verb, as it is typed.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Identify => "identify",
            Self::Collisions => "collisions",
            Self::Motors => "motors",
            Self::Stiffness => "stiffness",
            Self::Elastic => "elastic",
            Self::Payload => "payload",
            Self::Gravity => "gravity",
            Self::Reverse => "reverse",
        }
    }
}
