//! The screen of `reverse`: how well samples and model agree, then the base parameters.

use crate::numbers::{count, half_interval, known_to, number, significant};
use crate::table::{Align, render_table};
use crate::text::wrap;
use taufit::study::{ParameterRecord, ReverseStudy};

/// The whole screen.
pub(crate) fn render_reverse(study: &ReverseStudy, width: u16) -> String {
    let found = &study.found;
    let verdict = &study.header.verdict;
    let headline = format!(
        "{}: {}. {} of {} base parameters determined by {}.",
        study.header.robot.name,
        verdict.grade,
        found.rank,
        found.base_parameters.len(),
        count(found.n_samples, "sample")
    );
    let mut text = wrap(&headline, width, "  ");
    text += &wrap(&format!("Rule: {}.", verdict.rule), width, "  ");
    for agreement in &found.agreement {
        let line = format!(
            "The {} is met to {} of its size; its digits explain {}.",
            agreement.what,
            significant(agreement.relative_rms, 2),
            significant(agreement.digits_rms, 2)
        );
        text += &wrap(&line, width, "  ");
    }
    let rows = found.base_parameters.iter().map(row).collect();
    text += &format!("\n{}", render_table(&headings(), rows, width));
    text
}

fn headings() -> [(&'static str, Align); 6] {
    [
        ("base parameter", Align::Left),
        ("value", Align::Right),
        ("± 95 %", Align::Right),
        ("physical", Align::Right),
        ("file", Align::Right),
        ("", Align::Left),
    ]
}

fn row(p: &ParameterRecord) -> Vec<String> {
    vec![
        p.expression().to_owned(),
        p.sigma.map_or_else(|| number(p.value), |sigma| known_to(p.value, sigma)),
        half_interval(p).map_or_else(|| "not fixed".to_owned(), |half| significant(half, 2)),
        p.feasible.map(number).unwrap_or_default(),
        p.nominal.map(number).unwrap_or_default(),
        p.unit.clone(),
    ]
}
