//! Paragraphs and verdicts for the terminal.

use taufit::validate::Verdict;
pub(crate) use taufit_report::{listing, sentence};

/// Longer lines are hard to read, however wide the screen is.
const LONGEST_LINE: u16 = 100;

/// Breaks a paragraph into lines of at most `width` characters; lines after the first begin with
/// `indent`. Spaces at the beginning stay.
pub(crate) fn wrap(paragraph: &str, width: u16, indent: &str) -> String {
    let width = usize::from(width.min(LONGEST_LINE));
    let words = paragraph.trim_start_matches(' ');
    let mut line = paragraph[..paragraph.len() - words.len()].to_owned();
    let mut text = String::new();
    for word in words.split(' ') {
        let length = line.chars().count() + 1 + word.chars().count();
        if line.trim().is_empty() {
            line += word;
        } else if length > width {
            text += &format!("{line}\n");
            line = format!("{indent}{word}");
        } else {
            line += &format!(" {word}");
        }
    }
    text + &line + "\n"
}

/// Breaks lines that are longer than the screen; what follows stands two columns further right.
pub(crate) fn wrap_lines(text: &str, width: u16) -> String {
    let line = |line: &str| {
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        if words.chars().count() <= usize::from(width) {
            return line.to_owned();
        }
        let trimmed = words.trim_start();
        let indent = &words[..words.len() - trimmed.len()];
        let narrow = width.saturating_sub(u16::try_from(indent.len()).unwrap_or(0));
        let wrapped = wrap(trimmed, narrow, &format!("{indent}  "));
        format!("{indent}{}{end}", wrapped.trim_end())
    };
    text.split_inclusive('\n').map(line).collect()
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
        assert_eq!(wrap("  - one two", 9, "    "), "  - one\n    two\n");
        assert_eq!(wrap("", 9, "  "), "\n");
    }

    #[test]
    fn long_lines_wrap_and_short_ones_stay() {
        let text = "warning[W104]: joint a moves little\n  look at the columns\nshort  line";
        let wrapped =
            "warning[W104]: joint\n  a moves little\n  look at the\n    columns\nshort  line";
        assert_eq!(wrap_lines(text, 20), wrapped);
    }
}
