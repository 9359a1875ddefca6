//! The first screen: numbers beside the verdict.

use crate::numbers::percent;
use serde::Serialize;
use taufit::study::{AxisRecord, StiffnessStudy};

/// Numbers of the first screen.
#[derive(Debug, Serialize)]
pub(super) struct VerdictView {
    /// Whose stiffness is shown.
    of: &'static str,
    /// Largest standard deviation of the axes found.
    worst_sigma: String,
    /// Largest difference of the two methods.
    worst_difference: Option<String>,
}

impl VerdictView {
    pub(super) fn new(study: &StiffnessStudy) -> Self {
        let known: Vec<&AxisRecord> = study.axes.iter().filter(|a| a.stiffness.is_some()).collect();
        let sigma = |axis: &&AxisRecord| axis.stiffness.as_ref()?.percent_sigma();
        let worst_sigma = known.iter().filter_map(sigma).fold(0.0, f64::max);
        let differences = known.iter().filter_map(|axis| axis.difference_percent);
        let worst = differences.fold(None, |worst: Option<f64>, d| Some(worst.unwrap_or(d).max(d)));
        Self {
            of: match study.clamp_compliance {
                None => {
                    "Stiffness of joint and clamp in series, with the joint's share of the bending links."
                }
                Some(_) => {
                    "Stiffness of the joint with its share of the bending links; the motion of the clamp \
                            is taken off."
                }
            },
            worst_sigma: percent(worst_sigma),
            worst_difference: worst.map(percent),
        }
    }
}
