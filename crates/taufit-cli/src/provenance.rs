//! The provenance of a result: version, command line, settings, hashes of the inputs.

use crate::context::Context;
use crate::failure::Outcome;
use serde::Serialize;
use std::path::PathBuf;
use taufit::study::Provenance;

/// The provenance of this run.
pub(crate) fn provenance(
    ctx: &Context,
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Outcome<Provenance> {
    Ok(taufit_io::result_folder::provenance(ctx.command().to_owned(), settings, inputs)?)
}
