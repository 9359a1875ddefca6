//! What can go wrong, and what is doubtful, when contacts are looked for.

use serde::Serialize;
use std::fmt;

/// Why contacts cannot be looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContactFault {
    /// Too little was seen without contact.
    #[error(
        "joint {joint:?}: {found} seconds without contact are too few to learn a threshold from, \
         {needed} are needed at least; record the usual work of the robot for some minutes"
    )]
    TooShort {
        /// The joint.
        joint: String,
        /// Seconds that there are.
        found: usize,
        /// Seconds that it takes.
        needed: usize,
    },
    /// Thresholds of another robot.
    #[error(
        "the thresholds are those of {found}, the robot has {expected}; \
         learn them again with --free from logs of this robot"
    )]
    OtherJoints {
        /// Joints of the robot.
        expected: String,
        /// Joints of the thresholds.
        found: String,
    },
}

impl ContactFault {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooShort { .. } => "E225",
            Self::OtherJoints { .. } => "E226",
        }
    }
}

/// A doubt about contacts, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContactDoubt {
    /// False alarms are to be rarer than the logs without contact can show.
    FarExtrapolation {
        /// How long these logs are \[s\].
        learned_s: f64,
        /// Time between false alarms that is asked for \[h\].
        asked_h: f64,
    },
    /// A residual without contact that is far larger than all others.
    LoneOutlier {
        /// The joint.
        joint: String,
        /// The log.
        source: String,
        /// When \[s\].
        t_s: f64,
        /// The residual \[N·m or N\].
        residual: f64,
        /// The largest of the others \[N·m or N\].
        next: f64,
    },
}

impl ContactDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::FarExtrapolation { .. } => "W235",
            Self::LoneOutlier { .. } => "W236",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::FarExtrapolation { .. } => {
                "thresholds are extrapolated; give longer logs without contact before you rely on \
                 the rate"
            }
            Self::LoneOutlier { .. } => {
                "if something was touched there, cut it out of the log: it makes the threshold too \
                 high"
            }
        }
    }
}

impl fmt::Display for ContactDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FarExtrapolation { learned_s, asked_h } => write!(
                f,
                "one false alarm in {asked_h:.3} h is asked for, but the logs without contact are \
                 only {:.1} min long",
                learned_s / 60.0
            ),
            Self::LoneOutlier { joint, source, t_s, residual, next } => write!(
                f,
                "{source}, joint {joint:?}: the residual reaches {residual:.3} at t = {t_s:.2} s, \
                 {next:.3} in all other seconds"
            ),
        }
    }
}
