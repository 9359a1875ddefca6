//! The page of several results of one robot: which parameters repeat.

use crate::ReportError;
use crate::figure::draw_runs;
use crate::numbers::{percent, rounded, whole};
use crate::page::{PLAIN_SCRIPT, STYLE, fill};
use crate::section::wording;
use serde::Serialize;
use taufit::study::{ParameterRecord, StudyDocument, TorqueError, Totals};
use taufit::validate::{OnlyIn, ParameterSpread, PooledValue, Repeatability};

/// A result, and where it was read.
#[derive(Clone, Copy)]
pub struct ComparedResult<'a> {
    /// Folder or file.
    pub source: &'a str,
    /// The result.
    pub study: &'a dyn StudyDocument,
}

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct ComparisonPage {
    robot: String,
    version: &'static str,
    n_repeat: String,
    n_common: String,
    runs: Vec<RunView>,
    parameters: Vec<SpreadView>,
    errors: Vec<ErrorRow>,
    totals: Vec<TotalRow>,
    only_in: Vec<OnlyInView>,
    style: &'static str,
    script: &'static str,
}

/// A result in the table.
#[derive(Debug, Serialize)]
struct RunView {
    number: usize,
    source: String,
    verb: &'static str,
    grade: &'static str,
    word: &'static str,
    command: String,
}

/// A parameter that all results have.
#[derive(Debug, Serialize)]
struct SpreadView {
    name: String,
    expression: String,
    unit: String,
    mean: String,
    spread: String,
    mean_sigma: String,
    repeats: bool,
    pooled: Option<PooledView>,
    figure: String,
}

/// One value for all results, and the test of whether there is one.
#[derive(Debug, Serialize)]
struct PooledView {
    value: String,
    half: String,
    p: String,
    is_homogeneous: bool,
}

/// Torque errors of a model over all joints, result by result.
#[derive(Debug, Serialize)]
struct TotalRow {
    model: &'static str,
    percents: Vec<String>,
}

/// Torque errors of a joint, result by result.
#[derive(Debug, Serialize)]
struct ErrorRow {
    joint: String,
    unit: String,
    runs: Vec<ErrorCell>,
}

#[derive(Debug, Serialize)]
struct ErrorCell {
    rms: String,
    percent: String,
}

/// A parameter that not all results have.
#[derive(Debug, Serialize)]
struct OnlyInView {
    expression: String,
    results: String,
}

/// Several results of one robot and method as one HTML page: values with their intervals, torque errors.
///
/// The page loads nothing from elsewhere.
pub fn render_comparison(
    results: &[ComparedResult<'_>],
    spread: &Repeatability,
) -> Result<String, ReportError> {
    let runs: Vec<Vec<&ParameterRecord>> =
        results.iter().map(|result| result.study.compared_parameters()).collect();
    let mut parameters: Vec<SpreadView> =
        spread.parameters.iter().map(|p| spread_view(p, &runs)).collect();
    // Those to look at first.
    parameters.sort_by_key(|p| p.repeats);
    let page = ComparisonPage {
        robot: results.first().map_or_else(String::new, |r| r.study.header().robot.name.clone()),
        version: env!("CARGO_PKG_VERSION"),
        n_repeat: whole(spread.parameters.iter().filter(|p| p.repeats).count()),
        n_common: whole(spread.parameters.len()),
        runs: results.iter().enumerate().map(run_view).collect(),
        parameters,
        errors: error_rows(results),
        totals: total_rows(results),
        only_in: spread.only_in.iter().map(only_in_view).collect(),
        style: STYLE,
        script: PLAIN_SCRIPT,
    };
    fill("comparison.html", &page)
}

fn run_view((k, result): (usize, &ComparedResult<'_>)) -> RunView {
    let header = result.study.header();
    let said = wording(header.verdict.grade);
    RunView {
        number: k + 1,
        source: result.source.to_owned(),
        verb: header.kind.verb(),
        grade: said.class,
        word: said.word,
        command: header.provenance.command.clone(),
    }
}

fn spread_view(p: &ParameterSpread, runs: &[Vec<&ParameterRecord>]) -> SpreadView {
    let first = runs.first().and_then(|run| run.iter().find(|q| q.name == p.name));
    let expression = first.map_or("", |q| q.expression());
    let found: Vec<&ParameterRecord> = runs
        .iter()
        .filter_map(|run| run.iter().copied().find(|q| q.expression() == expression))
        .collect();
    let unit = first.map_or("", |q| q.unit.as_str());
    SpreadView {
        name: p.name.clone(),
        expression: expression.to_owned(),
        unit: unit.to_owned(),
        mean: rounded(p.mean, 4),
        spread: rounded(p.spread, 2),
        mean_sigma: rounded(p.mean_sigma, 2),
        repeats: p.repeats,
        pooled: p.pooled.as_ref().map(pooled_view),
        figure: draw_runs(&p.name, unit, &found, p.mean),
    }
}

fn pooled_view(pooled: &PooledValue) -> PooledView {
    let PooledValue { value, interval: [low, high], p, is_homogeneous, .. } = *pooled;
    PooledView {
        value: rounded(value, 4),
        half: rounded(0.5 * (high - low), 2),
        p: if p < 0.001 { "< 0.001".to_owned() } else { rounded(p, 2) },
        is_homogeneous,
    }
}

/// Errors of the nominal and the identified models; nothing where no result has them.
fn total_rows(results: &[ComparedResult<'_>]) -> Vec<TotalRow> {
    let totals: Vec<Option<&Totals>> =
        results.iter().map(|result| result.study.total_errors()).collect();
    if totals.iter().all(Option::is_none) {
        return Vec::new();
    }
    let row = |model, of: fn(&Totals) -> f64| {
        let cell = |totals: &Option<&Totals>| percent(totals.map_or(f64::NAN, of));
        TotalRow { model, percents: totals.iter().map(cell).collect() }
    };
    vec![
        row("all, nominal model", |totals| totals.nominal.relative_percent),
        row("all, identified", |totals| totals.validation.relative_percent),
        row("all, as exported", |totals| totals.exported.relative_percent),
    ]
}

/// Joints of the first result; a dash where another one does not have them.
fn error_rows(results: &[ComparedResult<'_>]) -> Vec<ErrorRow> {
    let errors: Vec<_> = results.iter().map(|result| result.study.torque_errors()).collect();
    let joints = errors.first().into_iter().flatten();
    let cell = |joint: &str, run: &[TorqueError]| {
        let found = run.iter().find(|error| error.joint == joint);
        ErrorCell {
            rms: rounded(found.map_or(f64::NAN, |error| error.rms_nm), 3),
            percent: percent(found.map_or(f64::NAN, |error| error.relative_percent)),
        }
    };
    let row = |error: &TorqueError| ErrorRow {
        joint: error.joint.clone(),
        unit: error.unit.clone(),
        runs: errors.iter().map(|run| cell(&error.joint, run)).collect(),
    };
    joints.map(row).collect()
}

fn only_in_view(only_in: &OnlyIn) -> OnlyInView {
    let results: Vec<String> = only_in.results.iter().map(|k| (k + 1).to_string()).collect();
    OnlyInView { expression: only_in.expression.clone(), results: results.join(", ") }
}
