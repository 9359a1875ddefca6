//! `taufit report RESULT`: the result as one page.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::result_folder::ResultFile;
use crate::study_folder::read_series;
use clap::Args;
use std::path::PathBuf;
use taufit::study::StudyKind;
use taufit_report::{
    ReportError, render_contacts, render_elastic, render_gravity, render_motors, render_payload,
    render_report, render_reverse, render_stiffness,
};

/// Write a result as one HTML page that needs no network
#[derive(Clone, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Folder of a result, or its result.json
    #[arg(value_name = "RESULT")]
    result: PathBuf,
    /// The page; report.html in the folder if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Reads a result and writes its page.
pub(crate) fn run(ctx: &Context, args: &ReportArgs) -> Outcome {
    let found = ResultFile::read(&args.result)?;
    let kind = found.kind;
    let page = match kind {
        StudyKind::Identify => render_report(&found.parse(kind)?, &read_series(&args.result)?),
        StudyKind::Collisions => render_contacts(&found.parse(kind)?),
        StudyKind::Motors => render_motors(&found.parse(kind)?),
        StudyKind::Stiffness => render_stiffness(&found.parse(kind)?),
        StudyKind::Elastic => render_elastic(&found.parse(kind)?),
        StudyKind::Payload => render_payload(&found.parse(kind)?),
        StudyKind::Gravity => render_gravity(&found.parse(kind)?),
        StudyKind::Reverse => render_reverse(&found.parse(kind)?),
    };
    let in_folder = || match args.result.is_dir() {
        true => args.result.join("report.html"),
        false => args.result.with_file_name("report.html"),
    };
    let path = args.out.clone().unwrap_or_else(in_folder);
    std::fs::write(&path, rendered(page)?)
        .map_err(|error| Failure::internal(format!("{}: {error}", path.display())))?;
    ctx.deliver(&format!("{}\n", path.display()))
}

/// A page as the file of a folder.
pub(crate) fn rendered(page: Result<String, ReportError>) -> Outcome<Vec<u8>> {
    page.map(String::into_bytes)
        .map_err(|error| Failure::internal(format!("{error} [{}]", error.code())))
}
