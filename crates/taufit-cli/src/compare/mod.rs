//! `taufit compare RESULT...`: how well several results of one robot and method agree.

mod render;

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::next_steps::render_next;
use crate::result_folder::{ForceArgs, rendered};
use clap::Args;
use render::{SideBySide, render_comparison};
use std::path::{Path, PathBuf};
use taufit::diagnostics::InputError;
use taufit::study::{ParameterRecord, StudyDocument};
use taufit::validate::repeatability;
use taufit_io::output::write_file;
use taufit_io::result_folder::read_results;
use taufit_report::ComparedResult;

/// Compare several results of one robot and method: which parameters repeat
#[derive(Clone, Debug, Args)]
pub(crate) struct CompareArgs {
    /// Folders of results, or their result.json
    #[arg(value_name = "RESULT", required = true, num_args = 2..)]
    results: Vec<PathBuf>,
    /// Where to write; a page with values and intervals result by result, and torque errors
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Reads results and shows the spread of their parameters.
pub(crate) fn run(ctx: &Context, args: &CompareArgs) -> Outcome {
    let studies = read_results(&args.results)?;
    let runs: Vec<Vec<&ParameterRecord>> =
        studies.iter().map(|study| study.compared_parameters()).collect();
    let runs: Vec<&[&ParameterRecord]> = runs.iter().map(Vec::as_slice).collect();
    let spread = repeatability(&runs).map_err(|error| match error.kind() {
        Some(InputError::LengthMismatch { .. }) => Failure::misuse(format!(
            "the results have no parameter in common; compare results of one robot ({error})"
        )),
        _ => error.into(),
    })?;
    let sources: Vec<String> = args.results.iter().map(|path| path.display().to_string()).collect();
    let compared =
        SideBySide { results: &results(&studies, &sources), runs: &runs, spread: &spread };
    if let Some(path) = &args.out {
        let page = rendered(taufit_report::render_comparison(compared.results, &spread))?;
        write_file(path, page.as_bytes(), args.force.existing())?;
        ctx.remark(&format!("written to {}\n", path.display()));
    }
    let next = render_next(ctx, [next_command(args.out.as_deref(), &sources)]);
    ctx.show(
        || render_document("compare", None, &args.results, &spread),
        |width| render_comparison(&compared, width) + &next,
    )
}

fn results<'a>(
    studies: &'a [Box<dyn StudyDocument>],
    sources: &'a [String],
) -> Vec<ComparedResult<'a>> {
    let pairs = studies.iter().zip(sources);
    pairs.map(|(study, source)| ComparedResult { source, study: study.as_ref() }).collect()
}

/// The page is opened, or made.
fn next_command(page: Option<&Path>, sources: &[String]) -> String {
    match page {
        Some(page) => format!("open {}", quoted(&page.to_string_lossy())),
        None => {
            let sources: Vec<String> = sources.iter().map(|source| quoted(source)).collect();
            format!("taufit compare {} --out comparison.html", sources.join(" "))
        }
    }
}
