//! Output of a result, whatever the method.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::result_folder::{json, rendered};
use serde::Serialize;
use std::path::Path;
use taufit::study::StudyDocument;
use taufit_io::result_folder::ResultFolder;
use taufit_report::ReportError;

/// Writes the folder of a result, where one is wanted, and shows the result.
pub(crate) fn hand_over<S: StudyDocument + Serialize>(
    ctx: &Context,
    study: &S,
    screen: impl FnOnce(&S, u16) -> String,
    page: fn(&S) -> Result<String, ReportError>,
    folder: fn(&S, String) -> taufit_io::Result<ResultFolder>,
    out: Option<&Path>,
) -> Outcome {
    if let Some(dir) = out {
        folder(study, rendered(page(study))?)?.write(dir)?;
    }
    show_study(ctx, study, screen, out)
}

/// The document for programs, or the screen for people: then warnings, and where the folder is. A poor result is a
/// failure.
pub(crate) fn show_study<S: StudyDocument + Serialize>(
    ctx: &Context,
    study: &S,
    screen: impl FnOnce(&S, u16) -> String,
    out: Option<&Path>,
) -> Outcome {
    ctx.show(|| json(study), |width| screen(study, width))?;
    ctx.remark_diagnoses(&study.header().warnings);
    if let Some(dir) = out {
        ctx.remark(&format!("written to {}\n", dir.display()));
    }
    if study.header().is_poor() { Err(Failure::PoorQuality) } else { Ok(()) }
}
