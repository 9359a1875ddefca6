//! The folder of a result of `payload`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::PayloadStudy;
use taufit_io::result_folder::payload_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &PayloadStudy) -> Outcome {
    let page = rendered(taufit_report::render_payload(study))?;
    Ok(payload_folder(study, page)?.write(dir)?)
}
