//! The folder of an identification.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::{Series, Study};
use taufit_io::result_folder::identify_folder;
use taufit_report::render_report;

/// Writes every file of a result; the study gets a warning for what cannot be written.
pub(crate) fn write_folder(dir: &Path, study: &mut Study, series: &[Series]) -> Outcome {
    let page = |study: &Study| rendered(render_report(study, series));
    Ok(identify_folder(study, series, page)?.write(dir)?)
}

/// The identification in a folder, or in its `result.json`.
pub(crate) fn read_study(path: &Path) -> Outcome<Study> {
    Ok(taufit_io::result_folder::read_study(path)?)
}
