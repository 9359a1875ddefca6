//! Content that the pages of all results share.

use super::ProvenanceView;
use super::wording;
use crate::page::{PLAIN_SCRIPT, SCRIPT, STYLE};
use crate::text::sentence;
use serde::Serialize;
use taufit::study::{Diagnosis, NextStep, StudyHeader};
use taufit::validate::Verdict;

/// Robot, verdict, warnings, provenance, and the look of the page.
#[derive(Debug, Serialize)]
pub(crate) struct HeaderView {
    robot: String,
    robot_source: String,
    version: String,
    judgement: JudgementView,
    warnings: WarningsView,
    provenance: ProvenanceView,
    next_steps: Vec<NextStep>,
    style: &'static str,
    script: &'static str,
}

impl HeaderView {
    pub(crate) fn new(header: &StudyHeader) -> Self {
        Self {
            robot: header.robot.name.clone(),
            robot_source: header.robot.source.clone(),
            version: header.provenance.version.clone(),
            judgement: JudgementView::new(&header.verdict),
            warnings: WarningsView::new(&header.warnings),
            provenance: ProvenanceView::new(header),
            next_steps: header.next_steps.clone(),
            style: STYLE,
            script: PLAIN_SCRIPT,
        }
    }
}

impl HeaderView {
    /// Of a page with plots over time.
    pub(crate) fn with_plots(header: &StudyHeader) -> Self {
        Self { script: SCRIPT, ..Self::new(header) }
    }
}

/// All warnings.
#[derive(Debug, Serialize)]
pub(crate) struct WarningsView {
    warnings: Vec<Diagnosis>,
}

impl WarningsView {
    pub(crate) fn new(warnings: &[Diagnosis]) -> Self {
        Self { warnings: warnings.to_vec() }
    }
}

/// The card of `judgement.html`.
#[derive(Debug, Serialize)]
pub(crate) struct JudgementView {
    /// Class of the style sheet.
    grade: &'static str,
    /// So that the grade does not rest on colour.
    sign: &'static str,
    word: &'static str,
    reason: String,
    rule: String,
    concerns: Vec<String>,
}

impl JudgementView {
    pub(crate) fn new(verdict: &Verdict) -> Self {
        let said = wording(verdict.grade);
        Self {
            grade: said.class,
            sign: said.sign,
            word: said.word,
            reason: sentence(&verdict.reason),
            rule: verdict.rule.clone(),
            concerns: verdict.concerns.iter().map(|concern| sentence(concern)).collect(),
        }
    }
}
