//! Results on the disk and their provenance, as the verbs use them: the reading and writing is in [`taufit_io::result_folder`].

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::next_steps::next_steps;
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use taufit::study::{Provenance, Series, Study};
use taufit_io::output::Existing;
use taufit_io::result_folder::identify_folder;
use taufit_report::render_report;

/// Whether files that exist are replaced.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ForceArgs {
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    /// Treatment of files that exist.
    pub(crate) fn existing(self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }
}

/// A document as text.
pub(crate) fn json(document: &impl Serialize) -> Outcome<String> {
    Ok(taufit_io::result_folder::json(document)?)
}

/// A page that was rendered.
pub(crate) fn rendered(page: Result<String, taufit_report::ReportError>) -> Outcome<String> {
    page.map_err(|error| Failure::internal(format!("{error} [{}]", error.code())))
}

/// Writes every file of a result; the study gets its next steps, and a warning for what cannot be written.
pub(crate) fn write_folder(dir: &Path, study: &mut Study, series: &[Series]) -> Outcome {
    study.header.next_steps = next_steps(study, dir);
    let page = |study: &Study| rendered(render_report(study, series));
    Ok(identify_folder(study, series, page)?.write(dir)?)
}

/// The identification in a folder, or in its `result.json`.
pub(crate) fn read_study(path: &Path) -> Outcome<Study> {
    Ok(taufit_io::result_folder::read_study(path)?)
}

/// The provenance of this run. Refuses files of equal content: a log that counts twice makes intervals too narrow, and
/// one that is fitted and validated on proves nothing.
pub(crate) fn provenance(
    ctx: &Context,
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Outcome<Provenance> {
    let command = ctx.command().to_owned();
    let provenance = taufit_io::result_folder::provenance(command, settings, inputs)?;
    for (k, file) in provenance.inputs.iter().enumerate() {
        if let Some(twin) = provenance.inputs[..k].iter().find(|twin| twin.sha256 == file.sha256) {
            return Err(Failure::misuse(format!(
                "{} and {} have the same content: a log is used once, for the fit or for validation",
                twin.path, file.path
            )));
        }
    }
    Ok(provenance)
}
