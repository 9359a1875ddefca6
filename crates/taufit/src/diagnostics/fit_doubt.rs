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
    /// Residuals that follow an effect which the model does not have.
    LackOfFit {
        /// Joints, the effect and the share of the residual's variance \[%\].
        joints: Vec<(String, String, f64)>,
    },
    /// Validation data that repeat the motion of the fit.
    RepeatedMotion {
        /// Share of the validation rows that occur in the fit \[%\].
        percent: f64,
    },
    /// Rows that repeat the one before because the log was polled faster than its source, or held.
    RepeatedRows {
        /// The log.
        source: String,
        /// Share of the rows that repeat \[%\].
        percent: f64,
        /// Whether stamps of the others were spaced evenly again.
        restamped: bool,
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
            Self::LackOfFit { .. } => "W148",
            Self::RepeatedRows { .. } => "W149",
            Self::RepeatedMotion { .. } => "W151",
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
            Self::LackOfFit { .. } => {
                "standard deviations and 95 % intervals cannot be trusted: use a model with this effect, or \
                 compare several logs"
            }
            Self::RepeatedMotion { .. } => {
                "the errors say little about other motions: validate on a log of another motion, --validate LOG"
            }
            Self::RepeatedRows { .. } => {
                "repeated rows were left out; record at the rate of the source"
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
            Self::LackOfFit { joints } => {
                let one = |(joint, effect, percent): &(String, String, f64)| {
                    format!("{joint:?} {effect} ({percent:.0} %)")
                };
                let all: Vec<String> = joints.iter().map(one).collect();
                write!(
                    f,
                    "residuals follow effects that the model does not have: {}",
                    all.join(", ")
                )
            }
            Self::RepeatedMotion { percent } => write!(
                f,
                "the validation data repeat the motion of the fit: {percent:.0} % of their rows occur there"
            ),
            Self::RepeatedRows { source, percent, restamped } => write!(
                f,
                "{source}: {percent:.1} % of the rows repeat the one before in every channel{}",
                if *restamped { "; the others are stamped evenly again" } else { "" }
            ),
            Self::Spikes { source, joint, quantity, count, t_s } => write!(
                f,
                "{source}, joint {joint:?}: spikes in its {quantity}: {count}, the first at t = {t_s} s"
            ),
        }
    }
}
