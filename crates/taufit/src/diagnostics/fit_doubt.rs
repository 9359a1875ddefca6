//! Doubts about what a fit did with its data.

use serde::Serialize;
use std::fmt;

/// A doubt about a fit, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum FitDoubt {
    /// A robust estimate that still changed in its last pass.
    NotSettled {
        /// How often the data were read.
        n_passes: usize,
    },
    /// Parameters that would leave their bounds if they could.
    AtBounds {
        /// Short names.
        parameters: Vec<String>,
    },
    /// Single samples far off their neighbours, replaced by these.
    Spikes {
        /// The log.
        source: String,
        /// The joint.
        joint: String,
        /// Position or effort.
        quantity: &'static str,
        /// How many samples.
        count: usize,
        /// The first of them \[s\].
        t_s: f64,
    },
}

impl FitDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSettled { .. } => "W140",
            Self::AtBounds { .. } => "W141",
            Self::Spikes { .. } => "W142",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotSettled { .. } => {
                "taken as it is; compare with least squares, and look for a motion that shows more"
            }
            Self::AtBounds { .. } => {
                "the data ask for values beyond: check the bounds, the friction model and the log"
            }
            Self::Spikes { .. } => {
                "replaced by what lies between their neighbours; --keep-spikes leaves them in"
            }
        }
    }
}

impl fmt::Display for FitDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSettled { n_passes } => {
                write!(f, "the estimate has not settled after {n_passes} passes over the data")
            }
            Self::AtBounds { parameters } => {
                write!(f, "parameters at a bound: {}", parameters.join(", "))
            }
            Self::Spikes { source, joint, quantity, count, t_s } => write!(
                f,
                "{source}, joint {joint:?}: spikes in its {quantity}: {count}, the first at t = {t_s} s"
            ),
        }
    }
}
