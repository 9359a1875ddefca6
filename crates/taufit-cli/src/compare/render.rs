//! The screen of `compare`: results, torque errors, parameters side by side with one value for all.

use crate::numbers::{known_to, significant, with_half};
use crate::table::{Align, natural_width, render_table};
use crate::text::{listing, wrap};
use taufit::estimate::NORMAL_95;
use taufit::study::{LogRole, ParameterRecord, TorqueError, Totals};
use taufit::validate::{OnlyIn, ParameterSpread, Repeatability};
use taufit_report::ComparedResult;

/// Parameters that repeat are listed up to so many rows; those that do not are listed all.
const MOST_ROWS: usize = 8;
/// Narrowest column of sums of parameters.
const NARROWEST_SUM: u16 = 24;

/// Results and their agreement.
pub(super) struct SideBySide<'a> {
    pub(super) results: &'a [ComparedResult<'a>],
    /// Parameters of each result.
    pub(super) runs: &'a [&'a [&'a ParameterRecord]],
    pub(super) spread: &'a Repeatability,
}

/// The whole screen.
pub(super) fn render_comparison(compared: &SideBySide<'_>, width: u16) -> String {
    let mut text = wrap(&headline(compared), width, "");
    for (k, result) in compared.results.iter().enumerate() {
        text += &wrap(&format!("  {}  {}", k + 1, result_text(result)), width, "     ");
    }
    text += &render_errors(compared.results, width);
    text += &render_parameters(compared, width);
    text + &only_in(compared.spread, width)
}

fn headline(compared: &SideBySide<'_>) -> String {
    let parameters = &compared.spread.parameters;
    let differ = parameters.iter().filter(|p| differs(p)).count();
    let robot = compared.results.first().map_or("", |r| r.study.header().robot.name.as_str());
    format!(
        "{} results of {robot}: {} of {} common parameters repeat within what their intervals say \
         (spread at most twice the mean sigma); {differ} differ by Cochran's test at 5 %.",
        compared.results.len(),
        parameters.iter().filter(|p| p.repeats).count(),
        parameters.len(),
    )
}

/// Whether the results do not have one value.
fn differs(p: &ParameterSpread) -> bool {
    p.pooled.is_some_and(|pooled| !pooled.is_homogeneous)
}

/// Folder, grade and logs of a result.
fn result_text(result: &ComparedResult<'_>) -> String {
    let names = |is: fn(LogRole) -> bool| -> Vec<String> {
        let logs = result.study.log_records().iter().filter(|log| is(log.role));
        logs.map(|log| file_name(&log.source)).collect()
    };
    let fit = names(|role| role != LogRole::Validation);
    let other = names(|role| role == LogRole::Validation);
    let grade = result.study.header().verdict.grade;
    let mut text = format!("{}: {grade}", result.source);
    if !fit.is_empty() {
        text += &format!(", from {}", listing(&fit));
    }
    match other.is_empty() {
        _ if fit.is_empty() => text,
        true => text + ", validated on its end",
        false => text + &format!(", validated on {}", listing(&other)),
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Torque errors of every model of every result, on data not used for its fit.
fn render_errors(results: &[ComparedResult<'_>], width: u16) -> String {
    let errors: Vec<_> = results.iter().map(|result| result.study.torque_errors()).collect();
    let Some(first) = errors.first().filter(|first| !first.is_empty()) else {
        return String::new();
    };
    let numbers = column_numbers(results.len());
    let mut headings = vec![("joint", Align::Left), ("", Align::Left)];
    headings.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for joint in first {
        let cell = |run: &Vec<TorqueError>| {
            let found = run.iter().find(|error| error.joint == joint.joint);
            found.map_or_else(
                || "–".to_owned(),
                |e| format!("{}, {}", significant(e.rms_nm, 3), percent(e.relative_percent)),
            )
        };
        let name = [joint.joint.clone(), joint.unit.clone()];
        rows.push(name.into_iter().chain(errors.iter().map(cell)).collect());
    }
    rows.extend(MODELS.iter().filter_map(|(name, of)| total_row(name, *of, results)));
    let title = "Torque errors on data not used for the fit of each result: root mean square, and share \
                 of the torque";
    format!("\n{}{}", wrap(title, width, "  "), render_table(&headings, rows, width))
}

type TotalOf = fn(&Totals) -> f64;

/// Models of a result, by their errors over all joints.
const MODELS: [(&str, TotalOf); 3] = [
    ("all, nominal model", |totals| totals.nominal.relative_percent),
    ("all, identified", |totals| totals.validation.relative_percent),
    ("all, as exported", |totals| totals.exported.relative_percent),
];

fn total_row(name: &str, of: TotalOf, results: &[ComparedResult<'_>]) -> Option<Vec<String>> {
    let totals: Vec<Option<&Totals>> =
        results.iter().map(|result| result.study.total_errors()).collect();
    let cell = |totals: &Option<&Totals>| totals.map_or_else(|| "–".to_owned(), |t| percent(of(t)));
    let row = [name.to_owned(), String::new()].into_iter().chain(totals.iter().map(cell));
    totals.iter().any(Option::is_some).then(|| row.collect())
}

fn percent(x: f64) -> String {
    if x.is_finite() { format!("{x:.2} %") } else { "–".to_owned() }
}

fn column_numbers(n: usize) -> Vec<String> {
    (1..=n).map(|k| k.to_string()).collect()
}

/// Values with half of their 95 % intervals, one column per result, then one value for all.
fn render_parameters(compared: &SideBySide<'_>, width: u16) -> String {
    let mut parameters: Vec<&ParameterSpread> = compared.spread.parameters.iter().collect();
    // Those to look at first.
    parameters.sort_by_key(|p| (p.repeats, !differs(p)));
    let doubtful = parameters.iter().filter(|p| !p.repeats || differs(p)).count();
    let shown = &parameters[..parameters.len().min(doubtful.max(MOST_ROWS))];
    let more = parameters.len() - shown.len();
    let rest = match more {
        0 => String::new(),
        n => format!("and {n} more, which repeat; --out and --json have all of them\n"),
    };
    let table = Widths::fitting(compared, shown, width);
    let legend = "± is half of the 95 % interval. pooled: mean with weights 1/sigma². p: probability of \
                  such differences if the results have one value (Cochran's Q); below 0.05 the pooled \
                  value is none.";
    format!(
        "\nParameters, those that differ first\n{}{rest}{}{}",
        table.render(compared, shown, width),
        wrap(legend, width, "  "),
        table.sums(shown, width),
    )
}

/// Columns that the screen has room for.
#[derive(Clone, Copy, PartialEq)]
enum Widths {
    /// Values and half intervals of every result, and the sums in a column.
    Sums,
    /// Without the sums.
    Intervals,
    /// Values alone.
    Values,
    /// No column per result.
    Pooled,
}

impl Widths {
    /// The widest that fits.
    fn fitting(compared: &SideBySide<'_>, shown: &[&ParameterSpread], width: u16) -> Self {
        let needed = |widths: Self| {
            let (headings, rows) = widths.table(compared, shown);
            let headings: Vec<&str> = headings.iter().map(|(name, _)| name.as_str()).collect();
            natural_width(&headings, &rows)
        };
        let intervals = needed(Self::Intervals);
        if intervals.saturating_add(NARROWEST_SUM) <= width {
            Self::Sums
        } else if intervals <= width {
            Self::Intervals
        } else if needed(Self::Values) <= width {
            Self::Values
        } else {
            Self::Pooled
        }
    }

    fn render(self, compared: &SideBySide<'_>, shown: &[&ParameterSpread], width: u16) -> String {
        let (headings, rows) = self.table(compared, shown);
        let headings: Vec<(&str, Align)> =
            headings.iter().map(|(name, align)| (name.as_str(), *align)).collect();
        render_table(&headings, rows, width)
    }

    fn table(
        self,
        compared: &SideBySide<'_>,
        shown: &[&ParameterSpread],
    ) -> (Vec<(String, Align)>, Vec<Vec<String>>) {
        let n = if self == Self::Pooled { 0 } else { compared.results.len() };
        let left = |name: &str| (name.to_owned(), Align::Left);
        let right = |name: &str| (name.to_owned(), Align::Right);
        let mut headings = vec![left("parameter")];
        headings.extend(column_numbers(n).iter().map(|number| right(number)));
        headings.extend([right("pooled"), left(""), right("p"), left("")]);
        if self == Self::Sums {
            headings.push(left("stands for"));
        }
        (headings, shown.iter().map(|p| self.row(compared, p, n)).collect())
    }

    fn row(self, compared: &SideBySide<'_>, p: &ParameterSpread, n: usize) -> Vec<String> {
        let value = |(x, sigma): (&f64, &Option<f64>)| {
            let half = sigma.map_or(f64::INFINITY, |sigma| NORMAL_95 * sigma);
            if self == Self::Values { known_to(*x, half) } else { with_half(*x, half) }
        };
        let unit = compared.runs.first().and_then(|run| run.iter().find(|q| q.name == p.name));
        let pooled = p.pooled.filter(|pooled| pooled.is_homogeneous).map(|pooled| {
            let [low, high] = pooled.interval;
            with_half(pooled.value, 0.5 * (high - low))
        });
        let mut row = vec![p.name.clone()];
        row.extend(p.values.iter().zip(&p.sigmas).take(n).map(value));
        row.push(pooled.unwrap_or_else(|| "–".to_owned()));
        row.push(unit.map_or_else(String::new, |q| q.unit.clone()));
        row.push(p.pooled.map_or_else(|| "–".to_owned(), |pooled| probability(pooled.p)));
        row.push(remark(p).to_owned());
        if self == Self::Sums && p.expression != p.name {
            row.push(p.expression.clone());
        }
        row
    }

    /// The sums below the table, where it has no column for them.
    fn sums(self, shown: &[&ParameterSpread], width: u16) -> String {
        let is_sum = |p: &&&ParameterSpread| p.expression != p.name;
        let sums: Vec<String> =
            shown.iter().filter(is_sum).map(|p| format!("{} = {}", p.name, p.expression)).collect();
        match self {
            Self::Sums => String::new(),
            _ if sums.is_empty() => String::new(),
            _ => wrap(&format!("Sums: {}.", sums.join("; ")), width, "  "),
        }
    }
}

fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { significant(p, 2) }
}

fn remark(p: &ParameterSpread) -> &'static str {
    match (p.repeats, differs(p)) {
        (false, _) => "does not repeat",
        (true, true) => "differs",
        (true, false) => "",
    }
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
