//! Residuals and their tests.

use crate::figure::{draw_autocorrelation, draw_histogram, draw_normal_quantiles, draw_spectrum};
use crate::numbers::{measure, rounded};
use serde::Serialize;
use taufit::study::{JointRecord, ResidualTest, Study};

/// The residuals of all joints.
#[derive(Debug, Serialize)]
pub(crate) struct ResidualsView {
    joints: Vec<JointResidual>,
}

/// One joint.
#[derive(Debug, Serialize)]
struct JointResidual {
    number: usize,
    name: String,
    rms: String,
    correlation_time: String,
    /// Histogram, quantiles, autocorrelation, spectrum.
    figures: Vec<String>,
    tests: Vec<TestView>,
}

/// One test.
#[derive(Debug, Serialize)]
struct TestView {
    name: String,
    passed: bool,
    words: String,
    statistic: String,
    limit: String,
}

impl ResidualsView {
    pub(crate) fn new(study: &Study) -> Self {
        Self { joints: study.joints.iter().map(JointResidual::new).collect() }
    }
}

impl JointResidual {
    fn new(joint: &JointRecord) -> Self {
        Self {
            number: joint.number,
            name: joint.name.clone(),
            rms: measure(joint.errors.validation.rms_nm, &joint.effort_unit),
            correlation_time: measure(joint.residual.correlation_time_s, "s"),
            figures: figures(joint),
            tests: joint.residual.tests.iter().map(TestView::new).collect(),
        }
    }
}

/// Figures of fields that results of older versions lack are left out.
fn figures(joint: &JointRecord) -> Vec<String> {
    let residual = &joint.residual;
    let quantiles = residual.quantiles.as_ref().map(|_| draw_normal_quantiles(joint));
    let autocorrelation = residual.autocorrelation.as_ref().map(|_| draw_autocorrelation(joint));
    let (histogram, spectrum) = (draw_histogram(joint), draw_spectrum(joint));
    [Some(histogram), quantiles, autocorrelation, Some(spectrum)].into_iter().flatten().collect()
}

impl TestView {
    fn new(test: &ResidualTest) -> Self {
        Self {
            name: test.name.clone(),
            passed: test.passed,
            words: test.words.clone(),
            statistic: rounded(test.statistic, 3),
            limit: rounded(test.limit, 3),
        }
    }
}
