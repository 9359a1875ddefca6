//! Which method left a result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The verb that a `result.json` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyKind {
    /// Rigid-body parameters and friction: [`Study`](super::Study).
    #[default]
    Identify,
}

impl StudyKind {
    /// The verb, as it is typed.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Identify => "identify",
        }
    }
}
