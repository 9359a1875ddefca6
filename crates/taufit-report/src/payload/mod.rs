//! A weighed load as one page: verdict, what to type in, numbers with intervals, torques, friction, poses.

mod page;
mod parameters;
mod verdict;

use crate::ReportError;
use taufit::study::PayloadStudy;

/// The load as one HTML page. It loads nothing from elsewhere.
pub fn render_payload(study: &PayloadStudy) -> Result<String, ReportError> {
    page::render(study)
}
