//! The page of a vendor's model: how well it was met, and its base parameters.

use crate::ReportError;
use crate::numbers::{rounded, whole};
use crate::page::fill;
use crate::section::{HeaderView, ParameterRow};
use serde::Serialize;
use taufit::study::{Agreement, ReverseStudy};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct ReversePage {
    #[serde(flatten)]
    header: HeaderView,
    agreement: Vec<AgreementRow>,
    condition_number: String,
    n_samples: String,
    base_parameters: Vec<ParameterRow>,
}

#[derive(Debug, Serialize)]
struct AgreementRow {
    what: String,
    off: String,
    digits: String,
}

/// A vendor's model as one HTML page that needs no network.
pub fn render_reverse(study: &ReverseStudy) -> Result<String, ReportError> {
    let found = &study.found;
    let page = ReversePage {
        header: HeaderView::new(&study.header),
        agreement: found.agreement.iter().map(agreement_row).collect(),
        condition_number: rounded(found.condition_number, 3),
        n_samples: whole(found.n_samples),
        base_parameters: found.base_parameters.iter().map(ParameterRow::new).collect(),
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
