//! The folder of a result of `collisions`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::ContactStudy;
use taufit_io::result_folder::collisions_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &ContactStudy) -> Outcome {
    let page = rendered(taufit_report::render_contacts(study))?;
    Ok(collisions_folder(study, page)?.write(dir)?)
}
