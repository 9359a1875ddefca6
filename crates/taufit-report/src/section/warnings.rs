//! Warnings, with what to do about them.

use serde::Serialize;
use taufit::study::Diagnosis;

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
