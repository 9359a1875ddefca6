//! `taufit compare RESULT...`: how well several results of one robot and method agree.

use crate::context::Context;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::numbers::significant;
use crate::result_folder::{ForceArgs, rendered};
use crate::table::{Align, render_table};
use crate::text::{listing, wrap};
use clap::Args;
use std::path::PathBuf;
use taufit::diagnostics::InputError;
use taufit::study::{ParameterRecord, StudyDocument};
use taufit::validate::{OnlyIn, Repeatability, repeatability};
use taufit_io::output::write_file;
use taufit_io::result_folder::read_results;
use taufit_report::{ComparedResult, render_comparison};

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
    if let Some(path) = &args.out {
        let page = page(&studies, &args.results, &spread)?;
        write_file(path, page.as_bytes(), args.force.existing())?;
        ctx.remark(&format!("written to {}\n", path.display()));
    }
    ctx.show(
        || render_document("compare", None, &args.results, &spread),
        |width| render(&studies, &spread, width),
    )
}

fn page(
    studies: &[Box<dyn StudyDocument>],
    paths: &[PathBuf],
    spread: &Repeatability,
) -> Outcome<String> {
    let sources: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let results: Vec<ComparedResult<'_>> = studies
        .iter()
        .zip(&sources)
        .map(|(study, source)| ComparedResult { source, study: study.as_ref() })
        .collect();
    rendered(render_comparison(&results, spread))
}

fn render(studies: &[Box<dyn StudyDocument>], spread: &Repeatability, width: u16) -> String {
    let headline = format!(
        "{} results of {}: {} of {} common parameters repeat within what their intervals say \
         (spread at most twice the mean sigma).",
        studies.len(),
        studies.first().map_or("", |study| study.header().robot.name.as_str()),
        spread.parameters.iter().filter(|p| p.repeats).count(),
        spread.parameters.len()
    );
    let headings = [
        ("parameter", Align::Left),
        ("mean", Align::Right),
        ("spread", Align::Right),
        ("mean sigma", Align::Right),
        ("", Align::Left),
    ];
    let row = |p: &taufit::validate::ParameterSpread| {
        vec![
            p.name.clone(),
            significant(p.mean, 4),
            significant(p.spread, 2),
            significant(p.mean_sigma, 2),
            if p.repeats { "" } else { "does not repeat" }.to_owned(),
        ]
    };
    let table = render_table(&headings, spread.parameters.iter().map(row).collect(), width);
    format!("{}\n{table}{}", wrap(&headline, width, ""), only_in(spread, width))
}

/// Parameters that not all results have, result by result.
fn only_in(spread: &Repeatability, width: u16) -> String {
    let mut groups: Vec<(&[usize], Vec<&str>)> = Vec::new();
    for OnlyIn { expression, results } in &spread.only_in {
        match groups.iter_mut().find(|(of, _)| *of == &results[..]) {
            Some((_, expressions)) => expressions.push(expression),
            None => groups.push((results, vec![expression])),
        }
    }
    let line = |(results, expressions): &(&[usize], Vec<&str>)| {
        let numbers: Vec<String> = results.iter().map(|k| (k + 1).to_string()).collect();
        let noun = if numbers.len() == 1 { "result" } else { "results" };
        let words = format!("Only in {noun} {}: {}.", listing(&numbers), listing(expressions));
        wrap(&words, width, "  ")
    };
    let lines: String = groups.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}
