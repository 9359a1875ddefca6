//! The folder of a result of `stiffness`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::StiffnessStudy;
use taufit_io::result_folder::stiffness_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &StiffnessStudy) -> Outcome {
    let page = rendered(taufit_report::render_stiffness(study))?;
    Ok(stiffness_folder(study, page)?.write(dir)?)
}
