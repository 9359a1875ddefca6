//! The first screen.

use crate::numbers::percent;
use serde::Serialize;
use taufit::study::{AxisRecord, StiffnessStudy};

/// What was found, in words.
#[derive(Debug, Serialize)]
pub(super) struct VerdictView {
    /// Class of the style sheet.
    grade: &'static str,
    n_known: usize,
    n_axes: usize,
    words: String,
    /// Largest standard deviation of the axes found.
    worst_sigma: String,
    /// Largest difference of the two methods.
    worst_difference: Option<String>,
}

/// Differences of the two methods below this are what drive gains are known to \[%\].
const AGREE_PERCENT: f64 = 5.0;

impl VerdictView {
    pub(super) fn new(study: &StiffnessStudy) -> Self {
        let known: Vec<&AxisRecord> = study.axes.iter().filter(|a| a.stiffness.is_some()).collect();
        let sigma = |axis: &&AxisRecord| Some(100.0 * axis.sigma? / axis.stiffness?);
        let worst_sigma = known.iter().filter_map(sigma).fold(0.0, f64::max);
        let differences = known.iter().filter_map(|axis| axis.difference_percent);
        let worst = differences.fold(None, |worst: Option<f64>, d| Some(worst.unwrap_or(d).max(d)));
        let doubtful = study.warnings.iter().any(|w| matches!(&w.code[..], "W205" | "W209"));
        let agree = worst.is_none_or(|d| d < AGREE_PERCENT);
        Self {
            grade: match (known.is_empty(), doubtful || !agree) {
                (true, _) => "poor",
                (false, true) => "usable",
                (false, false) => "good",
            },
            n_known: known.len(),
            n_axes: study.axes.len(),
            words: words(&known, worst),
            worst_sigma: percent(worst_sigma),
            worst_difference: worst.map(percent),
        }
    }
}

fn words(known: &[&AxisRecord], worst_difference: Option<f64>) -> String {
    if known.is_empty() {
        return "No axis was loaded so that its stiffness can be told.".to_owned();
    }
    match worst_difference {
        None => "Found from motor torque alone: every stiffness is as right as the drive gain of its axis."
            .to_owned(),
        Some(d) if d < AGREE_PERCENT => format!(
            "Motor torque and force sensor agree within {}, though one needs drive gains and the other \
             geometry.",
            percent(d)
        ),
        Some(d) => format!(
            "Motor torque and force sensor differ by up to {}: look at drive gains, the frame of the forces \
             and the clamp.",
            percent(d)
        ),
    }
}
