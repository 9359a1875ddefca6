//! `taufit schema`: the JSON schema of a result.

use crate::context::Context;
use crate::failure::Outcome;
use crate::study_folder::json;
use taufit::study::Study;

/// Prints the schema.
pub(crate) fn run(ctx: &Context) -> Outcome {
    ctx.deliver(&json(&schemars::schema_for!(Study))?)
}
