//! Doubts, with what to do about them.

use serde::Serialize;
use taufit::study::{Diagnosis, Study};

/// All warnings.
#[derive(Debug, Serialize)]
pub(crate) struct WarningsView {
    warnings: Vec<Diagnosis>,
}

impl WarningsView {
    pub(crate) fn new(study: &Study) -> Self {
        Self { warnings: study.warnings.clone() }
    }
}
