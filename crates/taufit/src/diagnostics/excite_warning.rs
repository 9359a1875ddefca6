//! Warnings about a designed motion.

use serde::Serialize;
use std::fmt;

/// A warning about a designed motion, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ExciteWarning {
    /// A joint that stays far below all of its limits.
    JointLittleUsed {
        /// The joint.
        joint: String,
        /// Largest share of a limit (travel, speed, acceleration, torque) that it uses, in percent.
        percent: f64,
        /// The condition that a wider motion of this joint breaks; `None` where a wider motion is allowed
        /// but not more informative.
        blocked_by: Option<String>,
    },
    /// Combinations of parameters whose torques nearly cancel.
    NearlyUnobservable {
        /// The largest components of each combination.
        combinations: Vec<String>,
        /// Largest torque of such a combination, in percent of the torques of its components.
        percent: f64,
    },
}

impl ExciteWarning {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::JointLittleUsed { .. } => "W161",
            Self::NearlyUnobservable { .. } => "W162",
        }
    }

    /// Advice.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::JointLittleUsed { blocked_by: Some(_), .. } => {
                "give the joint more room, or more starts with --starts"
            }
            Self::JointLittleUsed { blocked_by: None, .. } => {
                "try more starts with --starts, or --only with the parameters of its link"
            }
            Self::NearlyUnobservable { .. } => {
                "predicted torques do not suffer; if the value of one of them is known, give it with --fix"
            }
        }
    }
}

impl fmt::Display for ExciteWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::JointLittleUsed { joint, percent, blocked_by: Some(what) } => {
                write!(f, "joint {joint:?} uses {percent:.0} % of its limits; beyond that {what}")
            }
            Self::JointLittleUsed { joint, percent, blocked_by: None } => write!(
                f,
                "joint {joint:?} uses {percent:.0} % of its limits; a wider motion of it alone is not more informative"
            ),
            Self::NearlyUnobservable { combinations, percent } => write!(
                f,
                "torques of {} nearly cancel within the limits (to {percent:.2} %): only their sum is determined",
                combinations.join("; of ")
            ),
        }
    }
}
