//! `taufit report RESULT`: the result as one page.

use crate::any_study::AnyStudy;
use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::ForceArgs;
use clap::Args;
use std::path::PathBuf;
use taufit_io::output::write_file;
use taufit_io::result_folder::write_page;

/// Write a result as one HTML page that needs no network
#[derive(Clone, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Folder of a result, or its result.json
    #[arg(value_name = "RESULT")]
    result: PathBuf,
    /// Where to write; a page, report.html in the folder if not given
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Reads a result and writes its page.
pub(crate) fn run(ctx: &Context, args: &ReportArgs) -> Outcome {
    let (page, existing) = (AnyStudy::read_folder(&args.result)?.report()?, args.force.existing());
    let path = match &args.out {
        Some(path) => {
            write_file(path, page.as_bytes(), existing)?;
            path.clone()
        }
        None => write_page(&args.result, &page, existing)?,
    };
    ctx.print(&format!("{}\n", path.display()))
}
