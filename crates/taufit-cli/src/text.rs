//! Paragraphs and verdicts for the terminal.

use taufit::validate::Verdict;
pub(crate) use taufit_report::{listing, sentence};

/// Longer lines are hard to read, however wide the screen is.
const LONGEST_LINE: u16 = 100;

/// Breaks a paragraph into lines of at most `width` characters; lines after the first begin with
/// `indent`.
pub(crate) fn wrap(paragraph: &str, width: u16, indent: &str) -> String {
    let width = usize::from(width.min(LONGEST_LINE));
    let (mut text, mut line) = (String::new(), String::new());
    for word in paragraph.split(' ') {
        let length = line.chars().count() + 1 + word.chars().count();
        if length > width && !line.trim().is_empty() {
            text += &format!("{line}\n");
            line = format!("{indent}{word}");
        } else if line.is_empty() {
            line = word.to_owned();
        } else {
            line += &format!(" {word}");
        }
    }
    text + &line + "\n"
}

/// Concerns of a verdict, a line each.
pub(crate) fn concern_lines(verdict: &Verdict, width: u16) -> String {
    verdict.concerns.iter().map(|concern| wrap(&format!("  - {concern}"), width, "    ")).collect()
}

/// The verdict about a robot or another subject, in lines of at most `width` characters.
pub(crate) fn render_verdict(subject: &str, verdict: &Verdict, width: u16) -> String {
    let word = verdict.grade;
    let mut text = wrap(&format!("{subject}: {word}. {}.", sentence(&verdict.reason)), width, "");
    text += &concern_lines(verdict, width);
    text + &wrap(&format!("Rule: {}.", verdict.rule), width, "  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_wrap_at_words() {
        assert_eq!(wrap("one two three four", 9, "  "), "one two\n  three\n  four\n");
        assert_eq!(wrap("", 9, "  "), "\n");
    }
}
