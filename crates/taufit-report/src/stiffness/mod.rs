//! Stiffnesses of a clamped arm as one page.
//!
//! | file | what it holds |
//! |---|---|
//! | `verdict` | the first screen: how many axes, how sharp, do the methods agree |
//! | `axis` | one axis: lines, figures, loads over time |
//! | `compliance` | what the stiffnesses mean at the tool |
//! | `page` | the sections put into their template |

mod axis;
mod compliance;
mod page;

use crate::ReportError;
use taufit::study::StiffnessStudy;

/// The stiffnesses as one HTML page: verdict, axes, lines with both branches, compliance of the tool,
/// records, warnings, and how to make it again.
///
/// The page loads nothing from elsewhere.
pub fn render_stiffness(study: &StiffnessStudy) -> Result<String, ReportError> {
    page::render(study)
}
