//! The folder of a result of `elastic`.

use crate::failure::Outcome;
use crate::result_folder::rendered;
use std::path::Path;
use taufit::study::ElasticStudy;
use taufit_io::result_folder::elastic_folder;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &ElasticStudy) -> Outcome {
    let page = rendered(taufit_report::render_elastic(study))?;
    Ok(elastic_folder(study, page)?.write(dir)?)
}
