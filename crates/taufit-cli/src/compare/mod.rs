//! `taufit compare RESULT...`: how well several identifications of one robot agree.

use crate::context::Context;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::numbers::significant;
use crate::study_folder::read_study;
use crate::table::{Align, render_table};
use crate::words::{listing, wrap};
use clap::Args;
use std::path::PathBuf;
use taufit::study::Study;
use taufit::validate::{OnlyIn, Repeatability, repeatability};

/// Compare several identifications of one robot: which parameters repeat
#[derive(Clone, Debug, Args)]
pub(crate) struct CompareArgs {
    /// Folders of results, or their result.json
    #[arg(value_name = "RESULT", required = true, num_args = 2..)]
    results: Vec<PathBuf>,
}

/// Reads results and shows the spread of their base parameters.
pub(crate) fn run(ctx: &Context, args: &CompareArgs) -> Outcome {
    let studies: Vec<Study> = args.results.iter().map(|r| read_study(r)).collect::<Outcome<_>>()?;
    let runs = studies.iter().map(|s| s.base_parameters.as_slice()).collect::<Vec<_>>();
    let spread = repeatability(&runs).map_err(|error| match error {
        taufit::Error::LengthMismatch { .. } => Failure::misuse(format!(
            "the results have no base parameter in common; compare results of one robot ({error})"
        )),
        other => other.into(),
    })?;
    if ctx.json {
        return ctx.deliver(&render_document("compare", None, &args.results, &spread)?);
    }
    ctx.deliver(&render(&studies, &spread, ctx.width))
}

fn render(studies: &[Study], spread: &Repeatability, width: u16) -> String {
    let headline = format!(
        "{} results of {}: {} of {} common base parameters repeat within what their intervals say \
         (spread at most twice the mean sigma).",
        studies.len(),
        studies.first().map_or("", |s| s.robot.name.as_str()),
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
    let row = |p: &taufit::validate::Spread| {
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
