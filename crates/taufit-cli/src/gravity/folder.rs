//! The folder of a result of `gravity`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::GravityStudy;
use taufit_io::result_folder::gravity_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &GravityStudy) -> Outcome {
    let page = rendered(taufit_report::render_gravity(study))?;
    Ok(gravity_folder(study, page)?.write(dir)?)
}
