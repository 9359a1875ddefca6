//! The screen of `reverse`: how well samples and model agree, then the base parameters.

use crate::numbers::{count, known_to, number, significant};
use crate::table::{Align, render_table};
use crate::words::{grade_word, wrap};
use taufit::study::{ModelCoefficient, ReverseStudy};

/// The whole screen.
pub(super) fn render_reverse(study: &ReverseStudy, width: u16) -> String {
    let found = &study.found;
    let verdict = found.verdict();
    let headline = format!(
        "{}: {}. {} of {} base parameters determined by {}.",
        study.robot.name,
        grade_word(verdict.grade),
        found.rank,
        found.coefficients.len(),
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
    let rows = found.coefficients.iter().map(row).collect();
    text += &format!("\n{}", render_table(&headings(), rows, width));
    text
}

fn headings() -> [(&'static str, Align); 6] {
    [
        ("base parameter", Align::Left),
        ("value", Align::Right),
        ("± sigma", Align::Right),
        ("physical", Align::Right),
        ("file", Align::Right),
        ("", Align::Left),
    ]
}

fn row(c: &ModelCoefficient) -> Vec<String> {
    vec![
        c.expression.clone(),
        c.sigma.map_or_else(|| number(c.value), |sigma| known_to(c.value, sigma)),
        c.sigma.map_or_else(|| "not fixed".to_owned(), |sigma| significant(sigma, 2)),
        number(c.physical),
        number(c.nominal),
        c.unit.clone(),
    ]
}
