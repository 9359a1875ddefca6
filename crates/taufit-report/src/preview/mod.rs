//! A designed motion as one page, to be looked at before it is run.
//!
//! | file | what it holds |
//! |---|---|
//! | `summary` | the motion in words: what it will tell, what binds |
//! | `sampled` | the motion over time: joints, torques, tool, poses |
//! | `scenery` | what is drawn in 3D: links, surroundings |
//! | `joints`, `path`, `forecast`, `view` | sections of the page |
//! | `page` | the sections put into their template |

mod forecast;
mod joints;
mod page;
mod path;
mod sampled;
mod scenery;
mod summary;
mod view;

pub use scenery::{DrawnSolid, Scenery};
pub use summary::{MotionSummary, Sharpness, Use, noise_text, worst_first};

use crate::ReportError;
use taufit::excite::Design;
use taufit::model::Robot;

/// The motion as one HTML page: verdict, the moving robot in 3D, joints against their limits, the path
/// of the tool, and what the motion is expected to determine.
///
/// The page loads nothing from elsewhere.
pub fn render_preview(
    design: &Design,
    robot: &Robot,
    scenery: &Scenery,
) -> Result<String, ReportError> {
    page::render(design, robot, scenery)
}
