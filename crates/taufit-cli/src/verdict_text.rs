//! A verdict on the screen: grade, reason, concerns, rule.

use crate::words::{sentence, wrap};
use taufit::validate::Verdict;

/// The verdict about a robot or another subject, in lines of at most `width` characters.
pub(crate) fn render_verdict(subject: &str, verdict: &Verdict, width: u16) -> String {
    let word = verdict.grade;
    let mut text = wrap(&format!("{subject}: {word}. {}.", sentence(&verdict.reason)), width, "");
    for concern in &verdict.concerns {
        text += &wrap(&format!("  - {concern}"), width, "    ");
    }
    text + &wrap(&format!("Rule: {}.", verdict.rule), width, "  ")
}
