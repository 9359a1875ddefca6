//! A verdict on the screen: grade, reason, concerns, rule.

use crate::words::{grade_word, sentence, wrap};
use taufit::validate::Verdict;

/// The verdict about a robot, in lines of at most `width` characters.
pub(crate) fn render_verdict(robot: &str, verdict: &Verdict, width: u16) -> String {
    let word = grade_word(verdict.grade);
    let mut text = wrap(&format!("{robot}: {word}. {}.", sentence(&verdict.reason)), width, "");
    for concern in &verdict.concerns {
        text += &wrap(&format!("  - {concern}"), width, "    ");
    }
    text + &wrap(&format!("Rule: {}.", verdict.rule), width, "  ")
}
