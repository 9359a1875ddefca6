//! The folder of a result of `motors`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::MotorStudy;
use taufit_io::result_folder::motors_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &MotorStudy) -> Outcome {
    let page = rendered(taufit_report::render_motors(study))?;
    Ok(motors_folder(study, page)?.write(dir)?)
}
