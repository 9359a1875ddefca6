//! `taufit report RESULT`: the result as one page.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::result_folder::ResultFile;
use crate::study_folder::read_series;
use clap::Args;
use std::path::PathBuf;
use taufit::study::{Series, Study, StudyKind};

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
    let page = match found.kind {
        StudyKind::Identify => {
            render(&found.parse(StudyKind::Identify)?, &read_series(&args.result)?)?
        }
    };
    let in_folder = || match args.result.is_dir() {
        true => args.result.join("report.html"),
        false => args.result.with_file_name("report.html"),
    };
    let path = args.out.clone().unwrap_or_else(in_folder);
    std::fs::write(&path, page)
        .map_err(|error| Failure::internal(format!("{}: {error}", path.display())))?;
    ctx.deliver(&format!("{}\n", path.display()))
}

/// The page of a result.
pub(crate) fn render(study: &Study, series: &[Series]) -> Outcome<String> {
    taufit_report::render_report(study, series)
        .map_err(|error| Failure::internal(format!("{error} [{}]", error.code())))
}
