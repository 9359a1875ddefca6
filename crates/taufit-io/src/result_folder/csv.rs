//! Tables as comma-separated values.

use taufit::study::ParameterRecord;

/// Parameters of any method, a line each.
pub(super) fn parameters_csv(parameters: &[&ParameterRecord]) -> String {
    let header =
        "name,expression,long_name,unit,value,sigma,low,high,nominal,feasible,identifiability";
    let row = |p: &&ParameterRecord| {
        let [low, high] = ends(p.interval);
        vec![
            cell(&p.name),
            cell(p.expression()),
            cell(&p.long_name),
            cell(&p.unit),
            p.value.to_string(),
            optional(p.sigma),
            low,
            high,
            optional(p.nominal),
            optional(p.feasible),
            choice(&p.identifiability),
        ]
    };
    table(header, parameters.iter().map(row))
}

/// A header and rows of cells.
pub(super) fn table(header: &str, rows: impl Iterator<Item = Vec<String>>) -> String {
    rows.fold(format!("{header}\n"), |text, row| text + &row.join(",") + "\n")
}

/// A number; an empty cell where there is none.
pub(super) fn optional(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| x.to_string())
}

/// Lower and upper end of an interval; empty cells where there is none.
pub(super) fn ends(interval: Option<[f64; 2]>) -> [String; 2] {
    interval.map_or_else(Default::default, |ends| ends.map(|end| end.to_string()))
}

/// A text, in quotes where it needs them.
pub(super) fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// The name that a choice has in the document.
fn choice(of: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(of).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
