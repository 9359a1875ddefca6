//! A verdict on a page: grade, reason, concerns, rule.

use super::wording;
use crate::words::sentence;
use serde::Serialize;
use taufit::validate::Verdict;

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
