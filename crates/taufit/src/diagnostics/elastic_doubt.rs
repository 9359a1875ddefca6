//! Doubts about elastic joints.

use serde::Serialize;
use std::fmt;

/// A doubt about what was found of elastic joints, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ElasticDoubt {
    /// The encoder of the link is late.
    Lag {
        /// The joint.
        joint: String,
        /// By how much; negative if the motor's is late \[s\].
        lag_s: f64,
        /// Its standard deviation \[s\].
        sigma_s: f64,
    },
    /// A stiffness that the data do not determine.
    NoStiffness {
        /// The joint.
        joint: String,
        /// Why.
        reason: String,
    },
    /// The fit still changed in its last step.
    NotSettled,
    /// Deflections of a few steps of the encoders.
    Coarse {
        /// The joint.
        joint: String,
        /// From the smallest to the largest deflection, in steps of the coarser encoder.
        n_steps: f64,
    },
    /// A parameter that physics does not allow below zero and that significantly is.
    Negative {
        /// Its short name.
        name: String,
        /// Its value.
        value: f64,
        /// Its standard deviation.
        sigma: f64,
        /// Its unit.
        unit: String,
    },
    /// Least squares with noisy deflections as regressors.
    Attenuated {
        /// The joint.
        joint: String,
        /// Stiffness by least squares \[N·m/rad or N/m\].
        least_squares: f64,
        /// Stiffness with deflections as measurements.
        deflection: f64,
    },
}

impl ElasticDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Lag { .. } => "W195",
            Self::NoStiffness { .. } => "W196",
            Self::NotSettled => "W197",
            Self::Coarse { .. } => "W198",
            Self::Attenuated { .. } => "W199",
            Self::Negative { .. } => "W200",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Lag { .. } => "removed from the link's positions; --keep-lag leaves it in",
            Self::NoStiffness { .. } => "do not use the number; load the joint in the motion",
            Self::NotSettled => "taken as it is; look for a motion that loads every joint",
            Self::Coarse { .. } => "use finer encoders or larger loads, and do not trust details",
            Self::Negative { .. } => {
                "check the signs of efforts and positions, and the friction model; do not use the number"
            }
            Self::Attenuated { .. } => {
                "noise of the encoders draws least squares to zero; use the default estimator"
            }
        }
    }
}

impl fmt::Display for ElasticDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lag { joint, lag_s, sigma_s } => write!(
                f,
                "joint {joint:?}: the encoder of the {} is {:.2} ms late (± {:.2} ms)",
                if *lag_s >= 0.0 { "link" } else { "motor" },
                1e3 * lag_s.abs(),
                1e3 * sigma_s
            ),
            Self::NoStiffness { joint, reason } => {
                write!(f, "joint {joint:?}: its stiffness is {reason}")
            }
            Self::NotSettled => write!(f, "the fit of deflections has not settled"),
            Self::Coarse { joint, n_steps } => {
                write!(f, "joint {joint:?}: deflections span {n_steps:.0} steps of its encoders")
            }
            Self::Negative { name, value, sigma, unit } => {
                write!(f, "{name} = {value:.4} ± {sigma:.4} {unit} is significantly negative")
            }
            Self::Attenuated { joint, least_squares, deflection } => write!(
                f,
                "joint {joint:?}: least squares finds a stiffness of {least_squares:.4e}, deflections \
                 against loads show {deflection:.4e}"
            ),
        }
    }
}
