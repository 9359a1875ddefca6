//! The first screen.

use crate::numbers::{count, with_sigma};
use crate::text::sentence;
use serde::Serialize;
use taufit::study::{PayloadMode, PayloadParameter, PayloadStudy};
use taufit::validate::Grade;

/// Mass of the load, and the grade of the result.
#[derive(Debug, Serialize)]
pub(super) struct LoadVerdict {
    /// Class of the style sheet.
    grade: &'static str,
    word: &'static str,
    sign: &'static str,
    advice: &'static str,
    mass: String,
    mass_sigma: String,
    com_mm: String,
    inertia: String,
    how: &'static str,
    reason: String,
    concerns: Vec<String>,
    rule: String,
    n_warnings: Option<String>,
}

impl LoadVerdict {
    pub(super) fn new(study: &PayloadStudy) -> Self {
        let (found, verdict) = (&study.found, &study.header.verdict);
        let (grade, word, sign, advice) = match verdict.grade {
            Grade::Good => ("good", "Good", "✓", "Type these numbers in."),
            Grade::Usable => ("usable", "Usable", "≈", "Use these numbers with care."),
            Grade::Poor => ("poor", "Poor", "✕", "Do not use these numbers."),
        };
        let (mass, mass_sigma) =
            found.parameters.first().map(|p| shown(p, 1.0)).unwrap_or_default();
        let known = found.parameters.iter().skip(4);
        let known = known.filter(|p| p.parameter.is_determined()).count();
        let n_warnings = study.header.warnings.len();
        Self {
            grade,
            word,
            sign,
            advice,
            mass,
            mass_sigma,
            com_mm: com_mm(&found.parameters),
            inertia: match (found.mode, known) {
                (PayloadMode::Static, _) => "not sought at rest: a ball".to_owned(),
                (PayloadMode::Motion, 0) => "not shown by the motion: near a ball".to_owned(),
                (PayloadMode::Motion, n) => format!("{n} of 6 entries determined"),
            },
            how: match found.mode {
                PayloadMode::Motion => "in motion",
                PayloadMode::Static => "at rest",
            },
            reason: sentence(&verdict.reason),
            concerns: verdict.concerns.iter().map(|concern| sentence(concern)).collect(),
            rule: sentence(&verdict.rule),
            n_warnings: (n_warnings > 0).then(|| count(n_warnings, "warning")),
        }
    }
}

/// Centre of mass, each coordinate with the digits that its standard deviation justifies.
fn com_mm(parameters: &[PayloadParameter]) -> String {
    parameters.iter().skip(1).take(3).map(|p| shown(p, 1e3).0).collect::<Vec<String>>().join(", ")
}

/// Value and standard deviation in another unit.
fn shown(p: &PayloadParameter, factor: f64) -> (String, String) {
    with_sigma(factor * p.parameter.value, factor * p.parameter.sigma_or_infinity())
}
