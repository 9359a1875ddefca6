//! Verdict: whether to use the numbers, and what was shown and what was not.

use crate::numbers::{count, percent, rounded, whole};
use crate::text::sentence;
use serde::Serialize;
use taufit::study::{Diagnosis, Study};
use taufit::validate::Grade;

/// Warnings on the first screen; the others stand in their section.
const TOP_WARNINGS: usize = 3;

/// The first screen.
#[derive(Debug, Serialize)]
pub(crate) struct VerdictView {
    /// Class of the style sheet.
    grade: &'static str,
    word: &'static str,
    /// So that the grade does not rest on colour.
    sign: &'static str,
    advice: &'static str,
    shown: &'static str,
    not_shown: &'static str,
    reason: String,
    rule: String,
    /// Facts that keep the grade from being good.
    concerns: Vec<String>,
    before: String,
    after: String,
    feasible: String,
    n_samples: String,
    n_determined: String,
    n_base: String,
    condition_number: String,
    n_physical: String,
    n_links: String,
    top_warnings: Vec<Diagnosis>,
    n_warnings: String,
    n_more_warnings: usize,
}

impl VerdictView {
    pub(crate) fn new(study: &Study) -> Self {
        let said = wording(study.header.verdict.grade);
        let n_warnings = study.header.warnings.len();
        let determined = study.base_parameters.iter().filter(|p| p.is_determined()).count();
        let physical = study.links.iter().filter(|l| l.smallest_eigenvalue > 0.0).count();
        Self {
            grade: said.class,
            word: said.word,
            sign: said.sign,
            advice: said.advice,
            shown: said.shown,
            not_shown: said.not_shown,
            reason: sentence(&study.header.verdict.reason),
            rule: sentence(&study.header.verdict.rule),
            concerns: study
                .header
                .verdict
                .concerns
                .iter()
                .map(|concern| sentence(concern))
                .collect(),
            before: percent(study.totals.nominal.relative_percent),
            after: percent(study.totals.validation.relative_percent),
            feasible: percent(study.totals.feasible.relative_percent),
            n_samples: whole(study.totals.validation.n_samples),
            n_determined: whole(determined),
            n_base: whole(study.base_parameters.len()),
            condition_number: rounded(study.conditioning.condition_number, 3),
            n_physical: whole(physical),
            n_links: whole(study.links.len()),
            top_warnings: study.header.warnings.iter().take(TOP_WARNINGS).cloned().collect(),
            n_warnings: count(n_warnings, "warning"),
            n_more_warnings: n_warnings.saturating_sub(TOP_WARNINGS),
        }
    }
}

/// Text of a grade.
pub(crate) struct Wording {
    /// Class of the style sheet.
    pub(crate) class: &'static str,
    pub(crate) word: &'static str,
    pub(crate) sign: &'static str,
    advice: &'static str,
    shown: &'static str,
    not_shown: &'static str,
}

const GOOD: Wording = Wording {
    class: "good",
    word: "Good",
    sign: "✓",
    advice: "Use these numbers.",
    shown: "torques of motions like those of the validation data, to within the error above",
    not_shown: "another tool or load; speeds and accelerations beyond those of the logs; single \
                parameters that are not marked determined",
};

const USABLE: Wording = Wording {
    class: "usable",
    word: "Usable",
    sign: "≈",
    advice: "Use these numbers with care.",
    shown: "torques of motions like those of the validation data, to within the error above; a joint \
            that is explained badly is worth a look at its residuals",
    not_shown: "another tool or load; speeds and accelerations beyond those of the logs; single \
                parameters that are not marked determined; anything that needs smaller errors",
};

const POOR: Wording = Wording {
    class: "poor",
    word: "Poor",
    sign: "✕",
    advice: "Do not use these numbers.",
    shown: "that something went wrong: start with the warnings and the residuals",
    not_shown: "that any of these parameters belongs to the robot",
};

/// Text of a grade.
pub(crate) fn wording(grade: Grade) -> &'static Wording {
    match grade {
        Grade::Good => &GOOD,
        Grade::Usable => &USABLE,
        Grade::Poor => &POOR,
    }
}
