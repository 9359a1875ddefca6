//! Paragraphs, grades, sentences.

use taufit::validate::Verdict;

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

/// `a, b and c`.
pub(crate) fn listing<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// Concerns of a verdict, a line each.
pub(crate) fn concern_lines(verdict: &Verdict, width: u16) -> String {
    verdict.concerns.iter().map(|concern| wrap(&format!("  - {concern}"), width, "    ")).collect()
}

/// With a capital letter.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_wrap_at_words() {
        assert_eq!(wrap("one two three four", 9, "  "), "one two\n  three\n  four\n");
        assert_eq!(wrap("", 9, "  "), "\n");
    }

    #[test]
    fn names_are_listed_as_in_speech() {
        assert_eq!(listing(&["m1", "mx1", "my1"]), "m1, mx1 and my1");
        assert_eq!(listing(&["m1"]), "m1");
    }
}
