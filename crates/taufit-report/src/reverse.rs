//! The page of a vendor's model: how well it was met, and its base parameters.

use crate::ReportError;
use crate::numbers::{number, rounded, whole, with_sigma_if_fixed};
use crate::page::{PLAIN_SCRIPT, STYLE, fill};
use crate::section::{ProvenanceView, WarningsView};
use crate::words::sentence;
use serde::Serialize;
use taufit::study::{Agreement, ModelCoefficient, ReverseStudy};
use taufit::validate::Grade;

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct ReversePage {
    robot: String,
    version: String,
    grade: &'static str,
    headline: String,
    rule: String,
    agreement: Vec<AgreementRow>,
    condition_number: String,
    n_samples: String,
    coefficients: Vec<CoefficientRow>,
    warnings: WarningsView,
    provenance: ProvenanceView,
    style: &'static str,
    script: &'static str,
}

#[derive(Debug, Serialize)]
struct AgreementRow {
    what: String,
    off: String,
    digits: String,
}

#[derive(Debug, Serialize)]
struct CoefficientRow {
    expression: String,
    unit: String,
    value: String,
    sigma: String,
    physical: String,
    nominal: String,
}

/// A vendor's model as one HTML page that needs no network.
pub fn render_reverse(study: &ReverseStudy) -> Result<String, ReportError> {
    let found = &study.found;
    let n_base = found.coefficients.len();
    let verdict = found.verdict();
    let (grade, word) = match verdict.grade {
        Grade::Good => ("good", "Good"),
        Grade::Usable => ("usable", "Usable"),
        Grade::Poor => ("poor", "Poor"),
    };
    let page = ReversePage {
        robot: study.robot.name.clone(),
        version: study.provenance.version.clone(),
        grade,
        headline: format!(
            "{word}. {} of {} base parameters determined",
            whole(found.rank),
            whole(n_base)
        ),
        rule: sentence(&verdict.rule),
        agreement: found.agreement.iter().map(agreement_row).collect(),
        condition_number: rounded(found.condition_number, 3),
        n_samples: whole(found.n_samples),
        coefficients: found.coefficients.iter().map(coefficient_row).collect(),
        warnings: WarningsView::new(&study.warnings),
        provenance: ProvenanceView::new(&study.provenance, &study.robot.source),
        style: STYLE,
        script: PLAIN_SCRIPT,
    };
    fill("reverse.html", &page)
}

fn agreement_row(agreement: &Agreement) -> AgreementRow {
    AgreementRow {
        what: agreement.what.clone(),
        off: rounded(agreement.relative_rms, 2),
        digits: rounded(agreement.digits_rms, 2),
    }
}

fn coefficient_row(c: &ModelCoefficient) -> CoefficientRow {
    let (value, sigma) = with_sigma_if_fixed(c.value, c.sigma);
    CoefficientRow {
        expression: c.expression.clone(),
        unit: c.unit.clone(),
        value,
        sigma,
        physical: number(c.physical),
        nominal: number(c.nominal),
    }
}
