//! The first screen.

use crate::numbers::{count, with_sigma};
use crate::words::sentence;
use serde::Serialize;
use taufit::study::{PayloadKnowledge, PayloadMode, PayloadParameter, PayloadStudy};
use taufit::validate::Grade;

/// What the load weighs, and whether to believe it.
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
        let found = &study.found;
        let (grade, word, sign, advice) = match found.verdict.grade {
            Grade::Good => ("good", "Good", "✓", "Type these numbers in."),
            Grade::Usable => ("usable", "Usable", "≈", "Use these numbers with care."),
            Grade::Poor => ("poor", "Poor", "✕", "Do not use these numbers."),
        };
        let mass = found.parameters.first().map_or((f64::NAN, f64::NAN), |p| (p.value, p.sigma));
        let (mass, mass_sigma) = with_sigma(mass.0, mass.1);
        let known = found.parameters.iter().skip(4);
        let known = known.filter(|p| p.knowledge == PayloadKnowledge::Determined).count();
        let n_warnings = study.warnings.len();
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
            reason: sentence(&found.verdict.reason),
            concerns: found.verdict.concerns.iter().map(|concern| sentence(concern)).collect(),
            rule: sentence(&found.verdict.rule),
            n_warnings: (n_warnings > 0).then(|| count(n_warnings, "warning")),
        }
    }
}

/// Centre of mass, each coordinate with the digits that its standard deviation justifies.
fn com_mm(parameters: &[PayloadParameter]) -> String {
    let shown = |p: &PayloadParameter| with_sigma(1e3 * p.value, 1e3 * p.sigma).0;
    parameters.iter().skip(1).take(3).map(shown).collect::<Vec<String>>().join(", ")
}
