//! Results on the disk, as the verbs use them: the reading and writing is in [`taufit_io::result_folder`].

use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use std::path::Path;
use taufit_io::output::{Existing, check_folder};

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

/// Refuses an `--out` that may not be written to, before the work is done.
pub(crate) fn check_out(out: Option<&Path>) -> Outcome {
    Ok(out.map_or(Ok(()), check_folder)?)
}

/// A page that was rendered.
pub(crate) fn rendered(page: Result<String, taufit_report::ReportError>) -> Outcome<String> {
    page.map_err(|error| Failure::internal(format!("{error} [{}]", error.code())))
}
