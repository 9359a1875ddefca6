//! Estimators of the base parameters.

use crate::diagnostics::{EstimateError, Result};
use crate::estimate::Weighting;
use crate::evidence::Loss;
use serde::{Deserialize, Serialize};

/// Estimator of the base parameters. One per identification: each makes its own assumptions about errors
/// or prior knowledge, and two at once have no common meaning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Estimator {
    /// Ordinary or weighted least squares, by [`Weighting`].
    #[default]
    LeastSquares,
    /// Rows far off count less, pass after pass over the data.
    Robust {
        /// Loss function.
        loss: Loss,
    },
    /// Least squares with the nominal model as prior for directions that the data hardly excite.
    Ridge {
        /// Number of observations of each parameter that the nominal value is worth.
        strength: f64,
    },
    /// Errors in the columns as well as in the torques, in proportion to their length.
    Total,
    /// Least squares within bounds.
    Bounded {
        /// Bounds of base parameters, which go by the name of their leading parameter.
        bounds: Vec<NamedBound>,
        /// Whether base parameters led by a rotor inertia or a friction coefficient must not be
        /// negative. Kovincic et al. 2019 asks it of all base parameters in eq. 19; these are the ones whose sign
        /// physics knows.
        non_negative: bool,
    },
    /// Least squares with one value for several parameters, such as the friction of motors of one type.
    Tied {
        /// Patterns of the parameters of each group, `fv1=fv2` or `fc*`.
        groups: Vec<String>,
    },
    /// Least squares without the base parameters that the data do not need.
    Essential {
        /// Probability of stopping although everything left out so far is zero (F-test).
        level: f64,
    },
}

/// Bounds of base parameters by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedBound {
    /// Pattern of the parameters, such as `fv2` or `Ia*`.
    pub pattern: String,
    /// Smallest value, in SI units.
    #[serde(default)]
    pub lower: Option<f64>,
    /// Largest value, in SI units.
    #[serde(default)]
    pub upper: Option<f64>,
}

impl Estimator {
    /// Its name in words.
    pub(super) fn name(&self, weighting: Weighting) -> &'static str {
        match (self, weighting) {
            (Self::LeastSquares, Weighting::Equal) => "ordinary least squares",
            (Self::LeastSquares, _) => "weighted least squares",
            (Self::Robust { loss: Loss::Huber { .. } }, _) => "robust regression, Huber's loss",
            (Self::Robust { loss: Loss::Tukey { .. } }, _) => "robust regression, Tukey's biweight",
            (Self::Ridge { .. }, _) => "ridge regression towards the nominal model",
            (Self::Total, _) => "total least squares",
            (Self::Bounded { .. }, _) => "least squares within bounds",
            (Self::Tied { .. }, _) => "least squares with shared values",
            (Self::Essential { .. }, _) => "least squares of essential parameters",
        }
    }

    /// Refuses choices that contradict each other.
    pub(super) fn validate(&self, weighting: Weighting) -> Result<()> {
        let refuse = |estimator, reason: &str| {
            Err(EstimateError::EstimatorSettings { estimator, reason: reason.to_owned() }.into())
        };
        match self {
            Self::Robust { .. } if weighting == Weighting::Equal => refuse(
                "robust regression",
                "what is far off is judged by each joint's own residual; weigh per joint",
            ),
            Self::Bounded { bounds, non_negative: false } if bounds.is_empty() => {
                refuse("bounds", "none is given; name a parameter and its range")
            }
            Self::Tied { groups } if groups.is_empty() => {
                refuse("ties", "none is given; name parameters that share a value, such as fv1=fv2")
            }
            _ => Ok(()),
        }
    }
}
