//! How a verb hands over what it found, whatever the method.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::json;
use crate::study_warnings::render_warnings;
use serde::Serialize;
use std::path::Path;
use taufit::study::Diagnosis;

/// The document for programs, or the screen for people: then doubts, and where the folder is.
pub(crate) fn show_study<S: Serialize>(
    ctx: &Context,
    study: &S,
    screen: impl FnOnce(&S, u16) -> String,
    warnings: &[Diagnosis],
    out: Option<&Path>,
) -> Outcome {
    if ctx.json {
        return ctx.deliver(&json(study)?);
    }
    ctx.deliver(&screen(study, ctx.width))?;
    ctx.complain(&render_warnings(warnings));
    if let Some(dir) = out {
        ctx.complain(&format!("written to {}\n", dir.display()));
    }
    Ok(())
}
