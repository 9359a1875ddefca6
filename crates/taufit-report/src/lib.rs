//! The result of an identification, or a designed motion, as one HTML file that needs no network.
//!
//! Nothing is identified here: every number on the page stands in [`Study`] and [`Series`]. Read it
//! in the order in which data travels:
//!
//! | module | what it holds |
//! |---|---|
//! | `numbers`, `words` | how numbers and parameter groups are written, in one place |
//! | `series` | torques over time: checked, reduced where they are too long, packed |
//! | `figure` | drawings (SVG), coloured by the style sheet, so that they follow light, dark and print |
//! | `section` | one file per section of the page: what it says, as text and figures |
//! | `page` | the sections put into the templates |
//! | `preview` | the page of a designed motion: words, samples, sections |
//!
//! `templates/` holds one file per section, `assets/` the style sheet and the scripts. All text goes
//! through the escaping of the template engine; only figures, packed numbers and the assets are exempt.

mod error;
mod figure;
mod numbers;
mod page;
mod preview;
mod section;
mod series;
mod words;

pub use error::ReportError;
pub use preview::{
    DrawnSolid, MotionSummary, Scenery, Sharpness, Use, noise_words, render_preview, worst_first,
};

use taufit::study::{Series, Study};

/// The study as one HTML page: verdict, torques, parameters, what the data determine, friction,
/// bodies, residuals, logs, warnings, and how to make it again.
///
/// `series` are the torques over time; without them the page has everything but the torque plots.
/// The page loads nothing from elsewhere.
pub fn render_report(study: &Study, series: &[Series]) -> Result<String, ReportError> {
    series::check(series, study.joints.len())?;
    page::render(study, series)
}
