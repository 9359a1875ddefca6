//! `taufit report RESULT`: the result as one page.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::{ForceArgs, rendered};
use clap::Args;
use std::path::PathBuf;
use taufit::study::StudyKind;
use taufit_io::output::write_file;
use taufit_io::result_folder::{ResultFile, read_series, write_page};
use taufit_report::{
    render_contacts, render_elastic, render_gravity, render_motors, render_payload, render_report,
    render_reverse, render_stiffness,
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
    #[command(flatten)]
    force: ForceArgs,
}

/// Reads a result and writes its page.
pub(crate) fn run(ctx: &Context, args: &ReportArgs) -> Outcome {
    let found = ResultFile::read(&args.result)?;
    let kind = found.kind();
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
    let (page, existing) = (rendered(page)?, args.force.existing());
    let path = match &args.out {
        Some(path) => {
            write_file(path, page.as_bytes(), existing)?;
            path.clone()
        }
        None => write_page(&args.result, &page, existing)?,
    };
    ctx.print(&format!("{}\n", path.display()))
}
