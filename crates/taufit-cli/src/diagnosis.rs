//! Warnings, as people and as machines read them.

use crate::study_warnings::{Finding, render_findings};
use serde::Serialize;
use taufit::Warning;

/// A warning in a JSON document.
#[derive(Debug, Serialize)]
pub(crate) struct Diagnosis {
    /// Stable code; `taufit explain CODE` prints its page.
    pub(crate) code: &'static str,
    /// Finding with its numbers.
    pub(crate) message: String,
    /// Next step.
    pub(crate) advice: &'static str,
    /// Kind and numbers.
    pub(crate) details: Warning,
}

impl From<&Warning> for Diagnosis {
    fn from(warning: &Warning) -> Self {
        Self {
            code: warning.code(),
            message: warning.to_string(),
            advice: warning.advice(),
            details: warning.clone(),
        }
    }
}

/// Every warning of a list.
pub(crate) fn diagnoses(warnings: &[Warning]) -> Vec<Diagnosis> {
    warnings.iter().map(Diagnosis::from).collect()
}

/// The warnings as people read them.
pub(crate) fn render_diagnoses(diagnoses: &[Diagnosis]) -> String {
    let findings = diagnoses.iter();
    let findings =
        findings.map(|Diagnosis { code, message, advice, .. }| Finding { code, message, advice });
    render_findings(&findings.collect::<Vec<_>>())
}
