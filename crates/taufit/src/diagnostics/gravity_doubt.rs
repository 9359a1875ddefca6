//! Doubts about weights that were found from poses, or from samples of a model.

use serde::Serialize;
use std::fmt;

/// A doubt about weights, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum GravityDoubt {
    /// A joint that came to its poses from one side only.
    OneDirection {
        /// The joint.
        joint: String,
        /// Poses reached from either side.
        n_poses: usize,
    },
    /// Coefficients that the poses do not fix.
    Unfixed {
        /// Short names.
        parameters: Vec<String>,
    },
    /// A joint whose torque is off by more than its friction explains.
    BeyondBand {
        /// The joint.
        joint: String,
        /// Root mean square error of the prediction \[N·m or N\].
        error: f64,
        /// Half the difference between the directions \[N·m or N\].
        band: f64,
    },
    /// Samples of a model that no rigid arm of this geometry gives.
    OffModel {
        /// Mass matrix or gravity vector.
        what: &'static str,
        /// Root mean square error relative to the size of the samples.
        relative: f64,
        /// What the digits of the samples explain.
        expected: f64,
    },
}

impl GravityDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OneDirection { .. } => "W225",
            Self::Unfixed { .. } => "W226",
            Self::BeyondBand { .. } => "W227",
            Self::OffModel { .. } => "W228",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::OneDirection { .. } => {
                "its friction is not told from its offset, and the band is unknown; come to every pose from both sides"
            }
            Self::Unfixed { .. } => {
                "taken near the robot's file; add poses that turn the joints before and after these links"
            }
            Self::BeyondBand { .. } => {
                "look for poses in contact, cables, a load that changed, or a wrong zero of a joint"
            }
            Self::OffModel { .. } => {
                "check geometry, gravity and joint order; --rotor if the matrix holds rotor inertias"
            }
        }
    }
}

impl fmt::Display for GravityDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneDirection { joint, n_poses } => {
                write!(f, "joint {joint:?} came to all of its {n_poses} poses from one side")
            }
            Self::Unfixed { parameters } => {
                write!(f, "the poses do not fix {}", parameters.join(", "))
            }
            Self::BeyondBand { joint, error, band } => write!(
                f,
                "joint {joint:?}: the prediction is off by {error:.3}, its friction explains {band:.3}"
            ),
            Self::OffModel { what, relative, expected } => write!(
                f,
                "the {what} differs from every rigid arm of this geometry by {relative:.1e} of its size, its digits explain {expected:.1e}"
            ),
        }
    }
}
