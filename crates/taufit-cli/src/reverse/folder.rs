//! The folder of a result of `reverse`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::model::Robot;
use taufit::study::ReverseStudy;
use taufit_io::result_folder::reverse_folder;

/// Writes every file of a result; the study gets a warning for what cannot be written.
pub(super) fn write_folder(dir: &Path, study: &mut ReverseStudy, robot: &Robot) -> Outcome {
    let page = |study: &ReverseStudy| rendered(taufit_report::render_reverse(study));
    Ok(reverse_folder(study, robot, page)?.write(dir)?)
}
