//! The result of an identification, or a designed motion, as one HTML file that needs no network.
//!
//! Nothing is identified here: every number on the page stands in [`Study`] and [`Series`]. Read it
//! in the order in which data travels:
//!
//! | module | what it holds |
//! |---|---|
//! | `numbers`, `text`, `parameter_labels` | format of numbers, lists and parameter groups, in one place |
//! | `series` | torques over time: checked, packed |
//! | `figure` | drawings (SVG), coloured by the style sheet, so that they follow light, dark and print |
//! | `section` | one file per section of the page: what it says, as text and figures |
//! | `plots`, `scene` | signals and robot for the page's script |
//! | `page` | the sections put into the templates |
//! | `stiffness` | the page of a clamped arm |
//! | `elastic` | the page of elastic joints |
//! | `preview` | the page of a designed motion: words, samples, sections |
//! | `contacts` | the page of logs that were watched for contacts |
//! | `comparison` | the page of several results of one robot |
//! | `motors` | the page of torque constants and friction |
//! | `payload` | the page of a weighed load |
//! | `card` | the verdict of a page alone, for notebooks |
//! | `fleet` | the page of a fleet: robots to look at, map, drifts, population |
//! | `gravity`, `reverse` | the pages of weights, and of a vendor's model |
//!
//! `templates/` holds one file per section, `assets/` the style sheet and the scripts, built from `web/`. All text goes
//! through the escaping of the template engine; only figures, packed numbers and the assets are exempt.

mod card;
mod comparison;
mod contacts;
mod elastic;
mod error;
mod figure;
mod fleet;
mod gravity;
mod motors;
mod numbers;
mod page;
mod parameter_labels;
mod payload;
mod plots;
mod preview;
mod reverse;
mod scene;
mod section;
mod series;
mod stiffness;
mod text;

pub use card::verdict_card;
pub use comparison::{ComparedResult, render_comparison};
pub use contacts::render_contacts;
pub use error::ReportError;
pub use fleet::render_fleet_page;
pub use gravity::render_gravity;
pub use payload::render_payload;
pub use preview::{
    DrawnSolid, MotionSummary, Scenery, Sharpness, Use, noise_text, render_preview, worst_first,
};
pub use reverse::render_reverse;
pub use scene::SceneView;
pub use stiffness::render_stiffness;
pub use text::{listing, sentence};

use taufit::study::{ElasticStudy, MotorStudy, Series, Study};

/// The study as one HTML page: verdict, torques, parameters, what the data determine, friction,
/// bodies, residuals, logs, warnings, and how to make it again.
///
/// `series` are the torques over time; without them the page has everything but the torque plots.
/// The page loads nothing from elsewhere.
pub fn render_report(study: &Study, series: &[Series]) -> Result<String, ReportError> {
    series::check(series, study.joints.len())?;
    page::render(study, series)
}

/// Torque constants and friction as one HTML page: verdict, table with intervals, one record of every
/// joint, torque constants over velocity, friction curves.
pub fn render_motors(study: &MotorStudy) -> Result<String, ReportError> {
    motors::render(study)
}

/// The study of elastic joints as one HTML page: verdict, stiffness with intervals, deflections over time
/// and against loads, parameters with their class, warnings, and how to make it again.
///
/// The page loads nothing from elsewhere.
pub fn render_elastic(study: &ElasticStudy) -> Result<String, ReportError> {
    elastic::render(study)
}
