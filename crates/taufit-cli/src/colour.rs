//! Colour of verdicts, warnings and errors in a terminal.

use taufit::validate::Grade;

/// Escape sequences of the terminal.
const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const GREEN: &str = "\x1b[1;32m";
const PLAIN: &str = "\x1b[0m";

/// Whether a stream shows colours: a terminal that has some, unless `NO_COLOR` is set.
pub(crate) fn is_wanted(is_terminal: bool) -> bool {
    let is_off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_terminal && !is_off && !is_dumb
}

/// A screen with the grade of its verdict in colour: the first line is `subject: GRADE. reason`.
pub(crate) fn screen(text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let coloured = |grade: Grade| {
        let word = format!(": {grade}.");
        let at = first.find(&word)?;
        let (before, after) = (&first[..at], &first[at + word.len()..]);
        Some(format!("{before}: {}{grade}{PLAIN}.{after}", colour(grade)))
    };
    let grades = [Grade::Good, Grade::Usable, Grade::Poor];
    match grades.into_iter().find_map(coloured) {
        Some(first) => format!("{first}\n{rest}"),
        None => text.to_owned(),
    }
}

fn colour(grade: Grade) -> &'static str {
    match grade {
        Grade::Good => GREEN,
        Grade::Usable => YELLOW,
        Grade::Poor => RED,
    }
}

/// Messages with the words `error` and `warning`, and their codes, in colour.
pub(crate) fn messages(text: &str) -> String {
    text.split_inclusive('\n').map(message_line).collect()
}

fn message_line(line: &str) -> String {
    let colour = match line {
        _ if line.starts_with("error") => RED,
        _ if line.starts_with("warning") => YELLOW,
        _ => return line.to_owned(),
    };
    match line.split_once(": ") {
        Some((head, rest)) => format!("{colour}{head}{PLAIN}: {rest}"),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grade_of_the_first_line_is_coloured_and_nothing_else() {
        let screen = screen("ur5: POOR. Torque error 90 %\nRule: good if GOOD.\n");
        assert_eq!(screen, "ur5: \x1b[1;31mPOOR\x1b[0m. Torque error 90 %\nRule: good if GOOD.\n");
        let table = "13 numbers.\nno verdict\n";
        assert_eq!(super::screen(table), table);
    }

    #[test]
    fn codes_are_coloured() {
        let text = messages("error[E030]: x: y\noption: --map\n");
        assert_eq!(text, "\x1b[1;31merror[E030]\x1b[0m: x: y\noption: --map\n");
    }

    #[test]
    fn only_terminals_have_colours() {
        assert!(!is_wanted(false));
    }
}
